import { storageClassAnnotation } from "../../../api/class-annotations.ts";
import type { PersistentVolumeClaim } from "../../../api/index.ts";
import type { ApiObject } from "../../../meta/object-meta.ts";
import type { CellContext, Column } from "../../../schema/index.ts";
import { ageColumn, column, isTerminating, nameColumn } from "../../columns.ts";

const unset = "<unset>";

/** Abbreviations of access modes, in their order in the column. */
const modeNames = { ReadWriteOnce: "RWO", ReadOnlyMany: "ROX", ReadWriteMany: "RWX", ReadWriteOncePod: "RWOP" };

/** Columns of PersistentVolumeClaims in a Table. */
export const persistentVolumeClaimColumns: readonly Column<PersistentVolumeClaim>[] = [
  nameColumn,
  column("Status", "Whether the claim is bound.", (claim) =>
    isTerminating(claim) ? "Terminating" : (claim.status?.phase ?? ""),
  ),
  column("Volume", "The PersistentVolume that the claim is bound to.", ({ spec }) => spec?.volumeName ?? ""),
  column("Capacity", "Size of the bound volume.", ({ spec, status }) =>
    spec?.volumeName ? (status?.capacity?.["storage"] ?? "0") : "",
  ),
  column("Access Modes", "Access modes of the bound volume.", ({ spec, status }) =>
    spec?.volumeName ? accessModesText(status?.accessModes ?? []) : "",
  ),
  column("StorageClass", "StorageClass that the claim requests.", storageClassOf),
  column(
    "VolumeAttributesClass",
    "VolumeAttributesClass that the claim requests.",
    ({ spec }) => spec?.volumeAttributesClassName ?? unset,
  ),
  ageColumn,
  column("VolumeMode", "Whether the volume has a file system.", ({ spec }) => spec?.volumeMode ?? unset, {
    wide: true,
  }),
];

/** Returns the abbreviations of the modes in a fixed order, without duplicates. */
export function accessModesText(modes: readonly string[]): string {
  const known = Object.entries(modeNames).filter(([mode]) => modes.includes(mode));
  return known.map(([, name]) => name).join(",");
}

/** Returns the storage class of a volume or claim. Empty if it has none. */
export function storageClassOf(
  { metadata, spec }: ApiObject & { readonly spec?: { readonly storageClassName?: string } },
  { vocabulary }: CellContext,
): string {
  return metadata.annotations?.[vocabulary.bind(storageClassAnnotation)] ?? spec?.storageClassName ?? "";
}
