import { describe } from "vitest";
import { notFileMode } from "../support/format-messages.ts";
import { type Change, type Manifest, Refusals, ruleServer, type UpdateCase } from "../support/refusals.ts";

const server = ruleServer(["--vocabulary=kubernetes"]);
const pods = new Refusals(server, "/api/v1/namespaces/default/pods", {
  spec: { serviceAccountName: "", containers: [{ name: "app", image: "app:1" }] },
});

const mirror = "kubernetes.io/config.mirror";
const appArmor = "container.apparmor.security.beta.kubernetes.io/app";
const gates = [{ name: "example.com/wait" }, { name: "example.com/quota" }];

/** Adds fields to the spec of a Pod. */
function withSpecFields(part: object): Change {
  return ({ spec }) => {
    Object.assign(spec, part);
  };
}

describe("a Pod", () => {
  pods.create(
    "[Pod#1] a Pod with a serviceAccountToken volume and without a serviceAccountName is rejected",
    withSpecFields({
      volumes: [{ name: "token", projected: { sources: [{ serviceAccountToken: { path: "token" } }] } }],
    }),
    [
      "spec.volumes[0].projected.sources[0].serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set",
    ],
  );
  pods.create(
    "a mount of a volume with a forbidden token causes no further error",
    withSpecFields({
      containers: [{ name: "app", image: "app:1", volumeMounts: [{ name: "token", mountPath: "/token" }] }],
      volumes: [{ name: "token", projected: { sources: [{ serviceAccountToken: { path: "token" } }] } }],
    }),
    [
      "spec.volumes[0].projected.sources[0].serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set",
    ],
  );
  pods.create(
    "[Pod#2] a container image with a leading space is rejected",
    withSpecFields({ containers: [{ name: "app", image: " app" }] }),
    ['spec.containers[0].image: Invalid value: " app": must not have leading or trailing whitespace'],
  );
  pods.create(
    "[Pod#3] an init container image with a trailing space is rejected",
    withSpecFields({ initContainers: [{ name: "setup", image: "app " }] }),
    ['spec.initContainers[0].image: Invalid value: "app ": must not have leading or trailing whitespace'],
  );
  pods.create(
    "[Pod#4] a create with ephemeral containers is rejected",
    withSpecFields({ ephemeralContainers: [debugging] }),
    ["spec.ephemeralContainers: Forbidden: cannot be set on create"],
  );
  pods.create(
    "[Pod#5] a Pod with both nodeName and schedulingGates is rejected",
    withSpecFields({ nodeName: "one", schedulingGates: gates }),
    ["spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared"],
  );
});

const debugging = {
  name: "debug",
  image: "busybox:1",
  imagePullPolicy: "Always",
  terminationMessagePolicy: "File",
};

describe("an update of annotations", () => {
  function change(title: string, from: object, to: object, cause: string): void {
    pods.update(title, {
      before: (pod) => {
        pod.spec.nodeName = "one";
        pod.metadata.annotations = from;
      },
      change: (pod) => {
        pod.metadata.annotations = to;
      },
      causes: [cause],
    });
  }
  change(
    "[Pod#6] an update that removes an AppArmor annotation is rejected",
    { [appArmor]: "unconfined" },
    {},
    `metadata.annotations[${appArmor}]: Forbidden: may not remove or update AppArmor annotations`,
  );
  change(
    "[Pod#7] an update that changes the mirror annotation is rejected",
    { [mirror]: "a" },
    { [mirror]: "b" },
    `metadata.annotations[${mirror}]: Forbidden: may not remove or update mirror pod annotation`,
  );
  change(
    "[Pod#8] an update that adds an AppArmor annotation is rejected",
    {},
    { [appArmor]: "unconfined" },
    `metadata.annotations[${appArmor}]: Forbidden: may not add AppArmor annotations`,
  );
  change(
    "[Pod#9] an update that adds the mirror annotation is rejected",
    {},
    { [mirror]: "a" },
    `metadata.annotations[${mirror}]: Forbidden: may not add mirror pod annotation`,
  );
});

