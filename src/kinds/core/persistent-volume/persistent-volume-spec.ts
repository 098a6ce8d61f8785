/** Rules of a PersistentVolume's spec, and of such a spec inline in a VolumeAttachment. */
import type {
  PersistentVolumeSource,
  persistentVolumeSourceFields,
} from "../../../api/core/v1/persistent-volume-source.ts";
import type { PersistentVolume, PersistentVolumeSpec } from "../../../api/index.ts";
import { forbiddenField, invalidField, notSupportedField, requiredField } from "../../../meta/field-error.ts";
import { parseQuantity } from "../../../meta/quantity.ts";
import { subLabel } from "../../../meta/vocabulary.ts";
import type { ErrorOrderEntry, ValidationContext } from "../../../schema/index.ts";
import { at, reportFormat, reportRequiredFormat, within } from "../../reporting.ts";
import { goResourceList } from "../resources/go-quantity.ts";
import { reportVolumeSize } from "../resources/resource-lists.ts";
import { reportAccessModes } from "./access-modes.ts";

/** Annotation with the mount options of a volume. */
const mountOptions = subLabel("volume.beta/mount-options");

/**
 * Reports the errors of a PersistentVolume.
 * @param root at the PersistentVolume
 */
export function reportVolume(volume: PersistentVolume, root: ValidationContext): void {
  const { metadata, spec = {} } = volume;
  const context = within(root, "spec");
  reportAccessModes(spec.accessModes ?? [], context);
  reportCapacity(spec, context);
  if (spec.nodeAffinity && !spec.nodeAffinity.required) {
    context.report(requiredField(at(context, "nodeAffinity.required"), "must specify required node constraints"));
  }
  reportSources(spec, context);
  reportPortalLength(spec, metadata.name ?? "", context);
  if (!spec.nodeAffinity) reportLocalNodes(spec, context);
  reportRecycledRoot(spec, context);
  if (spec.storageClassName) reportFormat(context, "storageClassName", "dns1123Subdomain", spec.storageClassName);
  reportAttributesClass(spec, context);
  reportMountOptions(volume, root);
}

/** Sources that support mount options. */
const mountable: readonly (keyof PersistentVolumeSource)[] = [
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "glusterfs",
  "nfs",
  "rbd",
  "quobyte",
  "iscsi",
  "cinder",
  "cephfs",
  "azureFile",
  "vsphereVolume",
  "azureDisk",
  "photonPersistentDisk",
];

function reportMountOptions({ metadata, spec = {} }: PersistentVolume, context: ValidationContext): void {
  const key = context.write.vocabulary.bind(mountOptions);
  if (metadata.annotations?.[key] === undefined || mountable.some((name) => spec[name] !== undefined)) return;
  const why = "may not specify mount options for this volume type";
  context.report(forbiddenField(`metadata.annotations.${key}`, why));
}

const inline = "in the context of inline volumes";

/**
 * Reports the errors of an inline spec.
 * @param context at the spec
 */
export function reportInlineVolumeSpec(spec: PersistentVolumeSpec, context: ValidationContext): void {
  const reject = (field: string, why = "may not be specified"): void => {
    context.report(forbiddenField(at(context, field), `${why} ${inline}`));
  };
  if (spec.claimRef) reject("claimRef");
  if (Object.keys(spec.capacity ?? {}).length > 0) reject("capacity");
  if (!spec.csi) context.report(requiredField(at(context, "csi"), `has to be specified ${inline}`));
  reportAccessModes(spec.accessModes ?? [], context);
  const policy = spec.persistentVolumeReclaimPolicy ?? "Retain";
  if (policy !== "Retain") reject("persistentVolumeReclaimPolicy", "may only be Retain");
  if (spec.nodeAffinity) reject("nodeAffinity");
  reportSources(spec, context);
  reportPortalLength(spec, "", context);
  reportLocalNodes(spec, context);
  reportRecycledRoot(spec, context);
  if (spec.storageClassName) reject("storageClassName");
  const mode = spec.volumeMode ?? "Filesystem";
  if (mode !== "Filesystem") reject("volumeMode", "may not specify volumeMode other than Filesystem");
}

function reportCapacity({ capacity = {} }: PersistentVolumeSpec, context: ValidationContext): void {
  const path = at(context, "capacity");
  const names = Object.keys(capacity);
  if (names.length === 0) context.report(requiredField(path));
  if (names.length !== 1 || names[0] !== "storage") {
    context.report(notSupportedField(path, goResourceList(capacity), ["storage"]));
  }
  for (const [name, text] of Object.entries(capacity)) {
    reportVolumeSize(context, `capacity[${name}]`, text);
    if (parseQuantity(text).sign > 0) continue;
    context.report(invalidField(at(context, `capacity[${name}]`), text, "must be greater than zero"));
  }
}

/** Fields of sources. If a volume has several, the first one in this order counts. */
const sourceNames = [
  "hostPath",
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "glusterfs",
  "flocker",
  "nfs",
  "rbd",
  "quobyte",
  "cephfs",
  "iscsi",
  "cinder",
  "fc",
  "flexVolume",
  "azureFile",
  "vsphereVolume",
  "photonPersistentDisk",
  "portworxVolume",
  "azureDisk",
  "scaleIO",
  "local",
  "storageos",
  "csi",
] as const satisfies readonly (keyof typeof persistentVolumeSourceFields)[];

