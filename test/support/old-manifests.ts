/**
 * Manifests in API versions that are no longer served, and the expected manifests of the served versions. Both are
 * written by hand.
 */

// oxlint-disable-next-line typescript/no-explicit-any
type Manifest = any;

/** A manifest in an old version and its expected conversion. */
export interface OldManifest {
  /** IDs of requirements in `conformance/`. */
  readonly requirementIds: readonly string[];
  /** Path of the collection in the old version. */
  readonly oldPath: string;
  readonly old: Manifest;
  /** Path of the collection in the served version. */
  readonly path: string;
  /** Expected manifest in the served version. If absent, only `apiVersion` differs. */
  readonly converted?: Manifest;
  readonly apiVersion: string;
}

const inDefault = "namespaces/default/";
const labels = { app: "web" };
const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "web" }] } };
const selector = { matchLabels: labels };
const metadata = { name: "old" };
interface Row {
  readonly requirementIds: readonly string[];
  /** `GROUP/VERSION` of the old manifest and of the converted one. */
  readonly versions: readonly [oldVersion: string, servedVersion: string];
  readonly plural: string;
  readonly kind: string;
  readonly isNamespaced?: boolean;
  readonly old: object;
  readonly converted?: object;
}

function convertedVersion({
  requirementIds,
  versions: [oldVersion, servedVersion],
  plural,
  kind,
  isNamespaced = false,
  ...bodies
}: Row): OldManifest {
  const place = `${isNamespaced ? inDefault : ""}${plural}`;
  const typed = (apiVersion: string, body: object): Manifest => ({ apiVersion, kind, metadata, ...body });
  return {
    requirementIds,
    oldPath: `/apis/${oldVersion}/${place}`,
    path: `/apis/${servedVersion}/${place}`,
    apiVersion: servedVersion,
    old: typed(oldVersion, bodies.old),
    ...(bodies.converted ? { converted: typed(servedVersion, bodies.converted) } : {}),
  };
}

/** Returns the row of a kind whose `v1beta1` became `v1` without changes. */
function promotedVersion(id: string, group: string, row: Omit<Row, "requirementIds" | "versions">): OldManifest {
  return convertedVersion({ requirementIds: [id], versions: [`${group}/v1beta1`, `${group}/v1`], ...row });
}

const roleRef = { apiGroup: "rbac.authorization.orch.io", kind: "ClusterRole", name: "view" };
const rules = [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }];
const rbac = "rbac.authorization.orch.io";
const storage = "storage.orch.io";
const level = (field: string, shares: number): object => ({
  spec: { type: "Limited", limited: { [field]: shares, limitResponse: { type: "Reject" } } },
});
const flow = { spec: { priorityLevelConfiguration: { name: "exempt" }, matchingPrecedence: 900, rules: [] } };
const flowcontrol = "flowcontrol.apiserver.orch.io";
const scaler = (metric: object): object => ({
  spec: {
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
    maxReplicas: 3,
    metrics: [metric],
  },
});
const utilization = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 70 } },
};
const ingress = (backend: (name: string, port: number | string) => object, defaultField: string): object => ({
  spec: {
    [defaultField]: backend("front", 80),
    rules: [
      {
        host: "example.com",
        http: { paths: [{ path: "/", pathType: "ImplementationSpecific", backend: backend("web", "http") }] },
      },
    ],
  },
});
const oldIngress = ingress((serviceName, servicePort) => ({ serviceName, servicePort }), "backend");
const newIngress = ingress(
  (name, port) => ({ service: { name, port: typeof port === "number" ? { number: port } : { name: port } } }),
  "defaultBackend",
);
const deployment = { spec: { replicas: 2, selector, template } };

function priorityLevel(id: string, before: string, bodies: Pick<Row, "old" | "converted">): OldManifest {
  return convertedVersion({
    requirementIds: [id],
    versions: [`${flowcontrol}/${before}`, `${flowcontrol}/v1`],
    plural: "prioritylevelconfigurations",
    kind: "PriorityLevelConfiguration",
    ...bodies,
  });
}

function autoscaler(id: string, before: string, bodies: Pick<Row, "old" | "converted">): OldManifest {
  return convertedVersion({
    requirementIds: [id],
    versions: [`autoscaling/${before}`, "autoscaling/v2"],
    plural: "horizontalpodautoscalers",
    kind: "HorizontalPodAutoscaler",
    isNamespaced: true,
    ...bodies,
  });
}

