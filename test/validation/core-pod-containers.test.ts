import { describe } from "vitest";
import { notLabel, notPort } from "../support/format-messages.ts";
import { featureGateFlag, PodRefusals, withContainer, withSpec } from "../support/pod-refusals.ts";
import { type Change, type Manifest, ruleServer } from "../support/refusals.ts";

const server = ruleServer(featureGateFlag("InPlacePodVerticalScaling"));
const refused = new PodRefusals(server);
const { pods, templates } = refused;

const helper = { name: "helper", image: "app:1" };
const sidecar = { ...helper, restartPolicy: "Always" };
const port = { containerPort: 80, hostPort: 80 };
const probe = { exec: { command: ["true"] } };
const resizePolicy = [{ resourceName: "cpu", restartPolicy: "NotRequired" }];
const doubled = 'Duplicate value: "TCP//80"';

function withInit(...initContainers: object[]): Change {
  return withSpec({ initContainers });
}

describe("the containers of a Pod", () => {
  refused.spec("[Containers#1] a Pod without containers is rejected", { containers: [] }, [
    "spec.containers: Required value",
  ]);
  refused.spec("[Containers#2] two containers with the same name are rejected", { containers: [helper, helper] }, [
    'spec.containers[1].name: Duplicate value: "helper"',
  ]);
  refused.container("[Containers#3] a restartPolicy of a container is rejected", { restartPolicy: "Always" }, [
    "restartPolicy: Forbidden: may not be set for non-init containers",
  ]);
  pods.create(
    "[Containers#4] two containers with the same hostPort are rejected",
    ({ spec }) => {
      spec.containers[0].ports = [port];
      spec.containers.push({ ...helper, ports: [port] });
    },
    [`spec.containers[1].ports[0].hostPort: ${doubled}`],
  );
});

describe("a container without a name", () => {
  const unnamed = { ...helper, name: "" };

  refused.spec("the second container without a name also gets a duplicate error", { containers: [unnamed, unnamed] }, [
    "spec.containers[0].name: Required value",
    "spec.containers[1].name: Required value",
    'spec.containers[1].name: Duplicate value: ""',
  ]);
  refused.spec(
    "the second init container without a name gets no duplicate error",
    { initContainers: [unnamed, unnamed] },
    ["spec.initContainers[0].name: Required value", "spec.initContainers[1].name: Required value"],
  );
  refused.spec(
    "an init container without a name gets a duplicate error if a container has no name",
    { containers: [unnamed], initContainers: [unnamed] },
    [
      "spec.containers[0].name: Required value",
      "spec.initContainers[0].name: Required value",
      'spec.initContainers[0].name: Duplicate value: ""',
    ],
  );
});

describe("init containers", () => {
  pods.create(
    "[InitContainers#1] an init container with the restartPolicy Never is rejected",
    withInit({ ...helper, restartPolicy: "Never" }),
    ['spec.initContainers[0].restartPolicy: Unsupported value: "Never": supported values: "Always"'],
  );
  pods.create(
    "[InitContainers#2] an init container with the name of a container is rejected",
    withInit({ ...helper, name: "app" }),
    ['spec.initContainers[0].name: Duplicate value: "app"'],
  );
  pods.create(
    "[InitContainers#3] an init container with the same hostPort twice is rejected",
    withInit(sidecar, { ...helper, name: "b", ports: [port, port] }),
    [`spec.initContainers[0].ports[1].hostPort: ${doubled}`],
  );
  pods.accepts(
    "two init containers with the same hostPort are accepted, because they run one after the other",
    withInit({ ...helper, ports: [port] }, { ...helper, name: "b", ports: [port] }),
  );

  const forSidecars: readonly [id: string, field: string, value: object][] = [
    ["InitContainers#4", "lifecycle", { preStop: probe }],
    ["InitContainers#5", "livenessProbe", probe],
    ["InitContainers#6", "readinessProbe", probe],
    ["InitContainers#7", "startupProbe", probe],
  ];
  for (const [id, field, value] of forSidecars) {
    pods.create(
      `[${id}] an init container with ${field} and without restartPolicy Always is rejected`,
      withInit({ ...helper, [field]: value }),
      [`spec.initContainers[0].${field}: Forbidden: may not be set for init containers without restartPolicy=Always`],
    );
    pods.accepts(
      `an init container with ${field} and restartPolicy Always is accepted`,
      withInit({ ...sidecar, [field]: value }),
    );
  }

  templates.create(
    "[InitContainers#8] an init container with a resizePolicy is rejected",
    withInit({ ...sidecar, resizePolicy }),
    [
      "template.spec.initContainers[0].resizePolicy: Invalid value: []core.ContainerResizePolicy{core.ContainerResizePolicy{" +
        'ResourceName:"cpu", RestartPolicy:"NotRequired"}}: must not be set for init containers',
    ],
  );
});

