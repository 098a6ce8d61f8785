import { describe } from "vitest";
import { notLabel, notPort } from "../support/format-messages.ts";
import { featuresOn, PodRefusals, withContainer, withSpec } from "../support/pod-refusals.ts";
import { type Change, type Manifest, ruleServer } from "../support/refusals.ts";

const server = ruleServer(featuresOn("InPlacePodVerticalScaling"));
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
  refused.spec("[Containers#1] are one at least", { containers: [] }, ["spec.containers: Required value"]);
  refused.spec("[Containers#2] have different names", { containers: [helper, helper] }, [
    'spec.containers[1].name: Duplicate value: "helper"',
  ]);
  refused.container("[Containers#3] are restarted as the Pod says", { restartPolicy: "Always" }, [
    "restartPolicy: Forbidden: may not be set for non-init containers",
  ]);
  pods.create(
    "[Containers#4] share no port of the node",
    ({ spec }) => {
      spec.containers[0].ports = [port];
      spec.containers.push({ ...helper, ports: [port] });
    },
    [`spec.containers[1].ports[0].hostPort: ${doubled}`],
  );
});

describe("a container without a name", () => {
  const unnamed = { ...helper, name: "" };

  refused.spec("repeats the missing name of one before it", { containers: [unnamed, unnamed] }, [
    "spec.containers[0].name: Required value",
    "spec.containers[1].name: Required value",
    'spec.containers[1].name: Duplicate value: ""',
  ]);
  refused.spec("repeats no missing name of an init container", { initContainers: [unnamed, unnamed] }, [
    "spec.initContainers[0].name: Required value",
    "spec.initContainers[1].name: Required value",
  ]);
  refused.spec(
    "repeats, as an init container, the missing name of another container",
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
    "[InitContainers#1] are restarted always, or when they fail",
    withInit({ ...helper, restartPolicy: "Never" }),
    ['spec.initContainers[0].restartPolicy: Unsupported value: "Never": supported values: "Always"'],
  );
  pods.create("[InitContainers#2] have names that no other container has", withInit({ ...helper, name: "app" }), [
    'spec.initContainers[0].name: Duplicate value: "app"',
  ]);
  pods.create(
    "[InitContainers#3] use a port of the node once",
    withInit(sidecar, { ...helper, name: "b", ports: [port, port] }),
    [`spec.initContainers[0].ports[1].hostPort: ${doubled}`],
  );
  pods.accepts(
    "use the same port one after the other",
    withInit({ ...helper, ports: [port] }, { ...helper, name: "b", ports: [port] }),
  );

  const forSidecars: readonly [id: string, field: string, value: object][] = [
    ["InitContainers#4", "lifecycle", { preStop: probe }],
    ["InitContainers#5", "livenessProbe", probe],
    ["InitContainers#6", "readinessProbe", probe],
    ["InitContainers#7", "startupProbe", probe],
  ];
  for (const [id, field, value] of forSidecars) {
    pods.create(`[${id}] have no ${field} when they run to their end`, withInit({ ...helper, [field]: value }), [
      `spec.initContainers[0].${field}: Forbidden: may not be set for init containers without restartPolicy=Always`,
    ]);
    pods.accepts(`have a ${field} when they keep running`, withInit({ ...sidecar, [field]: value }));
  }

  templates.create("[InitContainers#8] are not resized", withInit({ ...sidecar, resizePolicy }), [
    "template.spec.initContainers[0].resizePolicy: Invalid value: []core.ContainerResizePolicy{core.ContainerResizePolicy{" +
      'ResourceName:"cpu", RestartPolicy:"NotRequired"}}: must not be set for init containers',
  ]);
});

