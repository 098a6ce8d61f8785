import { describe } from "vitest";
import { notFileMode, notLabel, notSubdomain } from "../support/format-messages.ts";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--vocabulary=kubernetes", "--feature-gates=ImageVolume=true"]);
const pods = new Refusals(server, "/api/v1/namespaces/default/pods", {
  spec: { containers: [{ name: "app", image: "app:1" }] },
});

type SourceCase = readonly [title: string, volume: object, ...causes: string[]];

/** Registers tests of Pods with one volume. @param cases with causes whose paths are relative to the volume */
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
      "[VolumeSource#1] a negative emptyDir.sizeLimit is rejected",
      { emptyDir: { sizeLimit: "-1" } },
      ".emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity",
    ],
    ["[VolumeSource#2] a hostPath without a path is rejected", { hostPath: {} }, ".hostPath.path: Required value"],
    [
      "[VolumeSource#3] a hostPath with .. in its path is rejected",
      { hostPath: { path: "/a/../b" } },
      ".hostPath.path: Invalid value: \"/a/../b\": must not contain '..'",
    ],
    [
      "[VolumeSource#4] a hostPath with an unknown type is rejected",
      { hostPath: { path: "/a", type: "Pipe" } },
      `.hostPath.type: Unsupported value: "Pipe": supported values: ${hostPathTypes}`,
    ],
    [
      "[VolumeSource#5] a gitRepo without a repository is rejected",
      { gitRepo: {} },
      ".gitRepo.repository: Required value",
    ],
    [
      "[VolumeSource#6] a gitRepo with an absolute directory is rejected",
      { gitRepo: { repository: "r", directory: "/a" } },
      '.gitRepo.directory: Invalid value: "/a": must be a relative path',
    ],
    [
      "[VolumeSource#72] an image volume without a reference is rejected",
      { image: {} },
      ".image.reference: Required value",
    ],
  ]);
});