describe("ephemeral containers", () => {
  const path = "spec.ephemeralContainers[0]";

  /**
   * Registers a test that a running Pod rejects an ephemeral container. @param container fields in addition to name and
   * image
   */
  function refuse(title: string, container: object, causes: readonly string[]): void {
    pods.update(title, {
      subresource: "ephemeralcontainers",
      change: withSpec({ ephemeralContainers: [{ name: "debugger", image: "debugger:1", ...container }] }),
      causes: causes.map((cause) => `${path}.${cause}`),
    });
  }

  refuse(
    "[EphemeralContainers#1] an ephemeral container with a space before its image is rejected",
    { image: " debugger" },
    ['image: Invalid value: " debugger": must not have leading or trailing whitespace'],
  );
  refuse("[EphemeralContainers#2] an ephemeral container with the name of a container is rejected", { name: "app" }, [
    'name: Duplicate value: "app"',
  ]);
  refuse(
    "[EphemeralContainers#3] an ephemeral container with an unknown targetContainerName is rejected",
    { targetContainerName: "other" },
    ['targetContainerName: Not found: "other"'],
  );
  const forbiddenFields: readonly [id: string, field: string, value: unknown][] = [
    ["EphemeralContainers#4", "ports", [{ containerPort: 80 }]],
    ["EphemeralContainers#5", "resources", { limits: { cpu: "1" } }],
    ["EphemeralContainers#6", "livenessProbe", probe],
    ["EphemeralContainers#7", "readinessProbe", probe],
    ["EphemeralContainers#8", "startupProbe", probe],
    ["EphemeralContainers#9", "lifecycle", { preStop: probe }],
    ["EphemeralContainers#10", "resizePolicy", resizePolicy],
    ["EphemeralContainers#11", "restartPolicy", "Always"],
  ];
  for (const [id, field, value] of forbiddenFields) {
    refuse(`[${id}] an ephemeral container with ${field} is rejected`, { [field]: value }, [
      `${field}: Forbidden: cannot be set for an Ephemeral Container`,
    ]);
  }

  const withVolume: Change = withSpec({ volumes: [{ name: "data", emptyDir: {} }] });
  const mounts: readonly [id: string, field: string][] = [
    ["EphemeralContainers#12", "subPath"],
    ["EphemeralContainers#13", "subPathExpr"],
  ];
  for (const [id, field] of mounts) {
    pods.update(`[${id}] an ephemeral container that mounts with ${field} is rejected`, {
      before: withVolume,
      subresource: "ephemeralcontainers",
      change: ({ spec }: Manifest) => {
        const volumeMounts = [{ name: "data", mountPath: "/data", [field]: "part" }];
        spec.ephemeralContainers = [{ name: "debugger", image: "debugger:1", volumeMounts }];
      },
      causes: [`${path}.volumeMounts[0].${field}: Forbidden: cannot be set for an Ephemeral Container`],
    });
  }
});

describe("a container", () => {
  refused.container("[Container#1] a container without a name is rejected", { name: "" }, ["name: Required value"]);
  refused.container("[Container#2] a container whose name is no DNS label is rejected", { name: "A" }, [
    `name: Invalid value: "A": ${notLabel}`,
  ]);
  refused.container("[Container#3] a container without an image is rejected", { image: "" }, ["image: Required value"]);
  templates.create("a container without an image is rejected in a template", withContainer({ image: "" }), [
    "template.spec.containers[0].image: Required value",
  ]);
  refused.container(
    "[Container#5] a container with an unknown terminationMessagePolicy is rejected",
    { terminationMessagePolicy: "Guess" },
    ['terminationMessagePolicy: Unsupported value: "Guess": supported values: "File", "FallbackToLogsOnError"'],
  );
  refused.container(
    "[PullPolicy#2] a container with an unknown imagePullPolicy is rejected",
    { imagePullPolicy: "Sometimes" },
    ['imagePullPolicy: Unsupported value: "Sometimes": supported values: "Always", "IfNotPresent", "Never"'],
  );
});

