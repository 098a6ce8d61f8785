import type { KindDeclaration } from "../../schema/index.ts";
import { csiDriver } from "./v1/csi-driver.ts";
import { csiNode } from "./v1/csi-node.ts";
import { csiStorageCapacity } from "./v1/csi-storage-capacity.ts";
import { storageClass } from "./v1/storage-class.ts";
import { volumeAttachment } from "./v1/volume-attachment.ts";
import { volumeAttributesClass as volumeAttributesClassV1Alpha1 } from "./v1alpha1/volume-attributes-class.ts";
import { volumeAttributesClass } from "./v1beta1/volume-attributes-class.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const storageKinds: readonly KindDeclaration[] = [
  csiDriver,
  csiNode,
  csiStorageCapacity,
  storageClass,
  volumeAttachment,
  volumeAttributesClass,
  volumeAttributesClassV1Alpha1,
];