describe("a disk of a cloud", () => {
  const partition = "must be between 1 and 255, inclusive";
  const azure = { diskName: "d", diskURI: "https://a.blob.core.windows.net/c/d.vhd" };
  accept("a gcePersistentDisk with partition 255 is accepted", {
    gcePersistentDisk: { pdName: "disk", partition: 255 },
  });
  refuse([
    [
      "[VolumeSource#7] a gcePersistentDisk without a pdName is rejected",
      { gcePersistentDisk: {} },
      ".persistentDisk.pdName: Required value",
    ],
    [
      "[VolumeSource#8] a gcePersistentDisk with partition 256 is rejected",
      { gcePersistentDisk: { pdName: "disk", partition: 256 } },
      `.persistentDisk.partition: Invalid value: 256: ${partition}`,
    ],
    [
      "[VolumeSource#9] an awsElasticBlockStore without a volumeID is rejected",
      { awsElasticBlockStore: {} },
      ".awsElasticBlockStore.volumeID: Required value",
    ],
    [
      "[VolumeSource#10] an awsElasticBlockStore with a negative partition is rejected",
      { awsElasticBlockStore: { volumeID: "v", partition: -1 } },
      `.awsElasticBlockStore.partition: Invalid value: -1: ${partition}`,
    ],
    [
      "[VolumeSource#31] a cinder volume without a volumeID is rejected",
      { cinder: {} },
      ".cinder.volumeID: Required value",
    ],
    [
      "[VolumeSource#32] a cinder volume whose secretRef has no name is rejected",
      { cinder: { volumeID: "v", secretRef: {} } },
      ".cinder.secretRef.name: Required value",
    ],
    [
      "[VolumeSource#47] an azureFile volume without a secretName is rejected",
      { azureFile: { shareName: "s" } },
      ".azureFile.secretName: Required value",
    ],
    [
      "[VolumeSource#48] an azureFile volume without a shareName is rejected",
      { azureFile: { secretName: "s" } },
      ".azureFile.shareName: Required value",
    ],
    [
      "[VolumeSource#49] a vsphereVolume without a volumePath is rejected",
      { vsphereVolume: {} },
      ".vsphereVolume.volumePath: Required value",
    ],
    [
      "[VolumeSource#50] a photonPersistentDisk without a pdID is rejected",
      { photonPersistentDisk: {} },
      ".photonPersistentDisk.pdID: Required value",
    ],
    [
      "[VolumeSource#52] an azureDisk without a diskName is rejected",
      { azureDisk: { ...azure, diskName: "" } },
      ".azureDisk.diskName: Required value",
    ],
    [
      "[VolumeSource#54] an azureDisk with an unknown cachingMode is rejected",
      { azureDisk: { ...azure, cachingMode: "WriteOnly" } },
      '.azureDisk.cachingMode: Unsupported value: "WriteOnly": supported values: "None", "ReadOnly", "ReadWrite"',
    ],
    [
      "[VolumeSource#55] an azureDisk with an unknown kind is rejected",
      { azureDisk: { ...azure, kind: "Leased" } },
      '.azureDisk.kind: Unsupported value: "Leased": supported values: "Dedicated", "Managed", "Shared"',
    ],
    [
      "[VolumeSource#56] a managed azureDisk whose diskURI names no subscription is rejected",
      { azureDisk: { ...azure, kind: "Managed" } },
      `.azureDisk.diskURI: Unsupported value: "${azure.diskURI}": supported values: "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}"`,
    ],
    [
      "[VolumeSource#57] an azureDisk whose diskURI is outside blob storage is rejected",
      { azureDisk: { ...azure, diskURI: "/subscriptions/s" } },
      '.azureDisk.diskURI: Unsupported value: "/subscriptions/s": supported values: "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"',
    ],
  ]);

  pods.create(
    "[VolumeSource#53] an azureDisk without a diskURI is rejected",
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
    [
      "[VolumeSource#11] a secret volume without a secretName is rejected",
      { secret: {} },
      ".secret.secretName: Required value",
    ],
    [
      "[VolumeSource#12] a secret volume with an invalid defaultMode is rejected",
      { secret: { secretName: "s", defaultMode: 0o1000 } },
      `.secret.defaultMode: Invalid value: 512: ${notFileMode}`,
    ],
    [
      "[VolumeSource#38] a downwardAPI volume with an invalid defaultMode is rejected",
      { downwardAPI: { defaultMode: -1 } },
      `.downwardAPI.defaultMode: Invalid value: -1: ${notFileMode}`,
    ],
    [
      "[VolumeSource#45] a configMap volume without a name is rejected",
      { configMap: {} },
      ".configMap.name: Required value",
    ],
    [
      "[VolumeSource#46] a configMap volume with an invalid defaultMode is rejected",
      { configMap: { name: "c", defaultMode: 512 } },
      `.configMap.defaultMode: Invalid value: 512: ${notFileMode}`,
    ],
    [
      "[VolumeSource#62] a projected volume with an invalid defaultMode is rejected",
      { projected: { sources: [], defaultMode: 512 } },
      `.projected.defaultMode: Invalid value: 512: ${notFileMode}`,
    ],
  ]);
  accept("a configMap volume with defaultMode 0777 is accepted", { configMap: { name: "c", defaultMode: 0o777 } });
});

