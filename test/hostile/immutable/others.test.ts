/**
 * Immutable fields of kinds other than Pods and workloads. Not included are the schemas and stored versions of
 * CustomResourceDefinitions, and custom resources, which are not served yet.
 */
import { authority, base64, ecRequest, leaf } from "../../../src/kinds/certificates/testing/certificates.ts";
import { type ImmutableField, testImmutableFields } from "../../support/immutable-fields.ts";

const ofDefault = "/api/v1/namespaces/default";
const immutable = "field is immutable";

const immutableSetMessage = "field is immutable when `immutable` is set";
const forbidden = (field: string, change: object): ImmutableField => ({
  title: `${field} changed to ${JSON.stringify(change)}`,
  change,
  causes: [`${field}: Forbidden: ${immutableSetMessage}`],
});

/** Returns a change whose error message shows the new value. */
const invalid = (field: string, change: object, shown: string, made: object = {}): ImmutableField => ({
  title: `${field} changed to ${shown}`,
  creationPatch: made,
  change,
  causes: [`${field}: Invalid value: ${shown}: ${immutable}`],
});

const csi = { driver: "csi.example.com", volumeHandle: "vol-1" };
const inZone = (zone: string, key = "zone"): object => ({
  required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: "In", values: [zone] }] }] },
});
const size = { storage: "1Gi" };
const readWriteOnce = ["ReadWriteOnce"];
const source =
  /^spec\.persistentvolumesource: Forbidden: spec\.persistentvolumesource is immutable after creation\n[^]+$/;
const nodeAffinity = /^nodeAffinity: Invalid value: .*: field is immutable, except for updating from beta label to GA$/;
const attributes = "spec.volumeAttributesClassName: Forbidden: update from non-nil value to";

const claimSpec =
  /^spec: Forbidden: spec is immutable after creation except resources\.requests and volumeAttributesClassName for bound claims\n/;
const ofClaim: readonly [change: object, made?: object][] = [
  [{ accessModes: ["ReadOnlyMany"] }],
  [{ selector: { matchLabels: { a: "b" } } }],
  [{ resources: { requests: { storage: "2Gi" } } }],
  [{ resources: { limits: { storage: "2Gi" } } }],
  [{ volumeName: "other" }, { volumeName: "one" }],
  [{ storageClassName: "slow" }, { storageClassName: "fast" }],
  [{ storageClassName: null }, { storageClassName: "fast" }],
  [
    {
      dataSource: { kind: "PersistentVolumeClaim", name: "other" },
      dataSourceRef: { kind: "PersistentVolumeClaim", name: "other" },
    },
  ],
];
const betaClass = "volume.beta.kubernetes.io/storage-class";

const request = { request: base64(ecRequest), signerName: "example.com/it", usages: ["client auth"] };
const approved = { type: "Approved", status: "True" };
const failedCondition = { type: "Failed", status: "True" };

const gpus = { devices: { requests: [{ name: "gpu", deviceClassName: "gpus" }] } };
const allocationOf = (device: string): object => ({
  allocation: { devices: { results: [{ request: "gpu", driver: "gpu.example.com", pool: "one", device }] } },
});
const consumer = (name: string): object => ({ resource: "pods", name, uid: `uid-of-${name}` });

const boats = {
  group: "example.com",
  scope: "Namespaced",
  names: { plural: "boats", kind: "Boat" },
  versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
};

/** Returns a change for a separate CustomResourceDefinition, because its name must contain its group and plural. */
function ofDefinition(plural: string, field: Omit<ImmutableField, "creationPatch">): ImmutableField {
  const spec = { names: { plural, singular: plural.slice(0, -1), kind: plural, listKind: `${plural}List` } };
  return { ...field, creationPatch: { metadata: { name: `${plural}.example.com` }, spec } };
}
const establishedStatus = {
  status: {
    status: {
      conditions: [{ type: "Established", status: "True", reason: "Fine", lastTransitionTime: "2025-01-01T00:00:00Z" }],
      storedVersions: ["v1"],
    },
  },
};

