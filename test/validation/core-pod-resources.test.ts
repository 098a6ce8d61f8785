import { describe } from "vitest";
import { notLabel, notQualifiedName } from "../support/format-messages.ts";
import { featuresOn, PodRefusals, withContainer, withSpec } from "../support/pod-refusals.ts";
import { ruleServer } from "../support/refusals.ts";

const server = ruleServer(featuresOn("DynamicResourceAllocation", "PodLevelResources"));
const refused = new PodRefusals(server);
const { pods } = refused;

const having = (resources: object): object => ({ resources });

function refuse(title: string, resources: object, causes: readonly string[]): void {
  refused.container(
    title,
    having(resources),
    causes.map((cause) => `resources.${cause}`),
  );
}

describe("the resources of a container", () => {
  refuse(
    "[ResourceRequirements#1] are not limited to less than nothing",
    { limits: { cpu: "-1" }, requests: { cpu: "-2" } },
    [
      'limits[cpu]: Invalid value: "-1": must be greater than or equal to 0',
      'requests[cpu]: Invalid value: "-2": must be greater than or equal to 0',
    ],
  );
  refuse("[ResourceRequirements#3] are not requested in parts", { limits: { "example.com/gpu": "500m" } }, [
    'limits[example.com/gpu]: Invalid value: resource.Quantity{i:resource.int64Amount{value:500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"500m", Format:"DecimalSI"}: must be an integer',
    'requests[example.com/gpu]: Invalid value: resource.Quantity{i:resource.int64Amount{value:500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"500m", Format:"DecimalSI"}: must be an integer',
  ]);
  refuse(
    "[ResourceRequirements#5] are limited to what is requested, or more",
    { limits: { cpu: "1" }, requests: { cpu: "2" } },
    ['requests: Invalid value: "2": must be less than or equal to cpu limit of 1'],
  );
  pods.accepts(
    "may be limited to what is requested",
    withContainer(having({ limits: { cpu: "1" }, requests: { cpu: "1" } })),
  );
  refuse(
    "[ResourceRequirements#4] are limited to what is requested where they are not shared",
    { limits: { "example.com/gpu": "2" }, requests: { "example.com/gpu": "1" } },
    ['requests: Invalid value: "1": must be equal to example.com/gpu limit of 2'],
  );
  refuse("[ResourceRequirements#6] are limited where they are not shared", { requests: { "example.com/gpu": "1" } }, [
    "limits: Required value: Limit must be set for non overcommitable resources",
  ]);
});

describe("huge pages", () => {
  const pages = (amount: string): object => ({ "hugepages-2Mi": amount });
  const broken = 'Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi';

  refuse("[ResourceRequirements#2, ResourceRequirements#7] are whole", { limits: { memory: "1Gi", ...pages("3Mi") } }, [
    `limits[hugepages-2Mi]: ${broken}`,
    `requests[hugepages-2Mi]: ${broken}`,
  ]);
  refused.container("[ResourceRequirements#8] come with memory", having({ limits: pages("2Mi") }), [
    "resources: Forbidden: HugePages require cpu or memory",
  ]);
  pods.accepts("may be as many as are wanted", withContainer(having({ limits: { memory: "1Gi", ...pages("4Mi") } })));
});

describe("claims that a container uses", () => {
  const claims = (...list: object[]): object => ({ claims: list });
  const resourceClaims = [
    { name: "gpu", resourceClaimName: "gpus" },
    { name: "disk", resourceClaimName: "disks" },
  ];

  /** With a Pod that has claims. */
  function refuseClaims(title: string, list: readonly object[], causes: readonly string[]): void {
    pods.create(
      title,
      ({ spec }) => {
        spec.resourceClaims = resourceClaims;
        Object.assign(spec.containers[0], having(claims(...list)));
      },
      causes.map((cause) => `spec.containers[0].resources.${cause}`),
    );
  }

  refuseClaims("[ResourceRequirements#9] have names", [{ name: "" }], ["claims[0]: Required value"]);
  refuseClaims(
    "[ResourceRequirements#10] are used once",
    [{ name: "gpu" }, { name: "gpu" }],
    ['claims[1]: Duplicate value: "gpu"'],
  );
  const request = { name: "gpu", request: "big" };
  refuseClaims(
    "[ResourceRequirements#10] are used once for each request",
    [request, request],
    ['claims[1]: Duplicate value: "gpu/big"'],
  );
  refuseClaims(
    "[ResourceRequirements#10] are used whole or in part",
    [request, { name: "gpu" }],
    ['claims[1]: Duplicate value: "gpu"'],
  );
  refuseClaims(
    "[ResourceRequirements#11] are used for requests with names",
    [{ name: "gpu", request: "A" }],
    [`claims[0].request: Invalid value: "A": ${notLabel}`],
  );
  refuseClaims(
    "[ResourceRequirements#12] are those of the Pod",
    [{ name: "net" }],
    ['claims[0]: Not found: "net": must be one of the names in pod.spec.resourceClaims: disk, gpu'],
  );
  refuse("[ResourceRequirements#13] are none when the Pod has none", claims({ name: "net" }), [
    'claims[0]: Not found: "net": must be one of the names in pod.spec.resourceClaims which is empty',
  ]);
});

