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
    "The claim to make. Its name is that of the Pod, a hyphen and that of the volume.",
    { nonEmpty: true, featuresUnchecked: true },
  ),
};

export interface EphemeralVolumeSource extends FieldsOf<typeof ephemeralVolumeSourceFields> {}

export const ephemeralVolumeSource: StructSchema<EphemeralVolumeSource> = struct(
  "core/v1.EphemeralVolumeSource",
  "A volume from a claim that is made and deleted with the Pod.",
  ephemeralVolumeSourceFields,
);

const persistentVolumeClaimVolumeSourceFields = {
  claimName: required(text, 1, "Name of the claim in the Pod's namespace.", { nonEmpty: true }),
  readOnly: optional(boolean, 2, "Whether all mounts are read-only. Default: false."),
};

export interface PersistentVolumeClaimVolumeSource extends FieldsOf<typeof persistentVolumeClaimVolumeSourceFields> {}

export const persistentVolumeClaimVolumeSource: StructSchema<PersistentVolumeClaimVolumeSource> = struct(
  "core/v1.PersistentVolumeClaimVolumeSource",
  "The volume that a claim is bound to.",
  persistentVolumeClaimVolumeSourceFields,
);

export const volumeSourceFields = {
  hostPath: pointer(hostPathVolumeSource, 1, "A file or directory of the node."),
  emptyDir: pointer(emptyDirVolumeSource, 2, "A directory that lives as long as the Pod."),
  gcePersistentDisk: pointer(gcePersistentDiskVolumeSource, 3, "Deprecated. A Google Compute Engine disk."),
  awsElasticBlockStore: pointer(awsElasticBlockStoreVolumeSource, 4, "Deprecated. An Amazon block store volume."),
  gitRepo: pointer(gitRepoVolumeSource, 5, "Deprecated. A clone of a git repository."),
  secret: pointer(secretVolumeSource, 6, "Files with the keys of a Secret."),
  nfs: pointer(nfsVolumeSource, 7, "A directory of an NFS server."),
  iscsi: pointer(iscsiVolumeSource, 8, "An iSCSI disk."),
  glusterfs: pointer(glusterfsVolumeSource, 9, "Deprecated. A GlusterFS volume."),
  persistentVolumeClaim: pointer(persistentVolumeClaimVolumeSource, 10, "The volume behind a claim."),
  rbd: pointer(rbdVolumeSource, 11, "Deprecated. A Ceph block device."),
  flexVolume: pointer(flexVolumeSource, 12, "Deprecated. A volume of an executable plugin."),
  cinder: pointer(cinderVolumeSource, 13, "Deprecated. An OpenStack Cinder volume."),
  cephfs: pointer(cephFSVolumeSource, 14, "Deprecated. A directory of a Ceph file system."),
  flocker: pointer(flockerVolumeSource, 15, "Deprecated. A Flocker dataset."),
  downwardAPI: pointer(downwardAPIVolumeSource, 16, "Files with fields of the Pod."),
  fc: pointer(fcVolumeSource, 17, "A Fibre Channel disk."),
  azureFile: pointer(azureFileVolumeSource, 18, "Deprecated. An Azure file share."),
  configMap: pointer(configMapVolumeSource, 19, "Files with the keys of a ConfigMap."),
  vsphereVolume: pointer(vsphereVirtualDiskVolumeSource, 20, "Deprecated. A vSphere disk."),
  quobyte: pointer(quobyteVolumeSource, 21, "Deprecated. A Quobyte volume."),
  azureDisk: pointer(azureDiskVolumeSource, 22, "Deprecated. An Azure disk."),
  photonPersistentDisk: pointer(photonPersistentDiskVolumeSource, 23, "Deprecated. A Photon Controller disk."),
  projected: pointer(projectedVolumeSource, 26, "Files from several sources in one directory."),
  portworxVolume: pointer(portworxVolumeSource, 24, "Deprecated. A Portworx volume."),
  scaleIO: pointer(scaleIOVolumeSource, 25, "Deprecated. A ScaleIO volume."),
  storageos: pointer(storageOSVolumeSource, 27, "Deprecated. A StorageOS volume."),
  csi: pointer(csiVolumeSource, 28, "A volume of a CSI driver that lives as long as the Pod."),
  ephemeral: pointer(ephemeralVolumeSource, 29, "A volume from a claim that lives as long as the Pod."),
  image: pointer(imageVolumeSource, 30, "The files of a container image.", { featureGate: "ImageVolume" }),
};

/** What a volume is made of. Exactly one member is set. */
export interface VolumeSource extends FieldsOf<typeof volumeSourceFields> {}
