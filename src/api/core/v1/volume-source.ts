import {
  boolean,
  type FieldsOf,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import {
  awsElasticBlockStoreVolumeSource,
  azureDiskVolumeSource,
  azureFileVolumeSource,
  cinderVolumeSource,
  gcePersistentDiskVolumeSource,
  photonPersistentDiskVolumeSource,
  vsphereVirtualDiskVolumeSource,
} from "./cloud-volumes.ts";
import { configMapVolumeSource, downwardAPIVolumeSource, secretVolumeSource } from "./file-volumes.ts";
import {
  cephFSVolumeSource,
  fcVolumeSource,
  flockerVolumeSource,
  glusterfsVolumeSource,
  iscsiVolumeSource,
  nfsVolumeSource,
  portworxVolumeSource,
  quobyteVolumeSource,
  rbdVolumeSource,
  scaleIOVolumeSource,
  storageOSVolumeSource,
} from "./network-volumes.ts";
import { emptyDirVolumeSource, gitRepoVolumeSource, hostPathVolumeSource, imageVolumeSource } from "./node-volumes.ts";
import { persistentVolumeClaimTemplate } from "./persistent-volume-claim-spec.ts";
import { csiVolumeSource, flexVolumeSource } from "./plugin-volumes.ts";
import { projectedVolumeSource } from "./projected-volume.ts";

const ephemeralVolumeSourceFields = {
  volumeClaimTemplate: pointer(
    persistentVolumeClaimTemplate,
    1,
    "Template of the claim. The claim's name is POD-VOLUME.",
    { nonEmpty: true, featuresUnchecked: true },
  ),
};

export interface EphemeralVolumeSource extends FieldsOf<typeof ephemeralVolumeSourceFields> {}

export const ephemeralVolumeSource: StructSchema<EphemeralVolumeSource> = struct(
  "core/v1.EphemeralVolumeSource",
  "Volume of a claim that is created and deleted with the Pod.",
  ephemeralVolumeSourceFields,
);

const persistentVolumeClaimVolumeSourceFields = {
  claimName: required(text, 1, "Name of the claim in the Pod's namespace.", { nonEmpty: true }),
  readOnly: optional(boolean, 2, "Whether all mounts are read-only. Default: false."),
};

export interface PersistentVolumeClaimVolumeSource extends FieldsOf<typeof persistentVolumeClaimVolumeSourceFields> {}

export const persistentVolumeClaimVolumeSource: StructSchema<PersistentVolumeClaimVolumeSource> = struct(
  "core/v1.PersistentVolumeClaimVolumeSource",
  "Volume that a claim is bound to.",
  persistentVolumeClaimVolumeSourceFields,
);

export const volumeSourceFields = {
  hostPath: pointer(hostPathVolumeSource, 1, "File or directory of the node."),
  emptyDir: pointer(emptyDirVolumeSource, 2, "Directory with the lifetime of the Pod."),
  gcePersistentDisk: pointer(gcePersistentDiskVolumeSource, 3, "Deprecated. Google Compute Engine disk."),
  awsElasticBlockStore: pointer(awsElasticBlockStoreVolumeSource, 4, "Deprecated. Amazon block store volume."),
  gitRepo: pointer(gitRepoVolumeSource, 5, "Deprecated. Clone of a git repository."),
  secret: pointer(secretVolumeSource, 6, "Files with the keys of a Secret."),
  nfs: pointer(nfsVolumeSource, 7, "Directory of an NFS server."),
  iscsi: pointer(iscsiVolumeSource, 8, "Disk that is reached over iSCSI."),
  glusterfs: pointer(glusterfsVolumeSource, 9, "Deprecated. GlusterFS volume."),
  persistentVolumeClaim: pointer(persistentVolumeClaimVolumeSource, 10, "Volume of a claim."),
  rbd: pointer(rbdVolumeSource, 11, "Deprecated. Ceph block device."),
  flexVolume: pointer(flexVolumeSource, 12, "Deprecated. Volume of an executable plugin."),
  cinder: pointer(cinderVolumeSource, 13, "Deprecated. OpenStack Cinder volume."),
  cephfs: pointer(cephFSVolumeSource, 14, "Deprecated. Directory of a Ceph file system."),
  flocker: pointer(flockerVolumeSource, 15, "Deprecated. Flocker dataset."),
  downwardAPI: pointer(downwardAPIVolumeSource, 16, "Files with fields of the Pod."),
  fc: pointer(fcVolumeSource, 17, "Fibre Channel disk."),
  azureFile: pointer(azureFileVolumeSource, 18, "Deprecated. Azure file share."),
  configMap: pointer(configMapVolumeSource, 19, "Files with the keys of a ConfigMap."),
  vsphereVolume: pointer(vsphereVirtualDiskVolumeSource, 20, "Deprecated. vSphere disk."),
  quobyte: pointer(quobyteVolumeSource, 21, "Deprecated. Quobyte volume."),
  azureDisk: pointer(azureDiskVolumeSource, 22, "Deprecated. Azure disk."),
  photonPersistentDisk: pointer(photonPersistentDiskVolumeSource, 23, "Deprecated. Photon Controller disk."),
  projected: pointer(projectedVolumeSource, 26, "Files from several sources in one directory."),
  portworxVolume: pointer(portworxVolumeSource, 24, "Deprecated. Portworx volume."),
  scaleIO: pointer(scaleIOVolumeSource, 25, "Deprecated. ScaleIO volume."),
  storageos: pointer(storageOSVolumeSource, 27, "Deprecated. StorageOS volume."),
  csi: pointer(csiVolumeSource, 28, "Volume of a CSI driver with the lifetime of the Pod."),
  ephemeral: pointer(ephemeralVolumeSource, 29, "Volume of a claim with the lifetime of the Pod."),
  image: pointer(imageVolumeSource, 30, "Files of a container image.", { featureGate: "ImageVolume" }),
};

/** Source of a volume. Exactly one member is set. */
export interface VolumeSource extends FieldsOf<typeof volumeSourceFields> {}
