import { describe } from "vitest";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--vocabulary=kubernetes", "--feature-gates=ImageVolume=true"]);
const pods = new Refusals(server, "/api/v1/namespaces/default/pods", {
  spec: { containers: [{ name: "app", image: "app:1" }] },
});

const notASubdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and " +
  "end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const notALabel =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with " +
  "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const mode = "must be a number between 0 and 0777 (octal), both inclusive";

type SourceCase = readonly [title: string, volume: object, ...causes: string[]];

/** What a volume with this source is told, below the volume. */
function refuse(cases: readonly SourceCase[]): void {
  for (const [title, source, ...causes] of cases) {
    pods.create(
      title,
      ({ spec }) => {
        spec.volumes = [{ name: "data", ...source }];
      },
      causes.map((cause) => `spec.volumes[0]${cause}`),
    );
  }
}

function accept(title: string, source: object): void {
  pods.accepts(title, ({ spec }) => {
    spec.volumes = [{ name: "data", ...source }];
  });
}

describe("a volume of the node", () => {
  const hostPathTypes =
    '"", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"';
  refuse([
    [
      "[VolumeSource#1] has no size below nothing",
      { emptyDir: { sizeLimit: "-1" } },
      ".emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity",
    ],
    ["[VolumeSource#2] lies somewhere", { hostPath: {} }, ".hostPath.path: Required value"],
    [
      "[VolumeSource#3] is not reached upwards",
      { hostPath: { path: "/a/../b" } },
      ".hostPath.path: Invalid value: \"/a/../b\": must not contain '..'",
    ],
    [
      "[VolumeSource#4] is of a known type",
      { hostPath: { path: "/a", type: "Pipe" } },
      `.hostPath.type: Unsupported value: "Pipe": supported values: ${hostPathTypes}`,
    ],
    ["[VolumeSource#5] is cloned from somewhere", { gitRepo: {} }, ".gitRepo.repository: Required value"],
    [
      "[VolumeSource#6] is cloned into itself",
      { gitRepo: { repository: "r", directory: "/a" } },
      '.gitRepo.directory: Invalid value: "/a": must be a relative path',
    ],
    ["[VolumeSource#72] is made of an image", { image: {} }, ".image.reference: Required value"],
  ]);
});

describe("a disk of a cloud", () => {
  const partition = "must be between 1 and 255, inclusive";
  const azure = { diskName: "d", diskURI: "https://a.blob.core.windows.net/c/d.vhd" };
  accept("may be mounted as a whole or by its last partition", {
    gcePersistentDisk: { pdName: "disk", partition: 255 },
  });
  refuse([
    ["[VolumeSource#7] has a name", { gcePersistentDisk: {} }, ".persistentDisk.pdName: Required value"],
    [
      "[VolumeSource#8] has 255 partitions",
      { gcePersistentDisk: { pdName: "disk", partition: 256 } },
      `.persistentDisk.partition: Invalid value: 256: ${partition}`,
    ],
    [
      "[VolumeSource#9] has an identifier",
      { awsElasticBlockStore: {} },
      ".awsElasticBlockStore.volumeID: Required value",
    ],
    [
      "[VolumeSource#10] has no partition below the whole",
      { awsElasticBlockStore: { volumeID: "v", partition: -1 } },
      `.awsElasticBlockStore.partition: Invalid value: -1: ${partition}`,
    ],
    ["[VolumeSource#31] of OpenStack has an identifier", { cinder: {} }, ".cinder.volumeID: Required value"],
    [
      "[VolumeSource#32] of OpenStack names its Secret",
      { cinder: { volumeID: "v", secretRef: {} } },
      ".cinder.secretRef.name: Required value",
    ],
    [
      "[VolumeSource#47] names the Secret of a share",
      { azureFile: { shareName: "s" } },
      ".azureFile.secretName: Required value",
    ],
    ["[VolumeSource#48] names the share", { azureFile: { secretName: "s" } }, ".azureFile.shareName: Required value"],
    ["[VolumeSource#49] of vSphere has a path", { vsphereVolume: {} }, ".vsphereVolume.volumePath: Required value"],
    [
      "[VolumeSource#50] of Photon has an identifier",
      { photonPersistentDisk: {} },
      ".photonPersistentDisk.pdID: Required value",
    ],
    [
      "[VolumeSource#52] of Azure has a name",
      { azureDisk: { ...azure, diskName: "" } },
      ".azureDisk.diskName: Required value",
    ],
    [
      "[VolumeSource#54] of Azure is cached in a known way",
      { azureDisk: { ...azure, cachingMode: "WriteOnly" } },
      '.azureDisk.cachingMode: Unsupported value: "WriteOnly": supported values: "None", "ReadOnly", "ReadWrite"',
    ],
    [
      "[VolumeSource#55] of Azure is of a known kind",
      { azureDisk: { ...azure, kind: "Leased" } },
      '.azureDisk.kind: Unsupported value: "Leased": supported values: "Dedicated", "Managed", "Shared"',
    ],
    [
      "[VolumeSource#56] of Azure that is managed belongs to a subscription",
      { azureDisk: { ...azure, kind: "Managed" } },
      `.azureDisk.diskURI: Unsupported value: "${azure.diskURI}": supported values: "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}"`,
    ],
    [
      "[VolumeSource#57] of Azure lies in a blob storage",
      { azureDisk: { ...azure, diskURI: "/subscriptions/s" } },
      '.azureDisk.diskURI: Unsupported value: "/subscriptions/s": supported values: "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"',
    ],
  ]);

  pods.create(
    "[VolumeSource#53] of Azure has a location",
    ({ spec }) => {
      spec.volumes = [{ name: "data", azureDisk: { diskName: "d" } }];
    },
    [
      "spec.volumes[0].azureDisk.diskURI: Required value",
      'spec.volumes[0].azureDisk.diskURI: Unsupported value: "": supported values: "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"',
    ],
  );
});