describe("ephemeral containers", () => {
  const path = "spec.ephemeralContainers[0]";

  /** What another container may be, added to a Pod that runs. */
  function refuse(title: string, container: object, causes: readonly string[]): void {
    pods.update(title, {
      subresource: "ephemeralcontainers",
      change: withSpec({ ephemeralContainers: [{ name: "debugger", image: "debugger:1", ...container }] }),
      causes: causes.map((cause) => `${path}.${cause}`),
    });
  }

  refuse("[EphemeralContainers#1] have images without spaces around", { image: " debugger" }, [
    'image: Invalid value: " debugger": must not have leading or trailing whitespace',
  ]);
  refuse("[EphemeralContainers#2] have names that no other container has", { name: "app" }, [
    'name: Duplicate value: "app"',
  ]);
  refuse("[EphemeralContainers#3] look into containers that are there", { targetContainerName: "other" }, [
    'targetContainerName: Not found: "other"',
  ]);
  const never: readonly [id: string, field: string, value: unknown][] = [
    ["EphemeralContainers#4", "ports", [{ containerPort: 80 }]],
    ["EphemeralContainers#5", "resources", { limits: { cpu: "1" } }],
    ["EphemeralContainers#6", "livenessProbe", probe],
    ["EphemeralContainers#7", "readinessProbe", probe],
    ["EphemeralContainers#8", "startupProbe", probe],
    ["EphemeralContainers#9", "lifecycle", { preStop: probe }],
    ["EphemeralContainers#10", "resizePolicy", resizePolicy],
    ["EphemeralContainers#11", "restartPolicy", "Always"],
  ];
  for (const [id, field, value] of never) {
    refuse(`[${id}] have no ${field}`, { [field]: value }, [
      `${field}: Forbidden: cannot be set for an Ephemeral Container`,
    ]);
  }

  const withVolume: Change = withSpec({ volumes: [{ name: "data", emptyDir: {} }] });
  const mounts: readonly [id: string, field: string][] = [
    ["EphemeralContainers#12", "subPath"],
    ["EphemeralContainers#13", "subPathExpr"],
  ];
  for (const [id, field] of mounts) {
    pods.update(`[${id}] mount no part of a volume with ${field}`, {
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
  refused.container("[Container#1] has a name", { name: "" }, ["name: Required value"]);
  refused.container("[Container#2] has a label as its name", { name: "A" }, [`name: Invalid value: "A": ${notLabel}`]);
  refused.container("[Container#3] has an image", { image: "" }, ["image: Required value"]);
  templates.create("has an image also in a template", withContainer({ image: "" }), [
    "template.spec.containers[0].image: Required value",
  ]);
  refused.container("[Container#5] has last words from a place that there is", { terminationMessagePolicy: "Guess" }, [
    'terminationMessagePolicy: Unsupported value: "Guess": supported values: "File", "FallbackToLogsOnError"',
  ]);
  refused.container("[PullPolicy#2] has its image pulled in a way that there is", { imagePullPolicy: "Sometimes" }, [
    'imagePullPolicy: Unsupported value: "Sometimes": supported values: "Always", "IfNotPresent", "Never"',
  ]);
});

describe("the resizing of a container", () => {
  const policies = (...resizePolicies: object[]): object => ({ resizePolicy: resizePolicies });
  const [cpu] = resizePolicy;

  refused.container("[Container#6] is said once for each resource", policies(cpu ?? {}, cpu ?? {}), [
    "resizePolicy[1]: Duplicate value: cpu",
  ]);
  refused.container(
    "[Container#7] is said of a resource",
    policies({ restartPolicy: "NotRequired", resourceName: "" }),
    ["resizePolicy: Required value"],
  );
  refused.container("[Container#8] is said of processors and memory", policies({ ...cpu, resourceName: "pods" }), [
    'resizePolicy: Unsupported value: pods: supported values: "cpu", "memory"',
  ]);
  refused.container("[Container#9] says what happens", policies({ resourceName: "cpu", restartPolicy: "" }), [
    "resizePolicy: Required value",
  ]);
  refused.container("[Container#10] happens in a way that there is", policies({ ...cpu, restartPolicy: "Guess" }), [
    'resizePolicy: Unsupported value: "Guess": supported values: "NotRequired", "RestartContainer"',
  ]);
  const restarted = policies({ ...cpu, restartPolicy: "RestartContainer" });
  pods.create(
    "[Container#11] restarts no container that is never restarted",
    ({ spec }) => {
      spec.restartPolicy = "Never";
      Object.assign(spec.containers[0], restarted);
    },
    [
      "spec.containers[0].resizePolicy: Invalid value: \"RestartContainer\": must be 'NotRequired' when `restartPolicy` is 'Never'",
    ],
  );
  pods.accepts("restarts other containers", withContainer(restarted));
});

describe("the ports of a container", () => {
  const ports = (...list: object[]): object => ({ ports: list });
  refused.container("[ContainerPorts#1] have names with letters", ports({ containerPort: 80, name: "80" }), [
    'ports[0].name: Invalid value: "80": must contain at least one letter (a-z)',
  ]);
  const web = { containerPort: 80, name: "web" };
  refused.container("[ContainerPorts#2] have different names", ports(web, { ...web, containerPort: 81 }), [
    'ports[1].name: Duplicate value: "web"',
  ]);
  refused.container("[ContainerPorts#3] have numbers", ports({ name: "web", containerPort: 0 }), [
    "ports[0].containerPort: Required value",
  ]);
  refused.container("[ContainerPorts#4] have numbers that ports can have", ports({ containerPort: 65_536 }), [
    `ports[0].containerPort: Invalid value: 65536: ${notPort}`,
  ]);
  pods.accepts("may have the last number", withContainer(ports({ containerPort: 65_535 })));
  refused.container("[ContainerPorts#5] open ports of the node", ports({ containerPort: 80, hostPort: -1 }), [
    `ports[0].hostPort: Invalid value: -1: ${notPort}`,
  ]);
  refused.container(
    "[ContainerPorts#7] speak a protocol that there is",
    ports({ containerPort: 80, protocol: "HTTP" }),
    ['ports[0].protocol: Unsupported value: "HTTP": supported values: "SCTP", "TCP", "UDP"'],
  );
});

const never = "must be 'NotRequired' when `restartPolicy` is 'Never'";

pods.create(
  "the faults of containers come in the order in which the reference looks for them",
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
    `spec.containers[0].resizePolicy: Invalid value: "RestartContainer": ${never}`,
    "spec.containers[0].resizePolicy[1]: Duplicate value: cpu",
    'spec.containers[1].name: Duplicate value: "main"',
    'spec.initContainers[1].resizePolicy: Unsupported value: "x": supported values: "NotRequired", "RestartContainer"',
    `spec.initContainers[1].resizePolicy: Invalid value: "x": ${never}`,
    'spec.initContainers[1].name: Duplicate value: "helper"',
    `spec.initContainers[0].ports[1].hostPort: ${doubled}`,
    "spec.initContainers[1].livenessProbe: Forbidden: may not be set for init containers without restartPolicy=Always",
    "spec.initContainers[1].resizePolicy: Invalid value: []core.ContainerResizePolicy{core.ContainerResizePolicy{" +
      'ResourceName:"memory", RestartPolicy:"x"}}: must not be set for init containers',
    'spec.containers[0].image: Invalid value: " app:1": must not have leading or trailing whitespace',
  ],
);
