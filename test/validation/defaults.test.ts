import { describe, expect } from "vitest";
import { controllerSpec } from "../support/controllers.ts";
import { ruleServer } from "../support/refusals.ts";
import { absentValues, emptyTexts, Replacements } from "../support/replacements.ts";

const server = ruleServer(["--runtime-config=admissionregistration.orch.io/v1alpha1=true"]);
const ofDefault = "/api/v1/namespaces/default";
const admission = "/apis/admissionregistration.orch.io";

/** The values that the client sends, and the default that replaces each of them. */
type Row = readonly [title: string, path: string, sent: readonly unknown[], kept: unknown];

function expectDefaults(collection: string, manifest: object, rows: readonly Row[]): void {
  const objects = new Replacements(server, collection, manifest);
  for (const [title, path, sent, kept] of rows) objects.create(title, { path, sentValues: sent, storedValue: kept });
}

describe("defaults of a Pod", () => {
  const container = {
    name: "app",
    image: "app:1",
    ports: [{ containerPort: 80 }],
    env: [{ name: "NAME", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }],
    livenessProbe: { httpGet: { port: 80 } },
  };
  const app = "/spec/containers/0";
  expectDefaults(`${ofDefault}/pods`, { spec: { containers: [container], volumes: [{ name: "scratch" }] } }, [
    [
      "[PodSpec#1] terminationGracePeriodSeconds defaults to 30",
      "/spec/terminationGracePeriodSeconds",
      absentValues,
      30,
    ],
    ["[PodSpec#3] an empty restartPolicy of a Pod becomes Always", "/spec/restartPolicy", emptyTexts, "Always"],
    ["[PodSpec#5] an empty dnsPolicy becomes ClusterFirst", "/spec/dnsPolicy", emptyTexts, "ClusterFirst"],
    [
      "[Container#4] an empty terminationMessagePolicy becomes File",
      `${app}/terminationMessagePolicy`,
      emptyTexts,
      "File",
    ],
    [
      "[PullPolicy#1] an empty imagePullPolicy becomes IfNotPresent for an image with a tag",
      `${app}/imagePullPolicy`,
      emptyTexts,
      "IfNotPresent",
    ],
    [
      "[ContainerPorts#6] an empty protocol of a container port becomes TCP",
      `${app}/ports/0/protocol`,
      emptyTexts,
      "TCP",
    ],
    [
      "[ObjectFieldSelector#1] an empty apiVersion of a fieldRef becomes v1",
      `${app}/env/0/valueFrom/fieldRef/apiVersion`,
      emptyTexts,
      "v1",
    ],
    ["[Handler#2] an empty path of an httpGet probe becomes /", `${app}/livenessProbe/httpGet/path`, emptyTexts, "/"],
    ["[VolumeSource#74] a volume without a source becomes an emptyDir", "/spec/volumes/0/emptyDir", absentValues, {}],
  ]);
});

