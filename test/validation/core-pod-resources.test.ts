import { describe } from "vitest";
import { notLabel, notQualifiedName } from "../support/format-messages.ts";
import { featureGateFlag, PodRefusals, withContainer, withSpec } from "../support/pod-refusals.ts";
import { ruleServer } from "../support/refusals.ts";

const server = ruleServer(featureGateFlag("DynamicResourceAllocation", "PodLevelResources"));
const refused = new PodRefusals(server);
const { pods } = refused;

const withResources = (resources: object): object => ({ resources });

function refuse(title: string, resources: object, causes: readonly string[]): void {
  refused.container(
    title,
    withResources(resources),
    causes.map((cause) => `resources.${cause}`),
  );
}

describe("the resources of a container", () => {
  refuse(
    "[ResourceRequirements#1] negative limits and requests are rejected",
    { limits: { cpu: "-1" }, requests: { cpu: "-2" } },
    [
      'limits[cpu]: Invalid value: "-1": must be greater than or equal to 0',
      'requests[cpu]: Invalid value: "-2": must be greater than or equal to 0',
    ],
  );
  refuse(
    "[ResourceRequirements#3] a fraction of an extended resource is rejected",
    { limits: { "example.com/gpu": "500m" } },
    [
      'limits[example.com/gpu]: Invalid value: resource.Quantity{i:resource.int64Amount{value:500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"500m", Format:"DecimalSI"}: must be an integer',
      'requests[example.com/gpu]: Invalid value: resource.Quantity{i:resource.int64Amount{value:500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"500m", Format:"DecimalSI"}: must be an integer',
    ],
  );
  refuse(
    "[ResourceRequirements#5] a request above its limit is rejected",
    { limits: { cpu: "1" }, requests: { cpu: "2" } },
    ['requests: Invalid value: "2": must be less than or equal to cpu limit of 1'],
  );
  pods.accepts(
    "a request equal to its limit is accepted",
    withContainer(withResources({ limits: { cpu: "1" }, requests: { cpu: "1" } })),
  );
  refuse(
    "[ResourceRequirements#4] a request of an extended resource below its limit is rejected",
    { limits: { "example.com/gpu": "2" }, requests: { "example.com/gpu": "1" } },
    ['requests: Invalid value: "1": must be equal to example.com/gpu limit of 2'],
  );
  refuse(
    "[ResourceRequirements#6] a request of an extended resource without a limit is rejected",
    { requests: { "example.com/gpu": "1" } },
    ["limits: Required value: Limit must be set for non overcommitable resources"],
  );
});

describe("huge pages", () => {
  const pages = (amount: string): object => ({ "hugepages-2Mi": amount });
  const broken = 'Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi';

  refuse(
    "[ResourceRequirements#2, ResourceRequirements#7] huge pages that are no multiple of their size are rejected",
    { limits: { memory: "1Gi", ...pages("3Mi") } },
    [`limits[hugepages-2Mi]: ${broken}`, `requests[hugepages-2Mi]: ${broken}`],
  );
  refused.container(
    "[ResourceRequirements#8] huge pages without cpu or memory are rejected",
    withResources({ limits: pages("2Mi") }),
    ["resources: Forbidden: HugePages require cpu or memory"],
  );
  pods.accepts(
    "huge pages that are a multiple of their size are accepted",
    withContainer(withResources({ limits: { memory: "1Gi", ...pages("4Mi") } })),
  );
});

describe("claims that a container uses", () => {
  const claims = (...list: object[]): object => ({ claims: list });
  const resourceClaims = [
    { name: "gpu", resourceClaimName: "gpus" },
    { name: "disk", resourceClaimName: "disks" },
  ];

  /** Registers a test of a container that uses claims of a Pod with the claims `gpu` and `disk`. */
  function refuseClaims(title: string, list: readonly object[], causes: readonly string[]): void {
    pods.create(
      title,
      ({ spec }) => {
        spec.resourceClaims = resourceClaims;
        Object.assign(spec.containers[0], withResources(claims(...list)));
      },
      causes.map((cause) => `spec.containers[0].resources.${cause}`),
    );
  }

  refuseClaims(
    "[ResourceRequirements#9] a claim without a name is rejected",
    [{ name: "" }],
    ["claims[0]: Required value"],
  );
  refuseClaims(
    "[ResourceRequirements#10] a claim that is used twice is rejected",
    [{ name: "gpu" }, { name: "gpu" }],
    ['claims[1]: Duplicate value: "gpu"'],
  );
  const request = { name: "gpu", request: "big" };
  refuseClaims(
    "[ResourceRequirements#10] a request of a claim that is used twice is rejected",
    [request, request],
    ['claims[1]: Duplicate value: "gpu/big"'],
  );
  refuseClaims(
    "[ResourceRequirements#10] a claim that is used both as a whole and by request is rejected",
    [request, { name: "gpu" }],
    ['claims[1]: Duplicate value: "gpu"'],
  );
  refuseClaims(
    "[ResourceRequirements#11] a claim request that is no DNS label is rejected",
    [{ name: "gpu", request: "A" }],
    [`claims[0].request: Invalid value: "A": ${notLabel}`],
  );
  refuseClaims(
    "[ResourceRequirements#12] a claim that the Pod does not have is rejected",
    [{ name: "net" }],
    ['claims[0]: Not found: "net": must be one of the names in pod.spec.resourceClaims: disk, gpu'],
  );
  refuse("[ResourceRequirements#13] a claim in a Pod without claims is rejected", claims({ name: "net" }), [
    'claims[0]: Not found: "net": must be one of the names in pod.spec.resourceClaims which is empty',
  ]);
});

