import { describe } from "vitest";
import { notQualifiedName, notSubdomain } from "../support/format-messages.ts";
import { type Manifest, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();

function specOf(members: object) {
  return ({ spec }: Manifest): void => {
    Object.assign(spec, members);
  };
}

describe("a VolumeAttachment", () => {
  const attachments = new Refusals(server, "/apis/storage.orch.io/v1/volumeattachments", {
    spec: { attacher: "csi.example.com", nodeName: "node-1", source: { persistentVolumeName: "volume-1" } },
  });
  const inlineVolumeSpec = {
    accessModes: ["ReadWriteOnce"],
    csi: { driver: "csi.example.com", volumeHandle: "v" },
  };
  const choice = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";

  attachments.create(
    "[VolumeAttachment#1] a VolumeAttachment without an attacher is rejected",
    specOf({ attacher: "" }),
    [
      "spec.attacher: Required value",
      "spec.attacher: Required value",
      `spec.attacher: Invalid value: "": ${notSubdomain}`,
    ],
  );
  attachments.create("[VolumeAttachment#2] a VolumeAttachment without a source is rejected", specOf({ source: {} }), [
    `spec.source: Required value: ${choice}`,
  ]);
  attachments.create(
    "[VolumeAttachment#3] a VolumeAttachment with both an inline volume and a volume name is rejected",
    specOf({ source: { persistentVolumeName: "volume-1", inlineVolumeSpec } }),
    [`spec.source: Forbidden: ${choice}`],
  );
  attachments.accepts("a VolumeAttachment with an inline volume is accepted", specOf({ source: { inlineVolumeSpec } }));
  attachments.create(
    "[VolumeAttachment#4] a VolumeAttachment with an empty volume name is rejected",
    specOf({ source: { persistentVolumeName: "" } }),
    [
      "spec.source.persistentVolumeName: Required value: must specify non empty persistentVolumeName",
      `spec.source.persistentVolumeName: Invalid value: "": ${notSubdomain}`,
    ],
  );
  attachments.create(
    "[VolumeAttachment#5] a VolumeAttachment with an empty nodeName is rejected",
    specOf({ nodeName: "" }),
    [`spec.nodeName: Invalid value: "": ${notSubdomain}`],
  );

  const tooLong = "Too long: may not be more than 262144 bytes";
  const statusOf = (members: object) => {
    return (attachment: Manifest): void => {
      attachment.status = { attached: false, ...members };
    };
  };
  attachments.update(
    "[VolumeAttachment#6] an update to attachmentMetadata of more than 256 KiB reports the error twice",
    {
      subresource: "status",
      change: statusOf({ attachmentMetadata: { k: "v".repeat(262_144) } }),
      causes: [`status.attachmentMetadata: ${tooLong}`, `status.attachmentMetadata: ${tooLong}`],
    },
  );
  attachments.update("[VolumeAttachment#7] an update to an attachError of 1025 bytes reports the error twice", {
    subresource: "status",
    change: statusOf({ attachError: { message: "e".repeat(1025) } }),
    causes: [`status.attachError.message: ${tooLong}`, `status.attachError.message: ${tooLong}`],
  });
  attachments.update("[VolumeAttachment#8] an update to a detachError of 1025 bytes reports the error twice", {
    subresource: "status",
    change: statusOf({ attachError: { message: "e".repeat(1024) }, detachError: { message: "e".repeat(1025) } }),
    causes: [`status.detachError.message: ${tooLong}`, `status.detachError.message: ${tooLong}`],
  });

  attachments.create(
    "[VolumeAttachment#9] an attacher that is no DNS subdomain is rejected",
    specOf({ attacher: "a_b" }),
    [`spec.attacher: Invalid value: "a_b": ${notSubdomain}`],
  );
  attachments.create(
    "[VolumeAttachment#10] a volume name that is no DNS subdomain is rejected",
    specOf({ source: { persistentVolumeName: "V" } }),
    [`spec.source.persistentVolumeName: Invalid value: "V": ${notSubdomain}`],
  );
  attachments.update("[VolumeAttachment#11] an update that changes the spec of a VolumeAttachment is rejected", {
    change: specOf({ nodeName: "node-2" }),
    causes: [
      /^spec: Invalid value: storage\.VolumeAttachmentSpec\{Attacher:"csi\.example\.com", Source:.*, NodeName:"node-2"\}: field is immutable$/,
    ],
  });
});

describe("a CSINode", () => {
  const driver = { name: "csi.example.com", nodeID: "1" };
  const nodes = new Refusals(server, "/apis/storage.orch.io/v1/csinodes", { spec: { drivers: [driver] } });
  const driverOf = (members: object) => specOf({ drivers: [{ ...driver, ...members }] });
  const first = "spec.drivers[0]";

  nodes.create("[CSINode#1] a CSINode driver whose name is no DNS subdomain is rejected", driverOf({ name: "a_b" }), [
    `${first}.name: Invalid value: "a_b": ${notSubdomain}`,
  ]);
  nodes.create("a CSINode driver with a name of 64 bytes is rejected", driverOf({ name: "a".repeat(64) }), [
    `${first}.name: Too long: may not be more than 63 bytes`,
  ]);
  nodes.create("[CSINode#2] a CSINode driver without a nodeID is rejected", driverOf({ nodeID: "" }), [
    `${first}.nodeID: Required value`,
  ]);
  const long = "n".repeat(257);
  nodes.create("[CSINode#3] a nodeID of 257 characters is rejected", driverOf({ nodeID: long }), [
    `${first}.nodeID: Invalid value: "${long}": must be 256 characters or less`,
  ]);
  nodes.accepts("a nodeID of 256 characters is accepted", driverOf({ nodeID: long.slice(1) }));
  nodes.create("[CSINode#4] a negative allocatable count is rejected", driverOf({ allocatable: { count: -1 } }), [
    `${first}.allocatable.count: Invalid value: -1: must be greater than or equal to 0`,
  ]);
  nodes.accepts("an allocatable count of 0 is accepted", driverOf({ allocatable: { count: 0 } }));
  nodes.create("[CSINode#5] a repeated CSINode driver is rejected", specOf({ drivers: [driver, driver] }), [
    'spec.drivers[1].name: Duplicate value: "csi.example.com"',
  ]);
  nodes.create("[CSINode#6] an empty topology key is rejected", driverOf({ topologyKeys: [""] }), [
    `${first}: Required value`,
    `${first}: Invalid value: "": name part must be non-empty`,
    `${first}: Invalid value: "": ${notQualifiedName}`,
  ]);
  nodes.create("[CSINode#7] a repeated topology key is rejected", driverOf({ topologyKeys: ["zone", "zone"] }), [
    `${first}: Duplicate value: "zone"`,
  ]);
  const key = `${first}: Invalid value: "a_": ${notQualifiedName}`;
  nodes.create("[CSINode#8] a topology key that is no qualified name is rejected", driverOf({ topologyKeys: ["a_"] }), [
    key,
  ]);
  nodes.create(
    "the error about a driver's volume count precedes those about its repeated name and its keys",
    specOf({ drivers: [driver, { ...driver, topologyKeys: ["a_"], allocatable: { count: -1 } }] }),
    [
      "spec.drivers[1].allocatable.count: Invalid value: -1: must be greater than or equal to 0",
      'spec.drivers[1].name: Duplicate value: "csi.example.com"',
      `spec.drivers[1]: Invalid value: "a_": ${notQualifiedName}`,
    ],
  );
  nodes.update("[CSINode#9] an update that changes a CSINode driver is rejected", {
    change: driverOf({ nodeID: "2" }),
    causes: [
      'CSINodeDriver: Invalid value: storage.CSINodeDriver{Name:"csi.example.com", NodeID:"2", TopologyKeys:[]string(nil), Allocatable:(*storage.VolumeNodeResources)(nil)}: field is immutable',
    ],
  });
  nodes.update("an update of a CSINode reports an invalid driver twice", {
    before: specOf({ drivers: [] }),
    change: driverOf({ topologyKeys: ["a_"] }),
    causes: [key, key],
  });
});

describe("a CSIDriver", () => {
  const drivers = new Refusals(server, "/apis/storage.orch.io/v1/csidrivers", { spec: {} });
  const tokensOf = (...tokenRequests: object[]) => specOf({ tokenRequests });

  drivers.create(
    "[CSIDriver#4] a CSIDriver with an unknown fsGroupPolicy is rejected",
    specOf({ fsGroupPolicy: "Always" }),
    ['spec.fsGroupPolicy: Unsupported value: "Always": supported values: "File", "None", "ReadWriteOnceWithFSType"'],
  );
  drivers.create(
    "[CSIDriver#5] a CSIDriver with a repeated audience is rejected",
    tokensOf({ audience: "a" }, { audience: "a" }),
    ['spec.tokenRequests[1].audience: Duplicate value: "a"'],
  );
  drivers.create(
    "[CSIDriver#6] a token request with expirationSeconds 599 is rejected",
    tokensOf({ audience: "", expirationSeconds: 599 }),
    ["spec.tokenRequests[0].expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes"],
  );
  drivers.create(
    "[CSIDriver#7] a token request with more than 2^32 expirationSeconds is rejected",
    tokensOf({ audience: "a", expirationSeconds: 4_294_967_297 }),
    [
      "spec.tokenRequests[0].expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds",
    ],
  );
  drivers.accepts(
    "token requests with 600 and 2^32 expirationSeconds are accepted",
    tokensOf({ audience: "a", expirationSeconds: 600 }, { audience: "b", expirationSeconds: 4_294_967_296 }),
  );
  drivers.create(
    "[CSIDriver#8] a CSIDriver with an unknown volume lifecycle mode is rejected",
    specOf({ volumeLifecycleModes: ["Brief"] }),
    ['spec.volumeLifecycleModes: Unsupported value: "Brief": supported values: "Persistent", "Ephemeral"'],
  );
  drivers.update("[CSIDriver#10] an update that changes attachRequired is rejected", {
    change: specOf({ attachRequired: false }),
    causes: ["spec.attachedRequired: Invalid value: false: field is immutable"],
  });
  drivers.update("[CSIDriver#11] an update that changes the volumeLifecycleModes is rejected", {
    change: specOf({ volumeLifecycleModes: ["Ephemeral"] }),
    causes: [
      'spec.volumeLifecycleModes: Invalid value: []storage.VolumeLifecycleMode{"Ephemeral"}: field is immutable',
    ],
  });
});

describe("a CSIStorageCapacity", () => {
  const capacities = new Refusals(server, "/apis/storage.orch.io/v1/namespaces/default/csistoragecapacities", {
    storageClassName: "fast",
    nodeTopology: { matchLabels: { zone: "north" } },
  });
  const having = (members: object) => {
    return (capacity: Manifest): void => {
      Object.assign(capacity, members);
    };
  };

  capacities.create(
    "[CSIStorageCapacity#1] a CSIStorageCapacity with an empty storageClassName is rejected",
    having({ storageClassName: "" }),
    [`storageClassName: Invalid value: "": ${notSubdomain}`],
  );
  capacities.create(
    "[CSIStorageCapacity#2] a CSIStorageCapacity with a negative capacity is rejected",
    having({ capacity: "-1Gi" }),
    ['capacity: Invalid value: "-1Gi": must be greater than or equal to 0'],
  );
  capacities.accepts("a CSIStorageCapacity with the capacity 0 is accepted", having({ capacity: "0" }));
  capacities.update("[CSIStorageCapacity#3] an update that changes the nodeTopology is rejected", {
    change: having({ nodeTopology: { matchLabels: { zone: "south" } } }),
    causes: [
      'nodeTopology: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"zone":"south"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable',
    ],
  });
  capacities.update("[CSIStorageCapacity#4] an update that changes the storageClassName is rejected", {
    change: having({ storageClassName: "slow" }),
    causes: ['storageClassName: Invalid value: "slow": field is immutable'],
  });
});
