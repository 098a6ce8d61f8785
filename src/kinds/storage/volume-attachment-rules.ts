/** Rules of VolumeAttachments. */
import {
  type VolumeAttachment,
  type VolumeAttachmentSource,
  type VolumeAttachmentSpec,
  type VolumeAttachmentStatus,
  volumeAttachmentSource,
  volumeAttachmentSpec,
} from "../../api/storage/v1/volume-attachment.ts";
import { type FieldError, forbiddenField, requiredField, tooLongField } from "../../meta/field-error.ts";
import { GoText, goQuote } from "../../meta/go-quote.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { inlineVolumeOrder, reportInlineVolumeSpec } from "../core/persistent-volume/persistent-volume-spec.ts";
import { goPointer } from "../meta/go-values.ts";
import { at, collect, reportFieldFormat, reportFormat, within } from "../reporting.ts";
import { bytesOf } from "./class-rules.ts";

const choice = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";

/** Validation of VolumeAttachments: attacher, node, source. */
export const volumeAttachmentRules: readonly RuleEntry[] = [
  rulesFor(volumeAttachmentSpec, { validate: reportSpec, order: ["attacher", "source", "nodeName"] }),
  rulesFor(volumeAttachmentSource, {
    validate: reportSource,
    order: inlineVolumeOrder("inlineVolumeSpec"),
    skipped: ({ persistentVolumeName }) => (persistentVolumeName === undefined ? [] : ["inlineVolumeSpec"]),
  }),
];

function reportSpec({ attacher, nodeName }: VolumeAttachmentSpec, context: ValidationContext): void {
  if (attacher === "") context.report(requiredField(at(context, "attacher")));
  reportFormat(context, "nodeName", "dns1123Subdomain", nodeName);
}

function reportSource(source: VolumeAttachmentSource, context: ValidationContext): void {
  const { persistentVolumeName: name, inlineVolumeSpec } = source;
  if (name === undefined && !inlineVolumeSpec) context.report(requiredField(context.path(), choice));
  else if (name !== undefined && inlineVolumeSpec) context.report(forbiddenField(context.path(), choice));
  else if (name === "") {
    const why = "must specify non empty persistentVolumeName";
    context.report(requiredField(at(context, "persistentVolumeName"), why));
  }
  if (name === undefined && inlineVolumeSpec) {
    reportInlineVolumeSpec(inlineVolumeSpec, within(context, "inlineVolumeSpec"));
  }
}

/** Returns the errors of rules that later releases added. They apply to new objects only. */
export function newAttachmentErrors({ spec }: VolumeAttachment): FieldError[] {
  const { attacher, source } = spec;
  return collect((context) => {
    reportFieldFormat(context, "attacher", "csiDriverName", attacher);
    const name = source.persistentVolumeName;
    if (name !== undefined) reportFormat(context, "source.persistentVolumeName", "dns1123Subdomain", name);
  }, "spec");
}

const metadataBytesMax = 256 * 1024;
const messageBytesMax = 1024;

/**
 * Returns the errors of a status. As in the reference, messages about an error text also show the limit of the
 * metadata.
 */
export function attachmentStatusErrors({ attachmentMetadata = {}, ...errors }: VolumeAttachmentStatus): FieldError[] {
  const isTooLong: readonly (readonly [path: string, boolean])[] = [
    ["attachmentMetadata", bytesOf(attachmentMetadata) > metadataBytesMax],
    ...(["attachError", "detachError"] as const).map((field) => {
      return [`${field}.message`, Buffer.byteLength(errors[field]?.message ?? "") > messageBytesMax] as const;
    }),
  ];
  return isTooLong.flatMap(([path, holds]) => (holds ? [tooLongField(`status.${path}`, metadataBytesMax)] : []));
}

/** Returns the spec in Go syntax. */
export function goAttachmentSpec({ attacher, source, nodeName }: VolumeAttachmentSpec): GoText {
  const name = goPointer("string", source.persistentVolumeName !== undefined);
  const volume = goPointer("core.PersistentVolumeSpec", source.inlineVolumeSpec !== undefined);
  const shown = `storage.VolumeAttachmentSource{PersistentVolumeName:${name}, InlineVolumeSpec:${volume}}`;
  const members = `Attacher:${goQuote(attacher)}, Source:${shown}, NodeName:${goQuote(nodeName)}`;
  return new GoText(`storage.VolumeAttachmentSpec{${members}}`);
}