describe("a resource of containers", () => {
  const requests = (name: string): object => ({ requests: { [name]: "1" } });
  refuse("[ContainerResourceName#1] has a name", requests("a b"), [
    `requests[a b]: Invalid value: a b: ${notQualifiedName}`,
    "requests[a b]: Invalid value: a b: must be a standard resource for containers",
  ]);
  refuse("[ContainerResourceName#2, ContainerResourceName#3] has a name that is known, or a domain", requests("gpu"), [
    "requests[gpu]: Invalid value: gpu: must be a standard resource type or fully qualified",
    "requests[gpu]: Invalid value: gpu: must be a standard resource for containers",
  ]);
  refuse("[ContainerResourceName#3] is one that containers have", requests("pods"), [
    "requests[pods]: Invalid value: pods: must be a standard resource for containers",
  ]);
  const gpus = { "requests.example.com/gpu": "1" };
  const why = "Invalid value: requests.example.com/gpu: doesn't follow extended resource name standard";
  refuse("[ContainerResourceName#4] is not named as quotas name it", { limits: gpus, requests: gpus }, [
    `limits[requests.example.com/gpu]: ${why}`,
    `requests[requests.example.com/gpu]: ${why}`,
  ]);
  pods.accepts("may be that of others", withContainer(having({ limits: { "example.com/gpu": "1" } })));
});

describe("the resources of a Pod as a whole", () => {
  const container = { name: "app", image: "app:1" };
  const gib = { memory: "1Gi" };

  refused.spec("[PodLevelResources#1] are no claims", { resources: { claims: [{ name: "gpu" }] } }, [
    "spec.resources.claims: Forbidden: claims cannot be set for Resources at pod-level",
    'spec.resources.claims[0]: Not found: "gpu": must be one of the names in pod.spec.resourceClaims which is empty',
  ]);
  refused.spec(
    "[PodLevelResources#2] are processors and memory",
    { resources: { requests: { "ephemeral-storage": "1Gi" } } },
    [
      'spec.resources.requests[ephemeral-storage]: Unsupported value: ephemeral-storage: supported values: "cpu", "memory"',
    ],
  );
  refused.spec(
    "are limited to what is requested, or more",
    { resources: { limits: gib, requests: { memory: "2Gi" } } },
    ['spec.resources.requests: Invalid value: "2Gi": must be less than or equal to memory limit of 1Gi'],
  );
  const two = [
    { ...container, ...having({ requests: gib }) },
    { ...container, name: "more", ...having({ requests: gib }) },
  ];
  refused.spec(
    "[PodLevelResources#3] are enough for all containers",
    { containers: two, resources: { requests: gib } },
    [
      'spec.resources.requests[memory]: Invalid value: "1Gi": must be greater than or equal to aggregate container requests of 2Gi',
    ],
  );
  pods.accepts("may be just enough", withSpec({ containers: two, resources: { requests: { memory: "2Gi" } } }));
  pods.accepts(
    "are requested for all containers when they are only limited",
    withSpec({ containers: two, resources: { limits: { memory: "2Gi" } } }),
  );
  refused.spec(
    "[PodLevelResources#4] are enough for each container",
    {
      containers: [{ ...container, ...having({ limits: { memory: "2Gi" }, requests: gib }) }],
      resources: { limits: gib },
    },
    [
      'spec.resources.containers[0][memory].limits: Invalid value: "2Gi": must be less than or equal to pod limits of 1Gi',
    ],
  );
});

describe("the overhead of a Pod", () => {
  refused.spec("is checked as limits are", { overhead: { cpu: "-1" } }, [
    'spec.overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0',
  ]);
});