describe("a volume of keys", () => {
  refuse([
    ["[VolumeSource#11] names its Secret", { secret: {} }, ".secret.secretName: Required value"],
    [
      "[VolumeSource#12] gives the files of a Secret bits that exist",
      { secret: { secretName: "s", defaultMode: 0o1000 } },
      `.secret.defaultMode: Invalid value: 512: ${mode}`,
    ],
    [
      "[VolumeSource#38] gives the files of a Pod's fields bits that exist",
      { downwardAPI: { defaultMode: -1 } },
      `.downwardAPI.defaultMode: Invalid value: -1: ${mode}`,
    ],
    ["[VolumeSource#45] names its ConfigMap", { configMap: {} }, ".configMap.name: Required value"],
    [
      "[VolumeSource#46] gives the files of a ConfigMap bits that exist",
      { configMap: { name: "c", defaultMode: 512 } },
      `.configMap.defaultMode: Invalid value: 512: ${mode}`,
    ],
    [
      "[VolumeSource#62] gives projected files bits that exist",
      { projected: { sources: [], defaultMode: 512 } },
      `.projected.defaultMode: Invalid value: 512: ${mode}`,
    ],
  ]);
  accept("may give its files all bits", { configMap: { name: "c", defaultMode: 0o777 } });
});

describe("a volume behind a network", () => {
  const iscsi = { targetPortal: "10.0.0.1", iqn: "iqn.2001-04.com.example:storage", lun: 0 };
  const quobyte = { registry: "a:1,b:2", volume: "v" };
  const pairs = "must be a host:port pair or multiple pairs separated by commas";
  refuse([
    ["[VolumeSource#13] is served by somebody", { nfs: { path: "/a" } }, ".nfs.server: Required value"],
    [
      "[VolumeSource#14, VolumeSource#15] has an absolute path",
      { nfs: { server: "s" } },
      ".nfs.path: Required value",
      '.nfs.path: Invalid value: "": must be an absolute path',
    ],
    [
      "[VolumeSource#16] has a target",
      { iscsi: { ...iscsi, targetPortal: "" } },
      ".iscsi.targetPortal: Required value",
    ],
    ["[VolumeSource#17] has a qualified name", { iscsi: { ...iscsi, iqn: "" } }, ".iscsi.iqn: Required value"],
    [
      "[VolumeSource#18] has a name of a known form",
      { iscsi: { ...iscsi, iqn: "disk" } },
      '.iscsi.iqn: Invalid value: "disk": must be valid format starting with iqn, eui, or naa',
    ],
    [
      "[VolumeSource#19] has 256 units",
      { iscsi: { ...iscsi, lun: 256 } },
      ".iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive",
    ],
    [
      "[VolumeSource#20] logs in with a Secret",
      { iscsi: { ...iscsi, chapAuthSession: true } },
      ".iscsi.secretRef: Required value",
    ],
    [
      "[VolumeSource#21] is used by an initiator of a known form",
      { iscsi: { ...iscsi, initiatorName: "iqn.2001" } },
      '.iscsi.initiatorname: Invalid value: "iqn.2001": must be valid format',
    ],
    [
      "[VolumeSource#22] makes a name of 64 bytes at most",
      { iscsi: { ...iscsi, targetPortal: "a".repeat(60), initiatorName: iscsi.iqn } },
      '.name: Invalid value: "data": Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.',
    ],
    [
      "[VolumeSource#23] of GlusterFS has servers",
      { glusterfs: { path: "p" } },
      ".glusterfs.endpoints: Required value",
    ],
    ["[VolumeSource#24] of GlusterFS has a path", { glusterfs: { endpoints: "e" } }, ".glusterfs.path: Required value"],
    [
      "[VolumeSource#25] of Flocker has a dataset",
      { flocker: {} },
      ".flocker: Required value: one of datasetName and datasetUUID is required",
    ],
    [
      "[VolumeSource#26] of Flocker has one dataset",
      { flocker: { datasetName: "a", datasetUUID: "b" } },
      '.flocker: Invalid value: "resource": datasetName and datasetUUID can not be specified simultaneously',
    ],
    [
      "[VolumeSource#27] of Flocker has a plain name",
      { flocker: { datasetName: "a/b" } },
      ".flocker.datasetName: Invalid value: \"a/b\": must not contain '/'",
    ],
    [
      "[VolumeSource#28] is claimed by somebody",
      { persistentVolumeClaim: {} },
      ".persistentVolumeClaim.claimName: Required value",
    ],
    ["[VolumeSource#29] of Ceph has monitors", { rbd: { image: "i" } }, ".rbd.monitors: Required value"],
    ["[VolumeSource#30] of Ceph has an image", { rbd: { monitors: ["m"] } }, ".rbd.image: Required value"],
    ["[VolumeSource#33] of a Ceph file system has monitors", { cephfs: {} }, ".cephfs.monitors: Required value"],
    [
      "[VolumeSource#34] of Quobyte has a registry",
      { quobyte: { volume: "v" } },
      `.quobyte.registry: Required value: ${pairs}`,
    ],
    [
      "[VolumeSource#35] of Quobyte has a tenant of 64 bytes at most",
      { quobyte: { ...quobyte, tenant: "a".repeat(65) } },
      ".quobyte.tenant: Required value: must be a UUID and may not exceed a length of 64 characters",
    ],
    [
      "[VolumeSource#36] of Quobyte has registries with ports",
      { quobyte: { ...quobyte, registry: "a:1,b" } },
      `.quobyte.registry: Invalid value: "a:1,b": ${pairs}`,
    ],
    ["[VolumeSource#37] of Quobyte has a name", { quobyte: { registry: "a:1" } }, ".quobyte.volume: Required value"],
    [
      "[VolumeSource#39] of Fibre Channel has targets",
      { fc: {} },
      ".fc.targetWWNs: Required value: must specify either targetWWNs or wwids, but not both",
    ],
    [
      "[VolumeSource#40] of Fibre Channel has targets or identifiers",
      { fc: { targetWWNs: ["a"], wwids: ["b"], lun: 1 } },
      '.fc.targetWWNs: Invalid value: []string{"a"}: targetWWNs and wwids can not be specified simultaneously',
    ],
    [
      "[VolumeSource#41] of Fibre Channel has a unit at its targets",
      { fc: { targetWWNs: ["a"] } },
      ".fc.lun: Required value: lun is required if targetWWNs is specified",
    ],
    [
      "[VolumeSource#42] of Fibre Channel has 256 units",
      { fc: { targetWWNs: ["a"], lun: 256 } },
      ".fc.lun: Invalid value: 256: must be between 0 and 255, inclusive",
    ],
    [
      "[VolumeSource#51] of Portworx has an identifier",
      { portworxVolume: {} },
      ".portworxVolume.volumeID: Required value",
    ],
    ["[VolumeSource#58] of StorageOS has a name", { storageos: {} }, ".storageos.volumeName: Required value"],
    [
      "[VolumeSource#59] of StorageOS has a label for a name",
      { storageos: { volumeName: "A" } },
      `.storageos.volumeName: Invalid value: "A": ${notALabel}`,
    ],
    [
      "[VolumeSource#60] of StorageOS has a label for a namespace",
      { storageos: { volumeName: "a", volumeNamespace: "B" } },
      `.storageos.volumeNamespace: Invalid value: "B": ${notALabel}`,
    ],
    [
      "[VolumeSource#61] of StorageOS names its Secret",
      { storageos: { volumeName: "a", secretRef: {} } },
      ".storageos.secretRef.name: Required value",
    ],
    [
      "[VolumeSource#63] of ScaleIO has a gateway",
      { scaleIO: { system: "s", volumeName: "v" } },
      ".scaleIO.gateway: Required value",
    ],
    [
      "[VolumeSource#64] of ScaleIO has a system",
      { scaleIO: { gateway: "g", volumeName: "v" } },
      ".scaleIO.system: Required value",
    ],
    [
      "[VolumeSource#65] of ScaleIO has a name",
      { scaleIO: { gateway: "g", system: "s" } },
      ".scaleIO.volumeName: Required value",
    ],
  ]);
  accept("may have 64 bytes of tenant, the last unit and a port in brackets", {
    quobyte: { registry: "[2001:db8::1]:80", volume: "v", tenant: "a".repeat(64) },
  });
});

