/** Rules of volumes. A volume has exactly one source. */
import {
  type ConfigMapVolumeSource,
  configMapVolumeSource,
  type DownwardAPIVolumeFile,
  type DownwardAPIVolumeSource,
  downwardAPIVolumeFile,
  downwardAPIVolumeSource,
  type KeyToPath,
  keyToPath,
  type SecretVolumeSource,
  secretVolumeSource,
} from "../../../api/core/v1/file-volumes.ts";
import {
  type EmptyDirVolumeSource,
  emptyDirVolumeSource,
  hostPathVolumeSource,
  type ImageVolumeSource,
  imageVolumeSource,
} from "../../../api/core/v1/node-volumes.ts";
import { type Volume, volume } from "../../../api/core/v1/volume.ts";
import { type EphemeralVolumeSource, ephemeralVolumeSource } from "../../../api/core/v1/volume-source.ts";
import type { IsEnabled } from "../../../meta/feature-gates.ts";
import { forbiddenField, invalidField, requiredField } from "../../../meta/field-error.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { reportTemplateMetadata } from "../../meta/template-metadata.ts";
import { at, renamed, reportFormat, within } from "../../reporting.ts";
import { pullPolicyOf } from "../container/image-reference.ts";
import { reportClaimSpec } from "../persistent-volume/persistent-volume-claim-spec.ts";
import { reportFieldSelector, reportResourceSelector } from "../scheduling/field-selector-rules.ts";

/** Fields of sources. If a volume has several, the first one in this order counts. */
const sourceNames = [
  "emptyDir",
  "hostPath",
  "gitRepo",
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "secret",
  "nfs",
  "iscsi",
  "glusterfs",
  "flocker",
  "persistentVolumeClaim",
  "rbd",
  "cinder",
  "cephfs",
  "quobyte",
  "downwardAPI",
  "fc",
  "flexVolume",
  "configMap",
  "azureFile",
  "vsphereVolume",
  "photonPersistentDisk",
  "portworxVolume",
  "azureDisk",
  "storageos",
  "projected",
  "scaleIO",
  "csi",
  "ephemeral",
  "image",
] as const satisfies readonly (keyof Volume)[];

/** Spelling of sources in the reference's error messages, where it differs from the field. */
const spellings: Readonly<Partial<Record<keyof Volume, string>>> = { cephfs: "cephFS", downwardAPI: "downwarAPI" };

/** Path of errors about the contents of a source, where it differs from the field. */
const contentPaths: Readonly<Partial<Record<keyof Volume, string>>> = { gcePersistentDisk: "persistentDisk" };

/** Rules of volumes, and of the sources that no other file covers. */
export const volumeRules: readonly RuleEntry[] = [
  rulesFor(volume, { defaults: fillSource, validate: reportOneSource, skipped: laterSources, order: sourceOrder() }),
  rulesFor(emptyDirVolumeSource, { validate: reportEmptyDir }),
  rulesFor(hostPathVolumeSource, { skipped: ({ path }) => (path === "" ? ["type"] : []) }),
  rulesFor(secretVolumeSource, { validate: reportDefaultMode, order: ["secretName", "defaultMode", "items"] }),
  rulesFor(configMapVolumeSource, { validate: reportDefaultMode, order: ["name", "defaultMode", "items"] }),
  rulesFor(downwardAPIVolumeSource, { validate: reportDefaultMode }),
  rulesFor(keyToPath, { validate: reportMode, order: ["key", "path", "mode"] }),
  rulesFor(downwardAPIVolumeFile, { validate: reportDownwardFile, skipped: () => ["fieldRef", "resourceFieldRef"] }),
  rulesFor(ephemeralVolumeSource, { validate: reportEphemeral }),
  rulesFor(imageVolumeSource, { featureDefaults: fillPullPolicy }),
];

/** Returns the order of errors: by source, each under its field or its other spelling. */
function sourceOrder(): readonly string[] {
  return [...sourceNames.flatMap((name) => [name, spellings[name] ?? contentPaths[name] ?? name]), "name"];
}