/** Spelling of sources in the paths of errors, where it differs from the field. */
const spellings: Readonly<Record<string, string>> = { cephfs: "cephFS", gcePersistentDisk: "persistentDisk" };

/** Order of the errors of a volume. */
export const volumeOrder: readonly ErrorOrderEntry[] = [
  "spec.accessModes",
  "spec.capacity",
  "spec.persistentVolumeReclaimPolicy",
  "spec.nodeAffinity",
  ...sourceOrder("spec", { local: [{ path: "spec.nodeAffinity", type: "Required" }] }),
  "spec",
  "spec.storageClassName",
  "spec.volumeMode",
  "spec.volumeAttributesClassName",
];

/** Returns the order of the errors of a volume that is inline in another struct as the member `name`. */
export function inlineVolumeOrder(name: string): readonly ErrorOrderEntry[] {
  return [
    `${name}.claimRef`,
    `${name}.capacity`,
    { path: `${name}.csi`, type: "Required" },
    `${name}.accessModes`,
    `${name}.persistentVolumeReclaimPolicy`,
    `${name}.nodeAffinity`,
    ...sourceOrder(name, { local: [{ path: `${name}.nodeAffinity`, type: "Required" }] }),
    name,
    `${name}.storageClassName`,
    `${name}.volumeMode`,
  ];
}

/**
 * Returns the order of the errors of sources. Each source is listed under its field and under its other spelling.
 * @param after order entries that follow those of a source, by its name
 */
function sourceOrder(
  path: string,
  after: Readonly<Record<string, readonly ErrorOrderEntry[]>> = {},
): readonly ErrorOrderEntry[] {
  return sourceNames.flatMap((name) => [
    `${path}.${name}`,
    `${path}.${spellings[name] ?? name}`,
    ...(after[name] ?? []),
  ]);
}

/** Returns the sources that are not validated: all but the first. A FlexVolume source is always validated. */
function laterSources(spec: PersistentVolumeSource): readonly string[] {
  return sourcesOf(spec)
    .slice(1)
    .filter((name) => name !== "flexVolume");
}

/** Members that an inline volume must not have, or for which it has a separate rule. */
const rejectedInline: readonly string[] = ["persistentVolumeReclaimPolicy", "nodeAffinity", "volumeMode"];

/** Returns the members of a volume's `spec` whose own rules do not run. */
export function skippedMembers(spec: PersistentVolumeSource, context: ValidationContext): readonly string[] {
  const isInline = context.path() !== "spec";
  return isInline ? [...laterSources(spec), ...rejectedInline] : laterSources(spec);
}

function sourcesOf(spec: PersistentVolumeSource): readonly string[] {
  return sourceNames.filter((name) => spec[name] !== undefined);
}

/** Reports a missing source, and each source after the first. Errors of `cephfs` spell it differently. */
function reportSources(spec: PersistentVolumeSource, context: ValidationContext): void {
  if (sourcesOf(spec).length === 0) context.report(requiredField(at(context, ""), "must specify a volume type"));
  for (const name of laterSources(spec)) {
    const path = at(context, name === "cephfs" ? "cephFS" : name);
    context.report(forbiddenField(path, "may not specify more than 1 volume type"));
  }
}

/** Reports a local volume without nodes. Runs for volumes without node affinity. */
function reportLocalNodes(spec: PersistentVolumeSource, context: ValidationContext): void {
  if (sourcesOf(spec)[0] !== "local") return;
  context.report(requiredField(at(context, "nodeAffinity"), "Local volume requires node affinity"));
}

const portalBytesMax = 64;

/** Reports a volume whose name and portal are too long together, because a network interface is named after both. */
function reportPortalLength({ iscsi }: PersistentVolumeSource, name: string, context: ValidationContext): void {
  if (iscsi?.initiatorName === undefined) return;
  const { targetPortal } = iscsi;
  if (Buffer.byteLength(`${name}:${targetPortal}`) <= portalBytesMax) return;
  const why =
    "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.";
  context.report(invalidField(at(context, "iscsi.targetportal"), targetPortal, why));
}

function reportRecycledRoot(spec: PersistentVolumeSpec, context: ValidationContext): void {
  if (spec.persistentVolumeReclaimPolicy !== "Recycle" || !spec.hostPath || !isRoot(spec.hostPath.path)) return;
  const why = "may not be 'recycle' for a hostPath mount of '/'";
  context.report(forbiddenField(at(context, "persistentVolumeReclaimPolicy"), why));
}

/** Whether the path is the root directory, in any notation. */
function isRoot(path: string): boolean {
  return path.startsWith("/") && path.split("/").every((step) => step === "" || step === "." || step === "..");
}

function reportAttributesClass(spec: PersistentVolumeSpec, context: ValidationContext): void {
  const name = spec.volumeAttributesClassName;
  if (name === undefined) return;
  const missing = "an empty string is disallowed";
  reportRequiredFormat(context, "volumeAttributesClassName", "dns1123Subdomain", name, missing);
  if (!spec.csi) {
    context.report(requiredField(at(context, "csi"), "has to be specified when using volumeAttributesClassName"));
  }
}
