/** The hooks of the kinds of this group. */
import {
  csiDriver,
  csiNode,
  csiStorageCapacity,
  storageClass,
  volumeAttachment,
  volumeAttributesClass,
  volumeAttributesClassV1Alpha1,
} from "../../api/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { csiDriverHooks } from "./csi-driver.ts";
import { csiNodeHooks } from "./csi-node.ts";
import { csiStorageCapacityHooks } from "./csi-storage-capacity.ts";
import { storageClassHooks } from "./storage-class.ts";
import { volumeAttachmentHooks } from "./volume-attachment.ts";
import { volumeAttributesClassHooks } from "./volume-attributes-class.ts";

export const storageHooks: readonly HookEntry[] = [
  hooksOf(csiDriver, csiDriverHooks),
  hooksOf(csiNode, csiNodeHooks),
  hooksOf(csiStorageCapacity, csiStorageCapacityHooks),
  hooksOf(storageClass, storageClassHooks),
  hooksOf(volumeAttachment, volumeAttachmentHooks),
  hooksOf(volumeAttributesClass, volumeAttributesClassHooks),
  hooksOf(volumeAttributesClassV1Alpha1, volumeAttributesClassHooks),
];