describe("a resource of containers", () => {
  const requests = (name: string): object => ({ requests: { [name]: "1" } });
  refuse("[ContainerResourceName#1] a resource whose name is no qualified name is rejected", requests("a b"), [
    `requests[a b]: Invalid value: a b: ${notQualifiedName}`,
    "requests[a b]: Invalid value: a b: must be a standard resource for containers",
  ]);
  refuse(
    "[ContainerResourceName#2, ContainerResourceName#3] an unknown resource without a domain is rejected",
    requests("gpu"),
    [
      "requests[gpu]: Invalid value: gpu: must be a standard resource type or fully qualified",
      "requests[gpu]: Invalid value: gpu: must be a standard resource for containers",
    ],
  );
  refuse("[ContainerResourceName#3] a resource that containers do not have is rejected", requests("pods"), [
    "requests[pods]: Invalid value: pods: must be a standard resource for containers",
  ]);
  const gpus = { "requests.example.com/gpu": "1" };
  const why = "Invalid value: requests.example.com/gpu: doesn't follow extended resource name standard";
  refuse(
    "[ContainerResourceName#4] a resource with the prefix of quotas is rejected",
    { limits: gpus, requests: gpus },
    [`limits[requests.example.com/gpu]: ${why}`, `requests[requests.example.com/gpu]: ${why}`],
  );
  pods.accepts(
    "a resource with a domain is accepted",
    withContainer(withResources({ limits: { "example.com/gpu": "1" } })),
  );
});

describe("the resources of a Pod as a whole", () => {
  const container = { name: "app", image: "app:1" };
  const gib = { memory: "1Gi" };

  refused.spec(
    "[PodLevelResources#1] claims in the resources of a Pod are rejected",
    { resources: { claims: [{ name: "gpu" }] } },
    [
      "spec.resources.claims: Forbidden: claims cannot be set for Resources at pod-level",
      'spec.resources.claims[0]: Not found: "gpu": must be one of the names in pod.spec.resourceClaims which is empty',
    ],
  );
  refused.spec(
    "[PodLevelResources#2] ephemeral storage in the resources of a Pod is rejected",
    { resources: { requests: { "ephemeral-storage": "1Gi" } } },
    [
      'spec.resources.requests[ephemeral-storage]: Unsupported value: ephemeral-storage: supported values: "cpu", "memory"',
    ],
  );
  refused.spec(
    "a request of a Pod above its limit is rejected",
    { resources: { limits: gib, requests: { memory: "2Gi" } } },
    ['spec.resources.requests: Invalid value: "2Gi": must be less than or equal to memory limit of 1Gi'],
  );
  const two = [
    { ...container, ...withResources({ requests: gib }) },
    { ...container, name: "more", ...withResources({ requests: gib }) },
  ];
  refused.spec(
    "[PodLevelResources#3] a request of a Pod below the sum of its containers' requests is rejected",
    { containers: two, resources: { requests: gib } },
    [
      'spec.resources.requests[memory]: Invalid value: "1Gi": must be greater than or equal to aggregate container requests of 2Gi',
    ],
  );
  refused.spec(
    "requests of a Pod that are too small are reported after the other errors of its resources",
    { containers: two, resources: { claims: [{ name: "gpu" }], requests: { ...gib, app: "1" } } },
    [
      "spec.resources.claims: Forbidden: claims cannot be set for Resources at pod-level",
      "spec.resources.requests[app]: Invalid value: app: must be a standard resource type or fully qualified",
      'spec.resources.claims[0]: Not found: "gpu": must be one of the names in pod.spec.resourceClaims which is empty',
      'spec.resources.requests[memory]: Invalid value: "1Gi": must be greater than or equal to aggregate container requests of 2Gi',
    ],
  );
  pods.accepts(
    "a request of a Pod equal to the sum of its containers' requests is accepted",
    withSpec({ containers: two, resources: { requests: { memory: "2Gi" } } }),
  );
  pods.accepts(
    "a limit of a Pod equal to the sum of its containers' requests is accepted",
    withSpec({ containers: two, resources: { limits: { memory: "2Gi" } } }),
  );
  refused.spec(
    "[PodLevelResources#4] a limit of a container above the limit of its Pod is rejected",
    {
      containers: [{ ...container, ...withResources({ limits: { memory: "2Gi" }, requests: gib }) }],
      resources: { limits: gib },
    },
    [
      'spec.resources.containers[0][memory].limits: Invalid value: "2Gi": must be less than or equal to pod limits of 1Gi',
    ],
  );
});

describe("the overhead of a Pod", () => {
  refused.spec("a negative overhead is rejected with the path of limits", { overhead: { cpu: "-1" } }, [
    'spec.overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0',
  ]);
});