describe("a volume behind a network", () => {
  const iscsi = { targetPortal: "10.0.0.1", iqn: "iqn.2001-04.com.example:storage", lun: 0 };
  const quobyte = { registry: "a:1,b:2", volume: "v" };
  const pairs = "must be a host:port pair or multiple pairs separated by commas";
  refuse([
    [
      "[VolumeSource#13] an nfs volume without a server is rejected",
      { nfs: { path: "/a" } },
      ".nfs.server: Required value",
    ],
    [
      "[VolumeSource#14, VolumeSource#15] an nfs volume without a path is rejected",
      { nfs: { server: "s" } },
      ".nfs.path: Required value",
      '.nfs.path: Invalid value: "": must be an absolute path',
    ],
    [
      "[VolumeSource#16] an iscsi volume without a targetPortal is rejected",
      { iscsi: { ...iscsi, targetPortal: "" } },
      ".iscsi.targetPortal: Required value",
    ],
    [
      "[VolumeSource#17] an iscsi volume without an iqn is rejected",
      { iscsi: { ...iscsi, iqn: "" } },
      ".iscsi.iqn: Required value",
    ],
    [
      "[VolumeSource#18] an iscsi volume with a malformed iqn is rejected",
      { iscsi: { ...iscsi, iqn: "disk" } },
      '.iscsi.iqn: Invalid value: "disk": must be valid format starting with iqn, eui, or naa',
    ],
    [
      "[VolumeSource#19] an iscsi volume with lun 256 is rejected",
      { iscsi: { ...iscsi, lun: 256 } },
      ".iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive",
    ],
    [
      "[VolumeSource#20] an iscsi volume with chapAuthSession and without a secretRef is rejected",
      { iscsi: { ...iscsi, chapAuthSession: true } },
      ".iscsi.secretRef: Required value",
    ],
    [
      "[VolumeSource#21] an iscsi volume with a malformed initiatorName is rejected",
      { iscsi: { ...iscsi, initiatorName: "iqn.2001" } },
      '.iscsi.initiatorname: Invalid value: "iqn.2001": must be valid format',
    ],
    [
      "[VolumeSource#22] an iscsi volume whose name and targetPortal exceed 64 characters is rejected",
      { iscsi: { ...iscsi, targetPortal: "a".repeat(60), initiatorName: iscsi.iqn } },
      '.name: Invalid value: "data": Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.',
    ],
    [
      "[VolumeSource#23] a glusterfs volume without endpoints is rejected",
      { glusterfs: { path: "p" } },
      ".glusterfs.endpoints: Required value",
    ],
    [
      "[VolumeSource#24] a glusterfs volume without a path is rejected",
      { glusterfs: { endpoints: "e" } },
      ".glusterfs.path: Required value",
    ],
    [
      "[VolumeSource#25] a flocker volume without a dataset is rejected",
      { flocker: {} },
      ".flocker: Required value: one of datasetName and datasetUUID is required",
    ],
    [
      "[VolumeSource#26] a flocker volume with two datasets is rejected",
      { flocker: { datasetName: "a", datasetUUID: "b" } },
      '.flocker: Invalid value: "resource": datasetName and datasetUUID can not be specified simultaneously',
    ],
    [
      "[VolumeSource#27] a flocker volume with a slash in its datasetName is rejected",
      { flocker: { datasetName: "a/b" } },
      ".flocker.datasetName: Invalid value: \"a/b\": must not contain '/'",
    ],
    [
      "[VolumeSource#28] a persistentVolumeClaim volume without a claimName is rejected",
      { persistentVolumeClaim: {} },
      ".persistentVolumeClaim.claimName: Required value",
    ],
    [
      "[VolumeSource#29] an rbd volume without monitors is rejected",
      { rbd: { image: "i" } },
      ".rbd.monitors: Required value",
    ],
    [
      "[VolumeSource#30] an rbd volume without an image is rejected",
      { rbd: { monitors: ["m"] } },
      ".rbd.image: Required value",
    ],
    [
      "[VolumeSource#33] a cephfs volume without monitors is rejected",
      { cephfs: {} },
      ".cephfs.monitors: Required value",
    ],
    [
      "[VolumeSource#34] a quobyte volume without a registry is rejected",
      { quobyte: { volume: "v" } },
      `.quobyte.registry: Required value: ${pairs}`,
    ],
    [
      "[VolumeSource#35] a quobyte volume with a tenant of 65 characters is rejected",
      { quobyte: { ...quobyte, tenant: "a".repeat(65) } },
      ".quobyte.tenant: Required value: must be a UUID and may not exceed a length of 64 characters",
    ],
    [
      "[VolumeSource#36] a quobyte volume with a registry without a port is rejected",
      { quobyte: { ...quobyte, registry: "a:1,b" } },
      `.quobyte.registry: Invalid value: "a:1,b": ${pairs}`,
    ],
    [
      "[VolumeSource#37] a quobyte volume without a name is rejected",
      { quobyte: { registry: "a:1" } },
      ".quobyte.volume: Required value",
    ],
    [
      "[VolumeSource#39] an fc volume with neither targetWWNs nor wwids is rejected",
      { fc: {} },
      ".fc.targetWWNs: Required value: must specify either targetWWNs or wwids, but not both",
    ],
    [
      "[VolumeSource#40] an fc volume with both targetWWNs and wwids is rejected",
      { fc: { targetWWNs: ["a"], wwids: ["b"], lun: 1 } },
      '.fc.targetWWNs: Invalid value: []string{"a"}: targetWWNs and wwids can not be specified simultaneously',
    ],
    [
      "[VolumeSource#41] an fc volume with targetWWNs and without a lun is rejected",
      { fc: { targetWWNs: ["a"] } },
      ".fc.lun: Required value: lun is required if targetWWNs is specified",
    ],
    [
      "[VolumeSource#42] an fc volume with lun 256 is rejected",
      { fc: { targetWWNs: ["a"], lun: 256 } },
      ".fc.lun: Invalid value: 256: must be between 0 and 255, inclusive",
    ],
    [
      "[VolumeSource#51] a portworxVolume without a volumeID is rejected",
      { portworxVolume: {} },
      ".portworxVolume.volumeID: Required value",
    ],
    [
      "[VolumeSource#58] a storageos volume without a volumeName is rejected",
      { storageos: {} },
      ".storageos.volumeName: Required value",
    ],
    [
      "[VolumeSource#59] a storageos volume whose volumeName is no DNS label is rejected",
      { storageos: { volumeName: "A" } },
      `.storageos.volumeName: Invalid value: "A": ${notLabel}`,
    ],
    [
      "[VolumeSource#60] a storageos volume whose volumeNamespace is no DNS label is rejected",
      { storageos: { volumeName: "a", volumeNamespace: "B" } },
      `.storageos.volumeNamespace: Invalid value: "B": ${notLabel}`,
    ],
    [
      "[VolumeSource#61] a storageos volume whose secretRef has no name is rejected",
      { storageos: { volumeName: "a", secretRef: {} } },
      ".storageos.secretRef.name: Required value",
    ],
    [
      "[VolumeSource#63] a scaleIO volume without a gateway is rejected",
      { scaleIO: { system: "s", volumeName: "v" } },
      ".scaleIO.gateway: Required value",
    ],
    [
      "[VolumeSource#64] a scaleIO volume without a system is rejected",
      { scaleIO: { gateway: "g", volumeName: "v" } },
      ".scaleIO.system: Required value",
    ],
    [
      "[VolumeSource#65] a scaleIO volume without a volumeName is rejected",
      { scaleIO: { gateway: "g", system: "s" } },
      ".scaleIO.volumeName: Required value",
    ],
  ]);
  accept("a quobyte volume with a tenant of 64 characters and a registry in brackets is accepted", {
    quobyte: { registry: "[2001:db8::1]:80", volume: "v", tenant: "a".repeat(64) },
  });
});