describe("an update of the spec of a Pod", () => {
  const setup = { name: "setup", image: "app:1" };
  const withSetup = withSpecFields({ initContainers: [setup] });

  function update(title: string, { before = () => undefined, change, causes }: UpdateCase): void {
    pods.update(title, { before, change, causes });
  }

  update("[Pod#10] an update that adds a container is rejected", {
    change: ({ spec }) => {
      spec.containers.push({ ...spec.containers[0], name: "other" });
    },
    causes: ["spec.containers: Forbidden: pod updates may not add or remove containers"],
  });
  update("[Pod#11] an update that removes an init container is rejected", {
    before: withSetup,
    change: ({ spec }) => {
      delete spec.initContainers;
    },
    causes: ["spec.initContainers: Forbidden: pod updates may not add or remove containers"],
  });

  const deadline = (seconds: number | undefined): Change => withSpecFields({ activeDeadlineSeconds: seconds });
  update("[Pod#17] an update that increases activeDeadlineSeconds is rejected", {
    before: deadline(10),
    change: deadline(11),
    causes: ["spec.activeDeadlineSeconds: Invalid value: 11: must be less than or equal to previous value"],
  });
  update("[Pod#18] an update that removes activeDeadlineSeconds is rejected", {
    before: deadline(10),
    change: ({ spec }) => {
      delete spec.activeDeadlineSeconds;
    },
    causes: ['spec.activeDeadlineSeconds: Invalid value: "null": must not update from a positive integer to nil value'],
  });
  update("[Pod#19] an update that replaces a toleration is rejected", {
    before: withSpecFields({ tolerations: [{ key: "gpu", operator: "Exists" }] }),
    change: withSpecFields({ tolerations: [{ key: "disk", operator: "Exists" }] }),
    causes: ["spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds"],
  });
  update("[Pod#20] an update that adds a scheduling gate is rejected", {
    before: withSpecFields({ schedulingGates: gates.slice(0, 1) }),
    change: withSpecFields({ schedulingGates: gates }),
    causes: [
      "spec.schedulingGates[1].name: Forbidden: only deletion is allowed, but found new scheduling gate 'example.com/quota'",
    ],
  });

  const terms = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms";
  const onNodes = (...disks: string[]): object => ({
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: disks.map((disk) => ({
          matchExpressions: [{ key: "disk", operator: "In", values: [disk] }],
        })),
      },
    },
  });
  const withGates = (part: object): Change => withSpecFields({ schedulingGates: gates, ...part });
  update("[Pod#21] an update that changes a nodeSelector label of a gated Pod is rejected", {
    before: withGates({ nodeSelector: { disk: "ssd" } }),
    change: withSpecFields({ nodeSelector: { disk: "hdd" } }),
    causes: [
      'spec.nodeSelector: Invalid value: map[string]string{"disk":"hdd"}: only additions to spec.nodeSelector are allowed (no mutations or deletions)',
    ],
  });
  update("[Pod#22] an update that adds a node selector term to a gated Pod is rejected", {
    before: withGates({ affinity: onNodes("ssd") }),
    change: withSpecFields({ affinity: onNodes("ssd", "hdd") }),
    causes: [
      new RegExp(
        `^${escaped(terms)}: Invalid value: .*: no additions/deletions to non-empty NodeSelectorTerms list are allowed$`,
      ),
    ],
  });
  update("[Pod#23] an update that changes a node selector term of a gated Pod is rejected", {
    before: withGates({ affinity: onNodes("ssd") }),
    change: withSpecFields({ affinity: onNodes("hdd") }),
    causes: [
      new RegExp(
        `^${escaped(`${terms}[0]`)}: Invalid value: .*: only additions are allowed \\(no mutations or deletions\\)$`,
      ),
    ],
  });

  update("[Pod#24] an update of any other field of the spec is rejected", {
    change: withSpecFields({ hostname: "web" }),
    causes: [
      /^spec: Forbidden: pod updates may not change fields other than `spec\.containers\[\*\]\.image`,`spec\.initContainers\[\*\]\.image`,`spec\.activeDeadlineSeconds`,`spec\.tolerations` \(only additions to existing tolerations\),`spec\.terminationGracePeriodSeconds` \(allow it to be set to 1 if it was previously negative\)\n/,
    ],
  });
});

describe("errors that an update reports twice", () => {
  const setup = { name: "setup", image: "app:1" };
  const renamed =
    (list: string, image: string): Change =>
    ({ spec }: Manifest) => {
      spec[list][0].image = image;
    };
  const path = (list: string): string => `spec.${list}[0].image`;
  const padded = 'Invalid value: " app": must not have leading or trailing whitespace';

  pods.update("[Pod#12] an update to an empty image reports the error twice", {
    change: renamed("containers", ""),
    causes: [`${path("containers")}: Required value`, `${path("containers")}: Required value`],
  });
  pods.update("[Pod#13] an update to an image with a leading space reports the error twice", {
    change: renamed("containers", " app"),
    causes: [`${path("containers")}: ${padded}`, `${path("containers")}: ${padded}`],
  });
  pods.update("[Pod#14] an update to an empty init container image reports the error twice", {
    before: withSpecFields({ initContainers: [setup] }),
    change: renamed("initContainers", ""),
    causes: [`${path("initContainers")}: Required value`, `${path("initContainers")}: Required value`],
  });
  pods.update("[Pod#15] an update to an init container image with a leading space reports the error twice", {
    before: withSpecFields({ initContainers: [setup] }),
    change: renamed("initContainers", " app"),
    causes: [`${path("initContainers")}: ${padded}`, `${path("initContainers")}: ${padded}`],
  });
  pods.update("[Pod#16] an update to a negative activeDeadlineSeconds reports an error of each validation", {
    change: withSpecFields({ activeDeadlineSeconds: -1 }),
    causes: [
      "spec.activeDeadlineSeconds: Invalid value: -1: must be between 1 and 2147483647, inclusive",
      "spec.activeDeadlineSeconds: Invalid value: -1: must be between 0 and 2147483647, inclusive",
    ],
  });
});

