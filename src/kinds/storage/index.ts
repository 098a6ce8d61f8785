/** Hooks and rules of the kinds in this group. */
import {
  csiDriver,
  csiNode,
  csiStorageCapacity,
  storageClass,
  volumeAttachment,
  volumeAttributesClass,
  volumeAttributesClassV1Alpha1,
} from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { csiDriverHooks, csiDriverRules } from "./csi-driver.ts";
import { csiNodeHooks } from "./csi-node.ts";
import { csiNodeRules } from "./csi-node-rules.ts";
import { csiStorageCapacityHooks, csiStorageCapacityRules } from "./csi-storage-capacity.ts";
import { storageClassHooks } from "./storage-class.ts";
import { storageClassRules } from "./storage-class-rules.ts";
import { volumeAttachmentHooks } from "./volume-attachment.ts";
import { volumeAttachmentRules } from "./volume-attachment-rules.ts";
import { volumeAttributesClassHooks, volumeAttributesClassRules } from "./volume-attributes-class.ts";

/** Hooks of all kinds in this group. */
export const storageHooks: readonly HookEntry[] = [
  hooksOf(csiDriver, csiDriverHooks),
  hooksOf(csiNode, csiNodeHooks),
  hooksOf(csiStorageCapacity, csiStorageCapacityHooks),
  hooksOf(storageClass, storageClassHooks),
  hooksOf(volumeAttachment, volumeAttachmentHooks),
  hooksOf(volumeAttributesClass, volumeAttributesClassHooks),
  hooksOf(volumeAttributesClassV1Alpha1, volumeAttributesClassHooks),
];

/** Rules of all types in this group. */
export const storageRules: readonly RuleEntry[] = [
  ...csiDriverRules,
  ...csiNodeRules,
  ...csiStorageCapacityRules,
  ...storageClassRules,
  ...volumeAttachmentRules,
  ...volumeAttributesClassRules,
];