describe("defaults of a Service", () => {
  const spec = { ports: [{ port: 80 }] };
  expectDefaults(`${ofDefault}/services`, { spec }, [
    ["[Service#15] an empty protocol of a Service port becomes TCP", "/spec/ports/0/protocol", emptyTexts, "TCP"],
    ["[Service#19] an empty sessionAffinity becomes None", "/spec/sessionAffinity", emptyTexts, "None"],
    ["[Service#41] an empty type of a Service becomes ClusterIP", "/spec/type", emptyTexts, "ClusterIP"],
    ["[Service#61] internalTrafficPolicy defaults to Cluster", "/spec/internalTrafficPolicy", absentValues, "Cluster"],
  ]);
  expectDefaults(`${ofDefault}/services`, { spec: { ...spec, sessionAffinity: "None" } }, [
    [
      "[Service#25] sessionAffinityConfig is removed if sessionAffinity is None",
      "/spec/sessionAffinityConfig",
      [{ clientIP: { timeoutSeconds: 60 } }],
      undefined,
    ],
  ]);
  const threeHours = { clientIP: { timeoutSeconds: 10800 } };
  const affinity = "/spec/sessionAffinityConfig";
  expectDefaults(`${ofDefault}/services`, { spec: { ...spec, sessionAffinity: "ClientIP" } }, [
    ["[Service#21] sessionAffinityConfig defaults to three hours", affinity, absentValues, threeHours],
    [
      "[Service#22] sessionAffinityConfig.clientIP defaults to three hours",
      `${affinity}/clientIP`,
      absentValues,
      threeHours.clientIP,
    ],
    [
      "[Service#23] timeoutSeconds of the session affinity default to three hours",
      `${affinity}/clientIP/timeoutSeconds`,
      absentValues,
      10800,
    ],
  ]);
  expectDefaults(`${ofDefault}/services`, { spec: { ...spec, type: "LoadBalancer" } }, [
    [
      "[Service#51] allocateLoadBalancerNodePorts defaults to true",
      "/spec/allocateLoadBalancerNodePorts",
      absentValues,
      true,
    ],
    [
      "[Service#56] an empty externalTrafficPolicy becomes Cluster",
      "/spec/externalTrafficPolicy",
      emptyTexts,
      "Cluster",
    ],
  ]);
  expectDefaults(`${ofDefault}/services`, { spec: { ...spec, clusterIP: "None" } }, [
    ["[Service#26] clusterIPs default to the clusterIP", "/spec/clusterIPs", [undefined, null, []], ["None"]],
  ]);
  expectDefaults(`${ofDefault}/services`, { spec: { ...spec, type: "LoadBalancer", externalTrafficPolicy: "Local" } }, [
    [
      "[Service#59] healthCheckNodePort is allocated for a LoadBalancer Service with externalTrafficPolicy Local",
      "/spec/healthCheckNodePort",
      [undefined, null, 0],
      expect.toSatisfy((port) => port >= 30_000 && port <= 32_767),
    ],
  ]);
});

describe("defaults of the ports of endpoints", () => {
  expectDefaults(`${ofDefault}/endpoints`, { subsets: [{ addresses: [{ ip: "192.0.2.1" }], ports: [{ port: 80 }] }] }, [
    [
      "[Endpoints#9] an empty protocol of an Endpoints port becomes TCP",
      "/subsets/0/ports/0/protocol",
      emptyTexts,
      "TCP",
    ],
  ]);
  const slice = { addressType: "IPv4", endpoints: [{ addresses: ["192.0.2.1"] }], ports: [{ port: 80 }] };
  expectDefaults("/apis/discovery.orch.io/v1/namespaces/default/endpointslices", slice, [
    [
      "[EndpointSlice#20] the protocol of an EndpointSlice port defaults to TCP",
      "/ports/0/protocol",
      absentValues,
      "TCP",
    ],
  ]);
});

describe("defaults of controllers", () => {
  const apps = "/apis/apps/v1/namespaces/default";
  const aQuarter = { maxUnavailable: "25%", maxSurge: "25%" };
  expectDefaults(`${apps}/deployments`, { spec: { ...controllerSpec, strategy: { type: "RollingUpdate" } } }, [
    [
      "[Deployment#6] rollingUpdate of a Deployment defaults to 25%",
      "/spec/strategy/rollingUpdate",
      absentValues,
      aQuarter,
    ],
  ]);
  const one = { maxUnavailable: 1, maxSurge: 0 };
  expectDefaults(`${apps}/daemonsets`, { spec: { ...controllerSpec, updateStrategy: { type: "RollingUpdate" } } }, [
    [
      "[DaemonSet#10] rollingUpdate of a DaemonSet defaults to maxUnavailable 1",
      "/spec/updateStrategy/rollingUpdate",
      absentValues,
      one,
    ],
  ]);
  expectDefaults(`${apps}/statefulsets`, { spec: { ...controllerSpec, serviceName: "web" } }, [
    [
      "[StatefulSet#1] an empty podManagementPolicy becomes OrderedReady",
      "/spec/podManagementPolicy",
      emptyTexts,
      "OrderedReady",
    ],
    [
      "[StatefulSet#3] an empty updateStrategy type of a StatefulSet becomes RollingUpdate",
      "/spec/updateStrategy/type",
      emptyTexts,
      "RollingUpdate",
    ],
  ]);
  const template = { spec: { restartPolicy: "Never", containers: [{ name: "app", image: "app:1" }] } };
  expectDefaults("/apis/batch/v1/namespaces/default/jobs", { spec: { template } }, [
    [
      "[Job#1] an empty uid of a Job is replaced by a generated one",
      "/metadata/uid",
      emptyTexts,
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    ],
  ]);
  expectDefaults(
    "/apis/batch/v1/namespaces/default/cronjobs",
    { spec: { schedule: "0 * * * *", jobTemplate: { spec: { template } } } },
    [["[CronJob#5] an empty concurrencyPolicy becomes Allow", "/spec/concurrencyPolicy", emptyTexts, "Allow"]],
  );
});