describe("the resizing of a container", () => {
  const policies = (...resizePolicies: object[]): object => ({ resizePolicy: resizePolicies });
  const [cpu] = resizePolicy;

  refused.container(
    "[Container#6] two resize policies of the same resource are rejected",
    policies(cpu ?? {}, cpu ?? {}),
    ["resizePolicy[1]: Duplicate value: cpu"],
  );
  refused.container(
    "[Container#7] a resize policy without a resourceName is rejected",
    policies({ restartPolicy: "NotRequired", resourceName: "" }),
    ["resizePolicy: Required value"],
  );
  refused.container(
    "[Container#8] a resize policy of a resource other than cpu and memory is rejected",
    policies({ ...cpu, resourceName: "pods" }),
    ['resizePolicy: Unsupported value: pods: supported values: "cpu", "memory"'],
  );
  refused.container(
    "[Container#9] a resize policy without a restartPolicy is rejected",
    policies({ resourceName: "cpu", restartPolicy: "" }),
    ["resizePolicy: Required value"],
  );
  refused.container(
    "[Container#10] a resize policy with an unknown restartPolicy is rejected",
    policies({ ...cpu, restartPolicy: "Guess" }),
    ['resizePolicy: Unsupported value: "Guess": supported values: "NotRequired", "RestartContainer"'],
  );
  const restarted = policies({ ...cpu, restartPolicy: "RestartContainer" });
  pods.create(
    "[Container#11] the resize policy RestartContainer is rejected for a Pod that never restarts",
    ({ spec }) => {
      spec.restartPolicy = "Never";
      Object.assign(spec.containers[0], restarted);
    },
    [
      "spec.containers[0].resizePolicy: Invalid value: \"RestartContainer\": must be 'NotRequired' when `restartPolicy` is 'Never'",
    ],
  );
  pods.accepts("the resize policy RestartContainer is accepted for a Pod that restarts", withContainer(restarted));
});

describe("the ports of a container", () => {
  const ports = (...list: object[]): object => ({ ports: list });
  refused.container(
    "[ContainerPorts#1] a port with a name without letters is rejected",
    ports({ containerPort: 80, name: "80" }),
    ['ports[0].name: Invalid value: "80": must contain at least one letter (a-z)'],
  );
  const web = { containerPort: 80, name: "web" };
  refused.container(
    "[ContainerPorts#2] two ports with the same name are rejected",
    ports(web, { ...web, containerPort: 81 }),
    ['ports[1].name: Duplicate value: "web"'],
  );
  refused.container(
    "[ContainerPorts#3] a port without a containerPort is rejected",
    ports({ name: "web", containerPort: 0 }),
    ["ports[0].containerPort: Required value"],
  );
  refused.container("[ContainerPorts#4] containerPort 65536 is rejected", ports({ containerPort: 65_536 }), [
    `ports[0].containerPort: Invalid value: 65536: ${notPort}`,
  ]);
  pods.accepts("containerPort 65535 is accepted", withContainer(ports({ containerPort: 65_535 })));
  refused.container("[ContainerPorts#5] a negative hostPort is rejected", ports({ containerPort: 80, hostPort: -1 }), [
    `ports[0].hostPort: Invalid value: -1: ${notPort}`,
  ]);
  refused.container(
    "[ContainerPorts#7] a port with an unknown protocol is rejected",
    ports({ containerPort: 80, protocol: "HTTP" }),
    ['ports[0].protocol: Unsupported value: "HTTP": supported values: "SCTP", "TCP", "UDP"'],
  );
});

const neverRestartsMessage = "must be 'NotRequired' when `restartPolicy` is 'Never'";

pods.create(
  "errors of containers are reported in the order of the reference",
  withSpec({
    restartPolicy: "Never",
    containers: [
      {
        name: "main",
        image: " app:1",
        ports: [
          { name: "web", containerPort: 80 },
          { name: "web", containerPort: 80, protocol: "x" },
        ],
        resizePolicy: [
          { resourceName: "cpu", restartPolicy: "RestartContainer" },
          { resourceName: "cpu", restartPolicy: "NotRequired" },
        ],
      },
      { ...helper, name: "main" },
    ],
    initContainers: [
      helper,
      {
        ...helper,
        livenessProbe: probe,
        ports: [port, port],
        resizePolicy: [{ resourceName: "memory", restartPolicy: "x" }],
      },
    ],
  }),
  [
    'spec.containers[0].ports[1].name: Duplicate value: "web"',
    'spec.containers[0].ports[1].protocol: Unsupported value: "x": supported values: "SCTP", "TCP", "UDP"',
    `spec.containers[0].resizePolicy: Invalid value: "RestartContainer": ${neverRestartsMessage}`,
    "spec.containers[0].resizePolicy[1]: Duplicate value: cpu",
    'spec.containers[1].name: Duplicate value: "main"',
    'spec.initContainers[1].resizePolicy: Unsupported value: "x": supported values: "NotRequired", "RestartContainer"',
    `spec.initContainers[1].resizePolicy: Invalid value: "x": ${neverRestartsMessage}`,
    'spec.initContainers[1].name: Duplicate value: "helper"',
    `spec.initContainers[0].ports[1].hostPort: ${doubled}`,
    "spec.initContainers[1].livenessProbe: Forbidden: may not be set for init containers without restartPolicy=Always",
    "spec.initContainers[1].resizePolicy: Invalid value: []core.ContainerResizePolicy{core.ContainerResizePolicy{" +
      'ResourceName:"memory", RestartPolicy:"x"}}: must not be set for init containers',
    'spec.containers[0].image: Invalid value: " app:1": must not have leading or trailing whitespace',
  ],
);
