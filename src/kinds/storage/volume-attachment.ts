import type { VolumeAttachment } from "../../api/index.ts";
import type { KindHooks } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { attachmentStatusErrors, goAttachmentSpec, newAttachmentErrors } from "./volume-attachment-rules.ts";

/** Hooks of VolumeAttachments: immutable spec, status, columns. */
export const volumeAttachmentHooks: KindHooks<VolumeAttachment> = {
  validateCreate: newAttachmentErrors,
  validateUpdate: ({ spec, status = { attached: false } }, old, _, subresource) => {
    const errors = subresource === "status" ? attachmentStatusErrors(status) : [];
    const shown = goAttachmentSpec(spec);
    // The reference reports the errors of a status twice.
    return [...errors, ...errors, ...immutableField({ path: "spec", value: spec, old: old.spec, shown })];
  },
  nameFormat: "dns1123Subdomain",
  columns: [
    nameColumn,
    column("Attacher", "The CSI driver that attaches the volume.", ({ spec }) => spec.attacher, { format: "name" }),
    column("PV", "The PersistentVolume to attach.", ({ spec }) => spec.source.persistentVolumeName ?? ""),
    column("Node", "Node to which the volume is attached.", ({ spec }) => spec.nodeName),
    column("Attached", "Whether the volume is attached.", ({ status }) => status?.attached ?? false, {
      type: "boolean",
    }),
    ageColumn,
  ],
};