await testImmutableFields([
  {
    kind: "ConfigMap",
    collection: `${ofDefault}/configmaps`,
    manifest: { immutable: true, data: { a: "1" }, binaryData: { b: "AA==" } },
    fields: [
      forbidden("immutable", { immutable: false }),
      forbidden("immutable", { immutable: null }),
      forbidden("data", { data: { a: "2" } }),
      forbidden("data", { data: { a: null } }),
      forbidden("data", { data: { c: "3" } }),
      forbidden("binaryData", { binaryData: { b: "AQ==" } }),
      forbidden("binaryData", { binaryData: null }),
    ],
  },
  {
    kind: "Secret",
    collection: `${ofDefault}/secrets`,
    manifest: { type: "example.com/it", immutable: true, data: { a: "AA==" } },
    fields: [
      invalid("type", { type: "example.com/other" }, '"example.com/other"'),
      // Removing the field sets its default.
      invalid("type", { type: null }, '"Opaque"'),
      forbidden("immutable", { immutable: false }),
      forbidden("immutable", { immutable: null }),
      forbidden("data", { data: { a: "AQ==" } }),
      forbidden("data", { stringData: { a: "new" } }),
    ],
  },
  {
    kind: "Namespace",
    collection: "/api/v1/namespaces",
    manifest: {},
    fields: [
      { title: "spec.finalizers", change: { spec: { finalizers: ["example.com/mine"] } } },
      { title: "spec.finalizers removed", change: { spec: { finalizers: null } } },
      {
        title: "spec.finalizers changed through the status",
        subresource: "status",
        change: { spec: { finalizers: ["example.com/mine"] } },
      },
      {
        title: "status.phase",
        subresource: "status",
        change: { status: { phase: "Terminating" } },
        causes: ["status.Phase: Invalid value: \"Terminating\": may only be 'Active' if `deletionTimestamp` is empty"],
      },
      { title: "status.phase changed through the object", change: { status: { phase: "Terminating" } } },
    ],
  },
  {
    kind: "Node",
    collection: "/api/v1/nodes",
    manifest: {
      spec: { podCIDR: "10.1.0.0/24", podCIDRs: ["10.1.0.0/24"], providerID: "cloud://one", externalID: "one" },
    },
    fields: [
      ...[
        { podCIDR: "10.2.0.0/24", podCIDRs: ["10.2.0.0/24"] },
        { podCIDRs: ["10.1.0.0/24", "fd00::/64"] },
        { podCIDR: null, podCIDRs: null },
      ].map((change) => ({
        title: `spec.podCIDRs changed to ${JSON.stringify(change)}`,
        change: { spec: change },
        causes: ['spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid'],
      })),
      ...["cloud://other", null].map((providerID) => ({
        title: `spec.providerID changed to ${providerID}`,
        change: { spec: { providerID } },
        causes: ['spec.providerID: Forbidden: node updates may not change providerID except from "" to valid'],
      })),
      ...["other", null].map((externalID) => ({
        title: `spec.externalID changed to ${externalID}`,
        change: { spec: { externalID } },
        causes: ["spec.externalID: Forbidden: may not be updated"],
      })),
    ],
  },
  {
    kind: "PersistentVolume",
    collection: "/api/v1/persistentvolumes",
    manifest: { spec: { capacity: size, accessModes: readWriteOnce, csi } },
    fields: [
      {
        title: "the volume handle of its source",
        change: { spec: { csi: { volumeHandle: "vol-2" } } },
        causes: [source],
      },
      {
        title: "the driver of its source",
        change: { spec: { csi: { driver: "b.example.com" } } },
        causes: [source],
      },
      {
        title: "the type of its source",
        change: { spec: { csi: null, hostPath: { path: "/data", type: "" } } },
        causes: [source],
      },
      invalid("volumeMode", { spec: { volumeMode: "Block" } }, '"Block"'),
      ...[inZone("south"), inZone("north", "other"), null].map((other) => ({
        title: `spec.nodeAffinity changed to ${JSON.stringify(other)}`,
        creationPatch: { spec: { nodeAffinity: inZone("north") } },
        change: { spec: { nodeAffinity: other } },
        causes: [nodeAffinity],
      })),
      {
        title: "spec.volumeAttributesClassName removed",
        creationPatch: { spec: { volumeAttributesClassName: "gold" } },
        change: { spec: { volumeAttributesClassName: null } },
        causes: [`${attributes} nil is forbidden`],
      },
    ],
  },
  {
    kind: "PersistentVolumeClaim",
    collection: `${ofDefault}/persistentvolumeclaims`,
    manifest: { spec: { accessModes: readWriteOnce, resources: { requests: size } } },
    fields: [
      ...ofClaim.map(([change, made = {}]) => ({
        title: `spec ${JSON.stringify(made)} changed to ${JSON.stringify(change)}`,
        creationPatch: { spec: made },
        change: { spec: change },
        causes: [claimSpec],
      })),
      {
        title: "spec.volumeMode",
        change: { spec: { volumeMode: "Block" } },
        causes: [claimSpec, `volumeMode: Invalid value: "Block": ${immutable}`],
      },
      {
        title: "spec.volumeAttributesClassName removed",
        creationPatch: { spec: { volumeAttributesClassName: "gold" } },
        change: { spec: { volumeAttributesClassName: null } },
        causes: [claimSpec, `${attributes} nil is forbidden`],
      },
      {
        title: "spec.resources.requests.storage decreased",
        creationPatch: { spec: { resources: { requests: { storage: "3Gi" } } } },
        earlierWrites: { status: { status: { phase: "Bound", capacity: { storage: "2Gi" } } } },
        change: { spec: { resources: { requests: { storage: "1Gi" } } } },
        causes: ["spec.resources.requests.storage: Forbidden: field can not be less than status.capacity"],
      },
      ...["slow", null].map((one) => ({
        title: `the class annotation changed to ${one}`,
        creationPatch: { metadata: { annotations: { [betaClass]: "fast" } } },
        change: { metadata: { annotations: { [betaClass]: one } } },
        causes: [`metadata.annotations.${betaClass}: Invalid value: "${one ?? ""}": ${immutable}`],
      })),
    ],
  },
  {
    kind: "ResourceQuota",
    collection: `${ofDefault}/resourcequotas`,
    manifest: { spec: { scopes: ["BestEffort"], hard: { pods: "1" } } },
    fields: [
      invalid("spec.scopes", { spec: { scopes: ["NotBestEffort"] } }, '[]core.ResourceQuotaScope{"NotBestEffort"}'),
      invalid("spec.scopes", { spec: { scopes: null } }, "[]core.ResourceQuotaScope(nil)"),
    ],
  },
  {
    kind: "Service",
    collection: `${ofDefault}/services`,
    manifest: { spec: { ports: [{ port: 80 }] } },
    fields: [
      {
        title: "spec.clusterIP",
        creationPatch: { spec: { clusterIP: "10.96.7.1" } },
        change: { spec: { clusterIP: "10.96.7.2", clusterIPs: ["10.96.7.2"] } },
        causes: ['spec.clusterIPs[0]: Invalid value: []string{"10.96.7.2"}: may not change once set'],
      },
      {
        title: "spec.clusterIP changed to headless",
        change: { spec: { clusterIP: "None", clusterIPs: ["None"] } },
        causes: ['spec.clusterIPs[0]: Invalid value: []string{"None"}: may not change once set'],
      },
      {
        title: "spec.clusterIP of a headless Service",
        creationPatch: { spec: { clusterIP: "None", ipFamilyPolicy: "SingleStack" } },
        change: { spec: { clusterIP: "10.96.7.3", clusterIPs: ["10.96.7.3"] } },
        causes: ['spec.clusterIPs[0]: Invalid value: []string{"10.96.7.3"}: may not change once set'],
      },
      {
        title: "spec.ipFamilies[0]",
        creationPatch: { spec: { clusterIP: "10.96.7.4" } },
        change: { spec: { clusterIP: "fd00:10::7", clusterIPs: ["fd00:10::7"], ipFamilies: ["IPv6"] } },
        causes: [
          'spec.clusterIPs[0]: Invalid value: []string{"fd00:10::7"}: may not change once set',
          'spec.ipFamilies[0]: Invalid value: []core.IPFamily{"IPv6"}: may not change once set',
        ],
      },
      ...["example.com/other", null].map((loadBalancerClass) => ({
        title: `spec.loadBalancerClass changed to ${loadBalancerClass}`,
        creationPatch: { spec: { type: "LoadBalancer", loadBalancerClass: "example.com/it" } },
        change: { spec: { loadBalancerClass } },
        causes: [
          loadBalancerClass === null
            ? 'spec.loadBalancerClass: Invalid value: "null": may not change once set'
            : `spec.loadBalancerClass: Invalid value: "${loadBalancerClass}": may not change once set`,
        ],
      })),
      {
        title: "spec.healthCheckNodePort",
        creationPatch: { spec: { type: "LoadBalancer", externalTrafficPolicy: "Local", healthCheckNodePort: 31_001 } },
        change: { spec: { healthCheckNodePort: 31_002 } },
        causes: ["spec.healthCheckNodePort: Forbidden: field is immutable"],
      },
    ],
  },
  {
    kind: "CertificateSigningRequest",
    collection: "/apis/certificates.k8s.io/v1/certificatesigningrequests",
    manifest: { spec: request },
    fields: [
      ...[
        { request: base64(leaf) },
        { signerName: "example.com/other" },
        { expirationSeconds: 900 },
        { usages: ["server auth"] },
        { username: "other" },
        { uid: "other" },
        { groups: ["other"] },
        { extra: { other: ["one"] } },
      ].flatMap((change) =>
        ["", "status", "approval"].map((subresource) => ({
          title: `spec changed to ${JSON.stringify(change).slice(0, 60)}${subresource && ` through its ${subresource}`}`,
          ...(subresource === "" ? {} : { subresource }),
          change: { spec: change },
        })),
      ),
      {
        title: "status.certificate",
        earlierWrites: { status: { status: { certificate: base64(leaf) } } },
        subresource: "status",
        change: { status: { certificate: base64(authority) } },
        causes: ["status.certificate: Forbidden: updates may not modify existing certificate content"],
      },
      {
        title: "the condition Approved added through the status",
        subresource: "status",
        change: { status: { conditions: [approved] } },
        causes: ['status.conditions: Forbidden: updates may not add a condition of type "Approved"'],
      },
      {
        title: "the condition Denied added through the status",
        subresource: "status",
        change: { status: { conditions: [{ ...approved, type: "Denied" }] } },
        causes: ['status.conditions: Forbidden: updates may not add a condition of type "Denied"'],
      },
      ...["Approved", "Denied"].map((type) => ({
        title: `the condition ${type} removed`,
        earlierWrites: { approval: { status: { conditions: [{ ...approved, type }] } } },
        subresource: "approval",
        change: { status: { conditions: null } },
        causes: [`status.conditions: Forbidden: updates may not remove a condition of type "${type}"`],
      })),
      {
        title: "the condition Failed removed",
        earlierWrites: { status: { status: { conditions: [failedCondition] } } },
        subresource: "status",
        change: { status: { conditions: null } },
        causes: ['status.conditions: Forbidden: updates may not remove a condition of type "Failed"'],
      },
    ],
  },
  {
    kind: "ClusterTrustBundle",
    collection: "/apis/certificates.k8s.io/v1alpha1/clustertrustbundles",
    manifest: {
      metadata: { name: "example.com:it:a" },
      spec: { signerName: "example.com/it", trustBundle: authority },
    },
    fields: [
      {
        title: "spec.signerName",
        change: { spec: { signerName: "example.com/other" } },
        causes: [
          'metadata.name: Invalid value: "example.com:it:a": ClusterTrustBundle for signerName example.com/other must be named with prefix example.com:other:',
          `spec.signerName: Invalid value: "example.com/other": ${immutable}`,
        ],
      },
    ],
  },
  {
    kind: "LeaseCandidate",
    collection: "/apis/coordination.k8s.io/v1alpha2/namespaces/default/leasecandidates",
    manifest: {
      spec: { leaseName: "it", binaryVersion: "1.0.0", emulationVersion: "1.0.0", strategy: "OldestEmulationVersion" },
    },
    fields: [invalid("spec.leaseName", { spec: { leaseName: "other" } }, '"other"')],
  },
  {
    kind: "EndpointSlice",
    collection: "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
    manifest: { addressType: "IPv4", endpoints: [], ports: [] },
    fields: [invalid("addressType", { addressType: "IPv6" }, '"IPv6"')],
  },
  {
    kind: "IngressClass",
    collection: "/apis/networking.k8s.io/v1/ingressclasses",
    manifest: { spec: { controller: "example.com/it" } },
    fields: [invalid("spec.controller", { spec: { controller: "example.com/other" } }, '"example.com/other"')],
  },
  {
    kind: "IPAddress",
    collection: "/apis/networking.k8s.io/v1beta1/ipaddresses",
    manifest: {
      metadata: { name: "10.96.8.8" },
      spec: { parentRef: { group: "example.com", resource: "gateways", namespace: "shop", name: "it" } },
    },
    fields: [
      invalid(
        "spec.parentRef",
        { spec: { parentRef: { name: "other" } } },
        'networking.ParentReference{Group:"example.com", Resource:"gateways", Namespace:"shop", Name:"other"}',
      ),
    ],
  },
  {
    kind: "ServiceCIDR",
    collection: "/apis/networking.k8s.io/v1beta1/servicecidrs",
    manifest: { spec: { cidrs: ["10.97.0.0/16"] } },
    fields: [
      invalid("spec.cidrs", { spec: { cidrs: ["10.98.0.0/16"] } }, '[]string{"10.98.0.0/16"}'),
      invalid(
        "spec.cidrs",
        { spec: { cidrs: ["10.97.0.0/16", "fd00:97::/112"] } },
        '[]string{"10.97.0.0/16", "fd00:97::/112"}',
      ),
    ],
  },
  {
    kind: "RuntimeClass",
    collection: "/apis/node.k8s.io/v1/runtimeclasses",
    manifest: { handler: "it" },
    fields: [invalid("handler", { handler: "other" }, '"other"')],
  },
  ...["clusterrolebindings", "namespaces/default/rolebindings"].map((resource) => ({
    kind: resource,
    collection: `/apis/rbac.authorization.k8s.io/v1/${resource}`,
    manifest: { roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" } },
    fields: [
      {
        title: "roleRef",
        change: { roleRef: { name: "other" } },
        causes: [
          'roleRef: Invalid value: rbac.RoleRef{APIGroup:"rbac.authorization.k8s.io", Kind:"ClusterRole", Name:"other"}: cannot change roleRef',
        ],
      },
    ],
  })),
  {
    kind: "ResourceClaim",
    collection: "/apis/resource.k8s.io/v1beta1/namespaces/default/resourceclaims",
    manifest: { spec: gpus },
    fields: [
      {
        title: "spec",
        change: { spec: { devices: { requests: [{ name: "gpu", deviceClassName: "others" }] } } },
        causes: [/^spec: Invalid value: .*: field is immutable$/],
      },
      {
        title: "status.allocation",
        earlierWrites: { status: { status: allocationOf("gpu-0") } },
        subresource: "status",
        change: { status: allocationOf("gpu-1") },
        causes: [/^status\.allocation: Invalid value: .*: field is immutable$/],
      },
    ],
  },
  {
    kind: "ResourceClaim that goes",
    collection: "/apis/resource.k8s.io/v1beta1/namespaces/default/resourceclaims",
    manifest: { metadata: { finalizers: ["example.com/hold"] }, spec: gpus },
    fields: [
      {
        title: "status.reservedFor",
        earlierWrites: { status: { status: { ...allocationOf("gpu-0"), reservedFor: [consumer("a")] } } },
        isDeleted: true,
        subresource: "status",
        change: { status: { reservedFor: [consumer("a"), consumer("b")] } },
        causes: [
          "status.reservedFor: Forbidden: new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set",
        ],
      },
    ],
  },
  {
    kind: "ResourceClaimTemplate",
    collection: "/apis/resource.k8s.io/v1beta1/namespaces/default/resourceclaimtemplates",
    manifest: { spec: { spec: gpus } },
    fields: [
      {
        title: "spec",
        change: { spec: { metadata: { labels: { a: "b" } } } },
        causes: [/^spec: Invalid value: .*: field is immutable$/],
      },
    ],
  },
  {
    kind: "ResourceSlice",
    collection: "/apis/resource.k8s.io/v1beta1/resourceslices",
    manifest: {
      spec: {
        driver: "gpu.example.com",
        nodeName: "one",
        pool: { name: "pool", generation: 1, resourceSliceCount: 1 },
        devices: [],
      },
    },
    fields: [
      invalid("spec.pool.name", { spec: { pool: { name: "other" } } }, '"other"'),
      invalid("spec.driver", { spec: { driver: "nic.example.com" } }, '"nic.example.com"'),
      invalid("spec.nodeName", { spec: { nodeName: "other" } }, '"other"'),
    ],
  },
  {
    kind: "PriorityClass",
    collection: "/apis/scheduling.k8s.io/v1/priorityclasses",
    manifest: { value: 10 },
    fields: [
      { title: "value", change: { value: 11 }, causes: ["value: Forbidden: may not be changed in an update."] },
      {
        title: "value removed",
        change: { value: null },
        causes: ["value: Forbidden: may not be changed in an update."],
      },
      invalid("preemptionPolicy", { preemptionPolicy: "Never" }, '"Never"'),
    ],
  },
  {
    kind: "CSIDriver",
    collection: "/apis/storage.k8s.io/v1/csidrivers",
    manifest: { spec: { attachRequired: true, volumeLifecycleModes: ["Persistent"] } },
    fields: [
      invalid("spec.attachedRequired", { spec: { attachRequired: false } }, "false"),
      invalid(
        "spec.volumeLifecycleModes",
        { spec: { volumeLifecycleModes: ["Ephemeral"] } },
        '[]storage.VolumeLifecycleMode{"Ephemeral"}',
      ),
    ],
  },
  {
    kind: "CSINode",
    collection: "/apis/storage.k8s.io/v1/csinodes",
    manifest: {
      spec: { drivers: [{ name: "csi.example.com", nodeID: "1", topologyKeys: ["zone"], allocatable: { count: 5 } }] },
    },
    fields: [{ nodeID: "2" }, { topologyKeys: ["region"] }, { allocatable: { count: 6 } }].map((change) => ({
      title: `a driver changed to ${JSON.stringify(change)}`,
      change: {
        spec: {
          drivers: [
            { name: "csi.example.com", nodeID: "1", topologyKeys: ["zone"], allocatable: { count: 5 }, ...change },
          ],
        },
      },
      causes: [
        /^CSINodeDriver: Invalid value: storage\.CSINodeDriver\{Name:"csi\.example\.com".*\}: field is immutable$/,
      ],
    })),
  },
  {
    kind: "CSIStorageCapacity",
    collection: "/apis/storage.k8s.io/v1/namespaces/default/csistoragecapacities",
    manifest: { storageClassName: "fast", nodeTopology: { matchLabels: { zone: "north" } }, capacity: "1Gi" },
    fields: [
      invalid(
        "nodeTopology",
        { nodeTopology: { matchLabels: { zone: "south" } } },
        'v1.LabelSelector{MatchLabels:map[string]string{"zone":"south"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}',
      ),
      invalid("storageClassName", { storageClassName: "slow" }, '"slow"'),
    ],
  },
  {
    kind: "StorageClass",
    collection: "/apis/storage.k8s.io/v1/storageclasses",
    manifest: { provisioner: "csi.example.com", parameters: { a: "1" } },
    fields: [
      {
        title: "parameters",
        change: { parameters: { a: "2" } },
        causes: ["parameters: Forbidden: updates to parameters are forbidden."],
      },
      {
        title: "parameters removed",
        change: { parameters: null },
        causes: ["parameters: Forbidden: updates to parameters are forbidden."],
      },
      {
        title: "provisioner",
        change: { provisioner: "b.example.com" },
        causes: ["provisioner: Forbidden: updates to provisioner are forbidden."],
      },
      {
        title: "reclaimPolicy",
        change: { reclaimPolicy: "Retain" },
        causes: ["reclaimPolicy: Forbidden: updates to reclaimPolicy are forbidden."],
      },
      invalid("volumeBindingMode", { volumeBindingMode: "WaitForFirstConsumer" }, '"WaitForFirstConsumer"'),
    ],
  },
  {
    kind: "VolumeAttachment",
    collection: "/apis/storage.k8s.io/v1/volumeattachments",
    manifest: { spec: { attacher: "csi.example.com", nodeName: "one", source: { persistentVolumeName: "it" } } },
    fields: [{ attacher: "b.example.com" }, { nodeName: "two" }, { source: { persistentVolumeName: "other" } }].map(
      (change) => ({
        title: `spec changed to ${JSON.stringify(change)}`,
        change: { spec: change },
        causes: [/^spec: Invalid value: storage\.VolumeAttachmentSpec\{.*\}: field is immutable$/],
      }),
    ),
  },
  {
    kind: "VolumeAttributesClass",
    collection: "/apis/storage.k8s.io/v1beta1/volumeattributesclasses",
    manifest: { driverName: "csi.example.com", parameters: { a: "1" } },
    fields: [
      {
        title: "driverName",
        change: { driverName: "b.example.com" },
        causes: ["driverName: Forbidden: updates to driverName are forbidden."],
      },
      {
        title: "parameters",
        change: { parameters: { a: "2" } },
        causes: ["parameters: Forbidden: updates to parameters are forbidden."],
      },
    ],
  },
  {
    kind: "StorageVersionMigration",
    collection: "/apis/storagemigration.k8s.io/v1alpha1/storageversionmigrations",
    manifest: { spec: { resource: { group: "apps", version: "v1", resource: "deployments" } } },
    fields: [
      ...["group", "version", "resource"].map((part) => ({
        title: `spec.resource.${part}`,
        change: { spec: { resource: { [part]: "other" } } },
        causes: [`${part}: Invalid value: "other": ${immutable}`],
      })),
      {
        title: "status.resourceVersion",
        earlierWrites: { status: { status: { resourceVersion: "7" } } },
        subresource: "status",
        change: { status: { resourceVersion: "8" } },
        causes: ['status.resourceVersion: Invalid value: "8": resourceVersion cannot be updated'],
      },
    ],
  },
  {
    kind: "APIService",
    collection: "/apis/apiregistration.k8s.io/v1/apiservices",
    manifest: {
      metadata: { name: "v1.example.com" },
      spec: { group: "example.com", version: "v1", groupPriorityMinimum: 1000, versionPriority: 15 },
    },
    fields: [
      {
        title: "metadata.name with its version and group",
        change: { spec: { version: "v2" } },
        causes: [
          'metadata.name: Invalid value: "v1.example.com": must be `spec.version+"."+spec.group`: "v2.example.com"',
        ],
      },
    ],
  },
  {
    kind: "CustomResourceDefinition",
    collection: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    manifest: { spec: boats },
    fields: [
      ofDefinition("boats", {
        title: "spec.group",
        change: { spec: { group: "other.example.com" } },
        causes: [`spec.group: Invalid value: "other.example.com": ${immutable}`],
      }),
      ofDefinition("rafts", {
        title: "spec.names.plural",
        change: { spec: { names: { plural: "others" } } },
        causes: [`spec.names.plural: Invalid value: "others": ${immutable}`],
      }),
      ofDefinition("ships", {
        title: "spec.scope after it is established",
        earlierWrites: establishedStatus,
        change: { spec: { scope: "Cluster" } },
        causes: [`spec.scope: Invalid value: "Cluster": ${immutable}`],
      }),
      ofDefinition("yachts", {
        title: "spec.names.kind after it is established",
        earlierWrites: establishedStatus,
        change: { spec: { names: { kind: "Other" } } },
        causes: [`spec.names.kind: Invalid value: "Other": ${immutable}`],
      }),
    ],
  },
]);