function escaped(text: string): string {
  return text.replace(/[.[\]]/g, "\\$&");
}

pods.create(
  "errors of volumes, ports, variables and the security context are reported in the order of the reference",
  withSpecFields({
    hostNetwork: true,
    hostPID: true,
    shareProcessNamespace: true,
    securityContext: { supplementalGroups: [-1], fsGroupChangePolicy: "x" },
    containers: [
      {
        name: "app",
        image: "app:1",
        ports: [{ containerPort: 80, hostPort: 70_000, protocol: "x" }],
        env: [{ name: "" }, { name: "a=b" }],
      },
    ],
    volumes: [
      { name: "a", hostPath: { path: "", type: "x" } },
      { name: "b", configMap: { name: "", defaultMode: -1, items: [{ key: "a", path: "/a", mode: -1 }] } },
      {
        name: "c",
        projected: {
          defaultMode: -1,
          sources: [{ secret: { name: "" }, configMap: { name: "a" } }, { serviceAccountToken: { path: "" } }],
        },
      },
    ],
  }),
  [
    "spec.volumes[0].hostPath.path: Required value",
    "spec.volumes[1].configMap.name: Required value",
    `spec.volumes[1].configMap.defaultMode: Invalid value: -1: ${notFileMode}`,
    'spec.volumes[1].configMap.items[0].path: Invalid value: "/a": must be a relative path',
    `spec.volumes[1].configMap.items[0].mode: Invalid value: -1: ${notFileMode}`,
    `spec.volumes[2].projected.defaultMode: Invalid value: -1: ${notFileMode}`,
    "spec.volumes[2].projected.sources[0].secret.name: Required value",
    "spec.volumes[2].projected.sources[0]: Forbidden: may not specify more than 1 volume type per source",
    "spec.volumes[2].projected.path: Required value",
    "spec.containers[0].ports[0].hostPort: Invalid value: 70000: must be between 1 and 65535, inclusive",
    'spec.containers[0].ports[0].protocol: Unsupported value: "x": supported values: "SCTP", "TCP", "UDP"',
    "spec.containers[0].env[0].name: Required value",
    "spec.containers[0].env[1].name: Invalid value: \"a=b\": a valid environment variable name must consist only of printable ASCII characters other than '='",
    "spec.containers[0].ports[0].hostPort: Invalid value: 70000: must match `containerPort` when `hostNetwork` is true",
    "spec.securityContext.supplementalGroups[0]: Invalid value: -1: must be between 0 and 2147483647, inclusive",
    "spec.securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled",
    'spec.securityContext.fsGroupChangePolicy: Unsupported value: "x": supported values: "Always", "OnRootMismatch"',
    "spec.volumes[2].projected.sources[1].serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set",
  ],
);

pods.create(
  "errors of a downwardAPI item have the path of the volume source",
  withSpecFields({
    volumes: [
      {
        name: "a",
        downwardAPI: {
          items: [
            { path: "", mode: -1, fieldRef: { fieldPath: "" } },
            { path: "b", resourceFieldRef: { containerName: "app", resource: "" } },
          ],
        },
      },
    ],
  }),
  [
    "spec.volumes[0].downwardAPI.path: Required value",
    "spec.volumes[0].downwardAPI.fieldRef.fieldPath: Required value",
    `spec.volumes[0].downwardAPI.mode: Invalid value: -1: ${notFileMode}`,
    "spec.volumes[0].downwardAPI.resourceFieldRef.resource: Required value",
  ],
);

pods.create(
  "errors of an envFrom source are sorted by its index, although their path names only the list",
  withSpecFields({
    containers: [
      {
        name: "app",
        image: "app:1",
        envFrom: [
          { prefix: "a=" },
          { secretRef: { name: "" } },
          { secretRef: { name: "a" }, configMapRef: { name: "" } },
        ],
      },
    ],
  }),
  [
    "spec.containers[0].envFrom[0].prefix: Invalid value: \"a=\": a valid environment variable name must consist only of printable ASCII characters other than '='",
    'spec.containers[0].envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`',
    "spec.containers[0].envFrom[1].secretRef.name: Required value",
    "spec.containers[0].envFrom[2].configMapRef.name: Required value",
    'spec.containers[0].envFrom: Invalid value: "": may not have more than one field specified at a time',
  ],
);
