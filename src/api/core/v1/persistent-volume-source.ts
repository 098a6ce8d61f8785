import {
  type FieldsOf,
  formattedText,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import {
  awsElasticBlockStoreVolumeSource,
  azureDiskVolumeSource,
  gcePersistentDiskVolumeSource,
  photonPersistentDiskVolumeSource,
  vsphereVirtualDiskVolumeSource,
} from "./cloud-volumes.ts";
import {
  fcVolumeSource,
  flockerVolumeSource,
  nfsVolumeSource,
  portworxVolumeSource,
  quobyteVolumeSource,
} from "./network-volumes.ts";
import { hostPathVolumeSource } from "./node-volumes.ts";
import { azureFilePersistentVolumeSource, cinderPersistentVolumeSource } from "./persistent-cloud-volumes.ts";
import {
  cephFSPersistentVolumeSource,
  glusterfsPersistentVolumeSource,
  iscsiPersistentVolumeSource,
  rbdPersistentVolumeSource,
  scaleIOPersistentVolumeSource,
  storageOSPersistentVolumeSource,
} from "./persistent-network-volumes.ts";
import { csiPersistentVolumeSource, flexPersistentVolumeSource } from "./persistent-plugin-volumes.ts";

const localVolumeSourceFields = {
  path: required(formattedText({ format: "pathNoBacksteps" }), 1, "Path of a directory or block device.", {
    nonEmpty: true,
  }),
  fsType: pointer(text, 2, "File system of the device. Default: the node's choice."),
};

export interface LocalVolumeSource extends FieldsOf<typeof localVolumeSourceFields> {}

export const localVolumeSource: StructSchema<LocalVolumeSource> = struct(
  "core/v1.LocalVolumeSource",
  "Storage that is attached to one node, which nodeAffinity selects.",
  localVolumeSourceFields,
);

export const persistentVolumeSourceFields = {
  gcePersistentDisk: pointer(gcePersistentDiskVolumeSource, 1, "Deprecated. Google Compute Engine disk."),
  awsElasticBlockStore: pointer(awsElasticBlockStoreVolumeSource, 2, "Deprecated. Amazon block store volume."),
  hostPath: pointer(hostPathVolumeSource, 3, "Directory of the node, for clusters with a single node."),
  glusterfs: pointer(glusterfsPersistentVolumeSource, 4, "Deprecated. GlusterFS volume."),
  nfs: pointer(nfsVolumeSource, 5, "Directory of an NFS server."),
  rbd: pointer(rbdPersistentVolumeSource, 6, "Deprecated. Ceph block device."),
  iscsi: pointer(iscsiPersistentVolumeSource, 7, "Disk that is reached over iSCSI."),
  cinder: pointer(cinderPersistentVolumeSource, 8, "Deprecated. OpenStack Cinder volume."),
  cephfs: pointer(cephFSPersistentVolumeSource, 9, "Deprecated. Directory of a Ceph file system."),
  fc: pointer(fcVolumeSource, 10, "Fibre Channel disk."),
  flocker: pointer(flockerVolumeSource, 11, "Deprecated. Flocker dataset."),
  flexVolume: pointer(flexPersistentVolumeSource, 12, "Deprecated. Volume of an executable plugin."),
  azureFile: pointer(azureFilePersistentVolumeSource, 13, "Deprecated. Azure file share."),
  vsphereVolume: pointer(vsphereVirtualDiskVolumeSource, 14, "Deprecated. vSphere disk."),
  quobyte: pointer(quobyteVolumeSource, 15, "Deprecated. Quobyte volume."),
  azureDisk: pointer(azureDiskVolumeSource, 16, "Deprecated. Azure disk."),
  photonPersistentDisk: pointer(photonPersistentDiskVolumeSource, 17, "Deprecated. Photon Controller disk."),
  portworxVolume: pointer(portworxVolumeSource, 18, "Deprecated. Portworx volume."),
  scaleIO: pointer(scaleIOPersistentVolumeSource, 19, "Deprecated. ScaleIO volume."),
  local: pointer(localVolumeSource, 20, "Storage that is attached to one node."),
  storageos: pointer(storageOSPersistentVolumeSource, 21, "Deprecated. StorageOS volume."),
  csi: pointer(csiPersistentVolumeSource, 22, "Volume of a CSI driver."),
};

/** Source of a PersistentVolume. Exactly one member is set. */
export interface PersistentVolumeSource extends FieldsOf<typeof persistentVolumeSourceFields> {}
