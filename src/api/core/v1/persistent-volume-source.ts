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
  path: required(formattedText({ format: "pathNoBacksteps" }), 1, "A directory, or a block device.", {
    nonEmpty: true,
  }),
  fsType: pointer(text, 2, "File system of the device. Unset is chosen by the node."),
};

export interface LocalVolumeSource extends FieldsOf<typeof localVolumeSourceFields> {}

export const localVolumeSource: StructSchema<LocalVolumeSource> = struct(
  "core/v1.LocalVolumeSource",
  "Storage attached to one node; the volume's nodeAffinity says which.",
  localVolumeSourceFields,
);

export const persistentVolumeSourceFields = {
  gcePersistentDisk: pointer(gcePersistentDiskVolumeSource, 1, "Deprecated. A Google Compute Engine disk."),
  awsElasticBlockStore: pointer(awsElasticBlockStoreVolumeSource, 2, "Deprecated. An Amazon block store volume."),
  hostPath: pointer(hostPathVolumeSource, 3, "A directory of the node; for clusters of one node only."),
  glusterfs: pointer(glusterfsPersistentVolumeSource, 4, "Deprecated. A GlusterFS volume."),
  nfs: pointer(nfsVolumeSource, 5, "A directory of an NFS server."),
  rbd: pointer(rbdPersistentVolumeSource, 6, "Deprecated. A Ceph block device."),
  iscsi: pointer(iscsiPersistentVolumeSource, 7, "An iSCSI disk."),
  cinder: pointer(cinderPersistentVolumeSource, 8, "Deprecated. An OpenStack Cinder volume."),
  cephfs: pointer(cephFSPersistentVolumeSource, 9, "Deprecated. A directory of a Ceph file system."),
  fc: pointer(fcVolumeSource, 10, "A Fibre Channel disk."),
  flocker: pointer(flockerVolumeSource, 11, "Deprecated. A Flocker dataset."),
  flexVolume: pointer(flexPersistentVolumeSource, 12, "Deprecated. A volume of an executable plugin."),
  azureFile: pointer(azureFilePersistentVolumeSource, 13, "Deprecated. An Azure file share."),
  vsphereVolume: pointer(vsphereVirtualDiskVolumeSource, 14, "Deprecated. A vSphere disk."),
  quobyte: pointer(quobyteVolumeSource, 15, "Deprecated. A Quobyte volume."),
  azureDisk: pointer(azureDiskVolumeSource, 16, "Deprecated. An Azure disk."),
  photonPersistentDisk: pointer(photonPersistentDiskVolumeSource, 17, "Deprecated. A Photon Controller disk."),
  portworxVolume: pointer(portworxVolumeSource, 18, "Deprecated. A Portworx volume."),
  scaleIO: pointer(scaleIOPersistentVolumeSource, 19, "Deprecated. A ScaleIO volume."),
  local: pointer(localVolumeSource, 20, "Storage attached to one node."),
  storageos: pointer(storageOSPersistentVolumeSource, 21, "Deprecated. A StorageOS volume."),
  csi: pointer(csiPersistentVolumeSource, 22, "A volume of a CSI driver."),
};

/** What a PersistentVolume is made of. Exactly one member is set. */
export interface PersistentVolumeSource extends FieldsOf<typeof persistentVolumeSourceFields> {}