describe("defaults of storage kinds", () => {
  expectDefaults("/apis/storage.orch.io/v1/storageclasses", { provisioner: "csi.example.com" }, [
    ["[StorageClass#7] volumeBindingMode defaults to Immediate", "/volumeBindingMode", absentValues, "Immediate"],
  ]);
  expectDefaults("/apis/storage.orch.io/v1/csidrivers", { spec: {} }, [
    ["[CSIDriver#1] attachRequired defaults to true", "/spec/attachRequired", absentValues, true],
    ["[CSIDriver#2] podInfoOnMount defaults to false", "/spec/podInfoOnMount", absentValues, false],
    ["[CSIDriver#3] storageCapacity defaults to false", "/spec/storageCapacity", absentValues, false],
    ["[CSIDriver#9] seLinuxMount defaults to false", "/spec/seLinuxMount", absentValues, false],
  ]);
});

describe("defaults of an IngressClass", () => {
  const parameters = { kind: "Parameters", name: "it" };
  expectDefaults("/apis/networking.orch.io/v1/ingressclasses", { spec: { controller: "example.com/it", parameters } }, [
    [
      "[IngressClass#4] the scope of IngressClass parameters defaults to Cluster",
      "/spec/parameters/scope",
      absentValues,
      "Cluster",
    ],
  ]);
});

describe("defaults of admission policies", () => {
  const rule = { operations: ["CREATE"], apiGroups: ["apps"], apiVersions: ["v1"], resources: ["deployments"] };
  const matchConstraints = { resourceRules: [rule] };
  expectDefaults(
    `${admission}/v1/validatingadmissionpolicies`,
    { spec: { matchConstraints, validations: [{ expression: "true" }] } },
    [
      [
        "[ValidatingAdmissionPolicy#1] failurePolicy of a ValidatingAdmissionPolicy defaults to Fail",
        "/spec/failurePolicy",
        absentValues,
        "Fail",
      ],
      [
        "[MatchResources#1] matchPolicy defaults to Equivalent",
        "/spec/matchConstraints/matchPolicy",
        absentValues,
        "Equivalent",
      ],
      [
        "[MatchResources#3] namespaceSelector defaults to an empty selector",
        "/spec/matchConstraints/namespaceSelector",
        absentValues,
        {},
      ],
      [
        "[MatchResources#4] objectSelector defaults to an empty selector",
        "/spec/matchConstraints/objectSelector",
        absentValues,
        {},
      ],
    ],
  );
  const expression = 'Object{metadata: Object.metadata{labels: {"touched": "yes"}}}';
  const mutations = [{ patchType: "ApplyConfiguration", applyConfiguration: { expression } }];
  expectDefaults(
    `${admission}/v1alpha1/mutatingadmissionpolicies`,
    { spec: { matchConstraints, mutations, reinvocationPolicy: "Never" } },
    [
      [
        "[MutatingAdmissionPolicy#1] failurePolicy of a MutatingAdmissionPolicy defaults to Fail",
        "/spec/failurePolicy",
        absentValues,
        "Fail",
      ],
    ],
  );
});