/** Returns the source of a volume: the first one that is set. */
export function sourceOf(one: Volume): keyof Volume | undefined {
  return sourcesOf(one)[0];
}

function sourcesOf(one: Volume): readonly (keyof Volume)[] {
  return sourceNames.filter((name) => one[name] !== undefined);
}

function fillPullPolicy(one: ImageVolumeSource, isEnabled: IsEnabled): void {
  if (isEnabled("ImageVolume")) one.pullPolicy ??= pullPolicyOf(one.reference ?? "");
}

function fillSource(one: Volume): void {
  if (sourceOf(one) === undefined) one.emptyDir = {};
}

/** Returns the sources that are not validated: all but the first. */
function laterSources(one: Volume): readonly (keyof Volume)[] {
  return sourcesOf(one).slice(1);
}

function reportOneSource(one: Volume, context: ValidationContext): void {
  if (sourceOf(one) === undefined) context.report(requiredField(at(context, ""), "must specify a volume type"));
  for (const name of laterSources(one)) {
    context.report(forbiddenField(at(context, spellings[name] ?? name), "may not specify more than 1 volume type"));
  }
  reportPortalLength(one, context);
}

const portalBytesMax = 64;

/** Reports a volume whose name and portal are too long together, because a network interface is named after both. */
function reportPortalLength({ name, iscsi }: Volume, context: ValidationContext): void {
  if (iscsi?.initiatorName === undefined || Buffer.byteLength(`${name}:${iscsi.targetPortal}`) <= portalBytesMax)
    return;
  const why =
    "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.";
  context.report(invalidField(at(context, "name"), name, why));
}

function reportEmptyDir({ sizeLimit = "0" }: EmptyDirVolumeSource, context: ValidationContext): void {
  if (!sizeLimit.startsWith("-")) return;
  context.report(forbiddenField(at(context, "sizeLimit"), "SizeLimit field must be a valid resource quantity"));
}

type WithDefaultMode = SecretVolumeSource | ConfigMapVolumeSource | DownwardAPIVolumeSource;

function reportDefaultMode({ defaultMode }: WithDefaultMode, context: ValidationContext): void {
  if (defaultMode !== undefined) reportFormat(context, "defaultMode", "fileMode", defaultMode);
}

function reportMode({ mode }: Pick<KeyToPath, "mode">, context: ValidationContext): void {
  if (mode !== undefined) reportFormat(context, "mode", "fileMode", mode);
}

/** Fields of a Pod that a file can contain. */
const fileFields = ["metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"];

/**
 * Reports an invalid file. The reference reports it with the path of the volume source, without the index of the file.
 */
function reportDownwardFile(file: DownwardAPIVolumeFile, context: ValidationContext): void {
  const { path, fieldRef, resourceFieldRef } = file;
  const source = renamed(context, /\.items\[\d+\]$/, "");
  if (path === "") context.report(requiredField(at(source, "path")));
  reportFormat(source, "path", "localNonReservedPath", path);
  if (fieldRef?.fieldPath === "") context.report(requiredField(at(source, "fieldRef.fieldPath")));
  if (fieldRef) reportFieldSelector(fieldRef, { context: source, part: "fieldRef", allowed: fileFields });
  if (fieldRef && resourceFieldRef) {
    const why = "fieldRef and resourceFieldRef can not be specified simultaneously";
    context.report(invalidField(at(source, ""), "resource", why));
  } else if (resourceFieldRef) {
    reportResourceSelector(resourceFieldRef, { context: source, part: "resourceFieldRef", inVolume: true });
  } else if (!fieldRef) {
    context.report(requiredField(at(source, ""), "one of fieldRef and resourceFieldRef is required"));
  }
  reportMode(file, source);
}

function reportEphemeral({ volumeClaimTemplate }: EphemeralVolumeSource, context: ValidationContext): void {
  if (!volumeClaimTemplate) return;
  const { metadata, spec } = volumeClaimTemplate;
  const template = within(context, "volumeClaimTemplate");
  reportTemplateMetadata(metadata, within(template, "metadata"));
  reportClaimSpec(spec, within(template, "spec"));
}
