/** The types of this group, and the kinds that declare them. */
export {
  type CSIDriver,
  type CSIDriverSpec,
  csiDriver,
  type TokenRequest as StorageTokenRequest,
} from "./v1/csi-driver.ts";
export {
  type CSINode,
  type CSINodeDriver,
  type CSINodeSpec,
  csiNode,
  type VolumeNodeResources,
} from "./v1/csi-node.ts";
export { type CSIStorageCapacity, csiStorageCapacity } from "./v1/csi-storage-capacity.ts";
export { type StorageClass, storageClass } from "./v1/storage-class.ts";
export {
  type VolumeAttachment,
  type VolumeAttachmentSource,
  type VolumeAttachmentSpec,
  type VolumeAttachmentStatus,
  type VolumeError,
  volumeAttachment,
} from "./v1/volume-attachment.ts";
export {
  type VolumeAttributesClass as VolumeAttributesClassV1Alpha1,
  volumeAttributesClass as volumeAttributesClassV1Alpha1,
} from "./v1alpha1/volume-attributes-class.ts";
export { type VolumeAttributesClass, volumeAttributesClass } from "./v1beta1/volume-attributes-class.ts";