describe("a volume of a plugin", () => {
  refuse([
    ["[VolumeSource#43] has a driver", { flexVolume: {} }, ".flexVolume.driver: Required value"],
    [
      "[VolumeSource#44] leaves the product's options alone",
      { flexVolume: { driver: "d", options: { "a.K8S.io/b": "c" } } },
      '.flexVolume.options[a.K8S.io/b]: Invalid value: "a.K8S.io/b": kubernetes.io and k8s.io namespaces are reserved',
    ],
    [
      "[VolumeSource#66] has a driver of a known form",
      { csi: { driver: "a_b" } },
      `.csi.driver: Invalid value: "a_b": ${notASubdomain}`,
    ],
    [
      "[VolumeSource#67] names the Secret of its driver",
      { csi: { driver: "d", nodePublishSecretRef: {} } },
      ".csi.nodePublishSecretRef.name: Required value",
    ],
    [
      "[VolumeSource#68] names a Secret that may be",
      { csi: { driver: "d", nodePublishSecretRef: { name: "A" } } },
      `.csi.name: Invalid value: "A": ${notASubdomain}`,
    ],
  ]);
});

describe("a volume of the Pod's own claim", () => {
  const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
  refuse([
    ["[VolumeSource#69] says which claim", { ephemeral: {} }, ".ephemeral.volumeClaimTemplate: Required value"],
    [
      "[VolumeSource#70] gives the claim labels and annotations only",
      { ephemeral: { volumeClaimTemplate: { metadata: { name: "a" }, spec } } },
      ".ephemeral.volumeClaimTemplate.metadata.name: Forbidden: cannot be set",
    ],
  ]);

  const longName = "a".repeat(249);
  pods.create(
    "[VolumeSource#71] makes a claim with a name that may be",
    (pod) => {
      pod.metadata.name = longName;
      pod.spec.volumes = [{ name: "data", ephemeral: { volumeClaimTemplate: { spec } } }];
    },
    [`spec.volumes[0].name: Invalid value: "data": PVC name "${longName}-data": must be no more than 253 characters`],
  );
});

describe("sources of a volume", () => {
  refuse([
    [
      "[VolumeSource#73] are no two, and the second is not looked at",
      { emptyDir: {}, downwardAPI: { defaultMode: -1 }, cephfs: { monitors: [] }, image: {} },
      ".cephFS: Forbidden: may not specify more than 1 volume type",
      ".downwarAPI: Forbidden: may not specify more than 1 volume type",
      ".image: Forbidden: may not specify more than 1 volume type",
    ],
  ]);
});
