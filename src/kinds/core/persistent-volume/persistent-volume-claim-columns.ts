import type { PersistentVolumeClaim } from "../../../api/index.ts";
import type { ApiObject } from "../../../meta/object-meta.ts";
import { subLabel } from "../../../meta/vocabulary.ts";
import type { CellContext, Column } from "../../../schema/index.ts";
import { ageColumn, column, isTerminating, nameColumn } from "../../columns.ts";

const unset = "<unset>";

/** Named the class before there was a field for it, and still wins over the field. */
export const storageClassAnnotation = subLabel("volume.beta/storage-class");

/** Short names of access modes, in the order in which they are shown. */
const modeNames = { ReadWriteOnce: "RWO", ReadOnlyMany: "ROX", ReadWriteMany: "RWX", ReadWriteOncePod: "RWOP" };

export const persistentVolumeClaimColumns: readonly Column<PersistentVolumeClaim>[] = [
  nameColumn,
  column("Status", "Whether the claim is bound.", (claim) =>
    isTerminating(claim) ? "Terminating" : (claim.status?.phase ?? ""),
  ),
  column("Volume", "The PersistentVolume that the claim is bound to.", ({ spec }) => spec?.volumeName ?? ""),
  column("Capacity", "Size of the bound volume.", ({ spec, status }) =>
    spec?.volumeName ? (status?.capacity?.["storage"] ?? "0") : "",
  ),
  column("Access Modes", "The ways in which the bound volume can be mounted.", ({ spec, status }) =>
    spec?.volumeName ? accessModesText(status?.accessModes ?? []) : "",
  ),
  column("StorageClass", "The StorageClass that the claim asks for.", storageClassOf),
  column(
    "VolumeAttributesClass",
    "The VolumeAttributesClass that the claim asks for.",
    ({ spec }) => spec?.volumeAttributesClassName ?? unset,
  ),
  ageColumn,
  column("VolumeMode", "Whether the volume carries a file system.", ({ spec }) => spec?.volumeMode ?? unset, {
    wide: true,
  }),
];

/** Each mode once, whatever the order in which they are listed. */
export function accessModesText(modes: readonly string[]): string {
  const known = Object.entries(modeNames).filter(([mode]) => modes.includes(mode));
  return known.map(([, name]) => name).join(",");
}

/** The class of a volume or claim. */
export function storageClassOf(
  { metadata, spec }: ApiObject & { readonly spec?: { readonly storageClassName?: string } },
  { vocabulary }: CellContext,
): string {
  return metadata.annotations?.[vocabulary.bind(storageClassAnnotation)] ?? spec?.storageClassName ?? "";
}