/** One manifest for each kind of conversion from an unserved version to a served one. */
export const oldManifests: readonly OldManifest[] = [
  convertedVersion({
    requirementIds: ["CONV-01"],
    versions: [`${flowcontrol}/v1beta3`, `${flowcontrol}/v1`],
    plural: "flowschemas",
    kind: "FlowSchema",
    old: flow,
  }),
  priorityLevel("CONV-01", "v1beta3", {
    old: level("nominalConcurrencyShares", 0),
  }),
  priorityLevel("CONV-02", "v1beta2", {
    old: level("assuredConcurrencyShares", 20),
    converted: level("nominalConcurrencyShares", 20),
  }),
  priorityLevel("CONV-04", "v1beta1", {
    old: level("assuredConcurrencyShares", 5),
    converted: level("nominalConcurrencyShares", 5),
  }),
  promotedVersion("CONV-03", storage, {
    plural: "csistoragecapacities",
    kind: "CSIStorageCapacity",
    isNamespaced: true,
    old: { storageClassName: "fast", capacity: "1Gi" },
  }),
  autoscaler("CONV-05", "v2beta2", {
    old: scaler({ type: "Resource", resource: { name: "cpu", targetAverageUtilization: 70 } }),
    converted: scaler(utilization),
  }),
  autoscaler("CONV-05", "v2beta2", {
    old: scaler(utilization),
  }),
  autoscaler("CONV-09", "v2beta1", {
    old: scaler({ type: "Resource", resource: { name: "cpu", targetAverageUtilization: 70 } }),
    converted: scaler(utilization),
  }),
  autoscaler("CONV-09", "v2beta1", {
    old: scaler({
      type: "Object",
      object: {
        target: { apiVersion: "v1", kind: "Service", name: "web" },
        metricName: "requests",
        selector,
        targetValue: "10",
      },
    }),
    converted: scaler({
      type: "Object",
      object: {
        describedObject: { apiVersion: "v1", kind: "Service", name: "web" },
        metric: { name: "requests", selector },
        target: { type: "Value", value: "10" },
      },
    }),
  }),
  autoscaler("CONV-09", "v2beta1", {
    old: scaler({
      type: "External",
      external: { metricName: "queue", metricSelector: selector, targetAverageValue: "30" },
    }),
    converted: scaler({
      type: "External",
      external: { metric: { name: "queue", selector }, target: { type: "AverageValue", averageValue: "30" } },
    }),
  }),
  promotedVersion("CONV-06", "batch", {
    plural: "cronjobs",
    kind: "CronJob",
    isNamespaced: true,
    old: {
      spec: {
        schedule: "0 * * * *",
        jobTemplate: { spec: { template: { spec: { ...template.spec, restartPolicy: "Never" } } } },
      },
    },
  }),
  convertedVersion({
    requirementIds: ["CONV-07"],
    versions: ["discovery.orch.io/v1beta1", "discovery.orch.io/v1"],
    plural: "endpointslices",
    kind: "EndpointSlice",
    isNamespaced: true,
    old: {
      addressType: "IPv4",
      endpoints: [
        { addresses: ["10.0.0.1"], topology: { "orch.io/hostname": "node-1", "topology.orch.io/zone": "north" } },
      ],
    },
    converted: { addressType: "IPv4", endpoints: [{ addresses: ["10.0.0.1"], nodeName: "node-1", zone: "north" }] },
  }),
  convertedVersion({
    requirementIds: ["CONV-08"],
    versions: ["events.orch.io/v1beta1", "events.orch.io/v1"],
    plural: "events",
    kind: "Event",
    isNamespaced: true,
    old: {
      eventTime: "2025-01-01T00:00:00.000000Z",
      reportingController: "example.com/it",
      reportingInstance: "it-1",
      action: "Starting",
      reason: "Started",
      note: "it has begun",
      regarding: { kind: "Pod", namespace: "default", name: "p" },
      type: "Normal",
      series: { count: 2, lastObservedTime: "2025-01-01T00:00:01.000000Z", state: "Ongoing" },
    },
    converted: {
      eventTime: "2025-01-01T00:00:00.000000Z",
      reportingController: "example.com/it",
      reportingInstance: "it-1",
      action: "Starting",
      reason: "Started",
      note: "it has begun",
      regarding: { kind: "Pod", namespace: "default", name: "p" },
      type: "Normal",
      series: { count: 2, lastObservedTime: "2025-01-01T00:00:01.000000Z" },
    },
  }),
  convertedVersion({
    requirementIds: ["CONV-10"],
    versions: ["policy/v1beta1", "policy/v1"],
    plural: "poddisruptionbudgets",
    kind: "PodDisruptionBudget",
    isNamespaced: true,
    old: { spec: { minAvailable: 1, selector: {} } },
    converted: { spec: { minAvailable: 1 } },
  }),
  promotedVersion("CONV-10", "policy", {
    plural: "poddisruptionbudgets",
    kind: "PodDisruptionBudget",
    isNamespaced: true,
    old: { spec: { minAvailable: 1, selector } },
  }),
  promotedVersion("CONV-12", "node.orch.io", {
    plural: "runtimeclasses",
    kind: "RuntimeClass",
    old: { handler: "it" },
  }),
  ...["Mutating", "Validating"].map((word) => {
    const clientConfig = { service: { namespace: "default", name: "hook" } };
    return convertedVersion({
      requirementIds: ["CONV-13", "CONV-14", "CONV-15"],
      versions: ["admissionregistration.orch.io/v1beta1", "admissionregistration.orch.io/v1"],
      plural: `${word.toLowerCase()}webhookconfigurations`,
      kind: `${word}WebhookConfiguration`,
      old: { webhooks: [{ name: "hook.example.com", clientConfig }] },
      converted: {
        webhooks: [
          {
            name: "hook.example.com",
            clientConfig,
            failurePolicy: "Ignore",
            matchPolicy: "Exact",
            timeoutSeconds: 30,
            admissionReviewVersions: ["v1beta1"],
            sideEffects: "None",
          },
        ],
      },
    });
  }),
  {
    requirementIds: ["CONV-16", "CONV-18", "CONV-19"],
    oldPath: "/apis/apiextensions.orch.io/v1beta1/customresourcedefinitions",
    path: "/apis/apiextensions.orch.io/v1/customresourcedefinitions",
    apiVersion: "apiextensions.orch.io/v1",
    old: {
      apiVersion: "apiextensions.orch.io/v1beta1",
      kind: "CustomResourceDefinition",
      metadata: { name: "boats.example.com" },
      spec: {
        group: "example.com",
        version: "v1",
        scope: "Namespaced",
        names: { plural: "boats", kind: "Boat" },
        preserveUnknownFields: false,
        validation: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object" } } } },
        subresources: { status: {} },
        additionalPrinterColumns: [{ name: "Length", type: "integer", JSONPath: ".spec.length" }],
        conversion: {
          strategy: "Webhook",
          webhookClientConfig: { service: { namespace: "default", name: "convert" } },
          conversionReviewVersions: ["v1"],
        },
      },
    },
    converted: {
      apiVersion: "apiextensions.orch.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "boats.example.com" },
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { plural: "boats", kind: "Boat" },
        conversion: {
          strategy: "Webhook",
          webhook: {
            clientConfig: { service: { namespace: "default", name: "convert" } },
            conversionReviewVersions: ["v1"],
          },
        },
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object" } } } },
            subresources: { status: {} },
            additionalPrinterColumns: [{ name: "Length", type: "integer", jsonPath: ".spec.length" }],
          },
        ],
      },
    },
  },
  {
    requirementIds: ["CONV-20"],
    oldPath: "/apis/apiregistration.orch.io/v1beta1/apiservices",
    path: "/apis/apiregistration.orch.io/v1/apiservices",
    apiVersion: "apiregistration.orch.io/v1",
    old: {
      apiVersion: "apiregistration.orch.io/v1beta1",
      kind: "APIService",
      metadata: { name: "v1.example.com" },
      spec: { group: "example.com", version: "v1", groupPriorityMinimum: 1000, versionPriority: 15 },
    },
  },
  promotedVersion("CONV-26", "coordination.orch.io", {
    plural: "leases",
    kind: "Lease",
    isNamespaced: true,
    old: { spec: { holderIdentity: "me" } },
  }),
  ...["extensions/v1beta1", "networking.orch.io/v1beta1"].map((before) =>
    convertedVersion({
      requirementIds: ["CONV-27", "CONV-28"],
      versions: [before, "networking.orch.io/v1"],
      plural: "ingresses",
      kind: "Ingress",
      isNamespaced: true,
      old: oldIngress,
      converted: newIngress,
    }),
  ),
  promotedVersion("CONV-30", "networking.orch.io", {
    plural: "ingressclasses",
    kind: "IngressClass",
    old: { spec: { controller: "example.com/it" } },
  }),
  promotedVersion("CONV-31", rbac, { plural: "clusterroles", kind: "ClusterRole", old: { rules } }),
  promotedVersion("CONV-31", rbac, { plural: "clusterrolebindings", kind: "ClusterRoleBinding", old: { roleRef } }),
  promotedVersion("CONV-31", rbac, { plural: "roles", kind: "Role", isNamespaced: true, old: { rules } }),
  promotedVersion("CONV-31", rbac, {
    plural: "rolebindings",
    kind: "RoleBinding",
    isNamespaced: true,
    old: { roleRef },
  }),
  promotedVersion("CONV-32", "scheduling.orch.io", {
    plural: "priorityclasses",
    kind: "PriorityClass",
    old: { value: 10 },
  }),
  promotedVersion("CONV-33", storage, {
    plural: "csidrivers",
    kind: "CSIDriver",
    old: { spec: { attachRequired: false } },
  }),
  promotedVersion("CONV-33", storage, {
    plural: "csinodes",
    kind: "CSINode",
    old: { spec: { drivers: [{ name: "csi.example.com", nodeID: "1" }] } },
  }),
  promotedVersion("CONV-33", storage, {
    plural: "storageclasses",
    kind: "StorageClass",
    old: { provisioner: "example.com/it" },
  }),
  promotedVersion("CONV-33", storage, {
    plural: "volumeattachments",
    kind: "VolumeAttachment",
    old: { spec: { attacher: "csi.example.com", nodeName: "node", source: { persistentVolumeName: "volume" } } },
  }),
  convertedVersion({
    requirementIds: ["CONV-34"],
    versions: ["extensions/v1beta1", "networking.orch.io/v1"],
    plural: "networkpolicies",
    kind: "NetworkPolicy",
    isNamespaced: true,
    old: { spec: { podSelector: selector } },
  }),
  convertedVersion({
    requirementIds: ["CONV-35"],
    versions: ["extensions/v1beta1", "apps/v1"],
    plural: "daemonsets",
    kind: "DaemonSet",
    isNamespaced: true,
    old: { spec: { templateGeneration: 3, template } },
    converted: { spec: { selector, template, updateStrategy: { type: "OnDelete" } } },
  }),
  convertedVersion({
    requirementIds: ["CONV-35"],
    versions: ["apps/v1beta2", "apps/v1"],
    plural: "daemonsets",
    kind: "DaemonSet",
    isNamespaced: true,
    old: { spec: { selector, template } },
  }),
  convertedVersion({
    requirementIds: ["CONV-36"],
    versions: ["extensions/v1beta1", "apps/v1"],
    plural: "deployments",
    kind: "Deployment",
    isNamespaced: true,
    old: { spec: { rollbackTo: { revision: 3 }, template } },
    converted: {
      spec: {
        selector,
        template,
        revisionHistoryLimit: 2_147_483_647,
        progressDeadlineSeconds: 2_147_483_647,
        strategy: { rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } },
      },
    },
  }),
  convertedVersion({
    requirementIds: ["CONV-36"],
    versions: ["apps/v1beta1", "apps/v1"],
    plural: "deployments",
    kind: "Deployment",
    isNamespaced: true,
    old: deployment,
    converted: { spec: { ...deployment.spec, revisionHistoryLimit: 2 } },
  }),
  convertedVersion({
    requirementIds: ["CONV-36"],
    versions: ["apps/v1beta2", "apps/v1"],
    plural: "deployments",
    kind: "Deployment",
    isNamespaced: true,
    old: deployment,
  }),
  convertedVersion({
    requirementIds: ["CONV-38"],
    versions: ["apps/v1beta1", "apps/v1"],
    plural: "statefulsets",
    kind: "StatefulSet",
    isNamespaced: true,
    old: { spec: { serviceName: "web", template } },
    converted: { spec: { serviceName: "web", selector, template, updateStrategy: { type: "OnDelete" } } },
  }),
  convertedVersion({
    requirementIds: ["CONV-38"],
    versions: ["apps/v1beta2", "apps/v1"],
    plural: "statefulsets",
    kind: "StatefulSet",
    isNamespaced: true,
    old: { spec: { serviceName: "web", selector, template } },
  }),
  ...["extensions/v1beta1", "apps/v1beta2"].map((before) =>
    convertedVersion({
      requirementIds: ["CONV-39"],
      versions: [before, "apps/v1"],
      plural: "replicasets",
      kind: "ReplicaSet",
      isNamespaced: true,
      old: { spec: { selector, template } },
    }),
  ),
];
