import type { VolumeAttachment } from "../../api/index.ts";
import type { KindHooks } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { immutableField } from "../meta/immutable-field.ts";

export const volumeAttachmentHooks: KindHooks<VolumeAttachment> = {
  validateUpdate: ({ spec }, old, _, subresource) =>
    subresource === "status" ? [] : immutableField({ path: "spec", value: spec, old: old.spec }),
  nameFormat: "dns1123Subdomain",
  columns: [
    nameColumn,
    column("Attacher", "The CSI driver that attaches the volume.", ({ spec }) => spec.attacher, { format: "name" }),
    column("PV", "The PersistentVolume to attach.", ({ spec }) => spec.source.persistentVolumeName ?? ""),
    column("Node", "The node to attach it to.", ({ spec }) => spec.nodeName),
    column("Attached", "Whether the volume is attached.", ({ status }) => status?.attached ?? false, {
      type: "boolean",
    }),
    ageColumn,
  ],
};