describe("a volume of a plugin", () => {
  refuse([
    [
      "[VolumeSource#43] a flexVolume without a driver is rejected",
      { flexVolume: {} },
      ".flexVolume.driver: Required value",
    ],
    [
      "[VolumeSource#44] a flexVolume with an option in a reserved domain is rejected",
      { flexVolume: { driver: "d", options: { "a.K8S.io/b": "c" } } },
      '.flexVolume.options[a.K8S.io/b]: Invalid value: "a.K8S.io/b": kubernetes.io and k8s.io namespaces are reserved',
    ],
    [
      "[VolumeSource#66] a csi volume whose driver is no DNS subdomain is rejected",
      { csi: { driver: "a_b" } },
      `.csi.driver: Invalid value: "a_b": ${notSubdomain}`,
    ],
    [
      "[VolumeSource#67] a csi volume whose nodePublishSecretRef has no name is rejected",
      { csi: { driver: "d", nodePublishSecretRef: {} } },
      ".csi.nodePublishSecretRef.name: Required value",
    ],
    [
      "[VolumeSource#68] a csi volume whose nodePublishSecretRef has an invalid name is rejected",
      { csi: { driver: "d", nodePublishSecretRef: { name: "A" } } },
      `.csi.name: Invalid value: "A": ${notSubdomain}`,
    ],
  ]);
});

describe("an ephemeral volume", () => {
  const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
  refuse([
    [
      "[VolumeSource#69] an ephemeral volume without a volumeClaimTemplate is rejected",
      { ephemeral: {} },
      ".ephemeral.volumeClaimTemplate: Required value",
    ],
    [
      "[VolumeSource#70] a volumeClaimTemplate with a name in its metadata is rejected",
      { ephemeral: { volumeClaimTemplate: { metadata: { name: "a" }, spec } } },
      ".ephemeral.volumeClaimTemplate.metadata.name: Forbidden: cannot be set",
    ],
  ]);

  const longName = "a".repeat(249);
  pods.create(
    "[VolumeSource#71] an ephemeral volume whose claim would have more than 253 characters in its name is rejected",
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
      "[VolumeSource#73] a volume with several sources is rejected, and only the first source is validated",
      { emptyDir: {}, downwardAPI: { defaultMode: -1 }, cephfs: { monitors: [] }, image: {} },
      ".cephFS: Forbidden: may not specify more than 1 volume type",
      ".downwarAPI: Forbidden: may not specify more than 1 volume type",
      ".image: Forbidden: may not specify more than 1 volume type",
    ],
  ]);
});
