import type { PersistentVolume } from "../../../api/index.ts";
import type { Column } from "../../../schema/index.ts";
import { ageColumn, column, isTerminating, nameColumn } from "../../columns.ts";
import { accessModesText, storageClassOf } from "./persistent-volume-claim-columns.ts";

const unset = "<unset>";

/** Columns of PersistentVolumes in a Table. */
export const persistentVolumeColumns: readonly Column<PersistentVolume>[] = [
  nameColumn,
  column("Capacity", "Size of the volume.", ({ spec }) => spec?.capacity?.["storage"] ?? "0"),
  column("Access Modes", "Access modes of the volume.", ({ spec }) => accessModesText(spec?.accessModes ?? [])),
  column(
    "Reclaim Policy",
    "What happens to the volume when it is released.",
    ({ spec }) => spec?.persistentVolumeReclaimPolicy ?? "",
  ),
  column("Status", "Whether the volume is free, bound or released.", (volume) =>
    isTerminating(volume) ? "Terminating" : (volume.status?.phase ?? ""),
  ),
  column("Claim", "The claim that the volume is bound to.", claimOf),
  column("StorageClass", "The StorageClass that the volume belongs to.", storageClassOf),
  column(
    "VolumeAttributesClass",
    "The VolumeAttributesClass of the volume.",
    ({ spec }) => spec?.volumeAttributesClassName ?? unset,
  ),
  column("Reason", "Reason of a failure.", ({ status }) => status?.reason ?? ""),
  ageColumn,
  column("VolumeMode", "Whether the volume has a file system.", ({ spec }) => spec?.volumeMode ?? unset, {
    wide: true,
  }),
];

function claimOf({ spec }: PersistentVolume): string {
  const claim = spec?.claimRef;
  return claim ? `${claim.namespace ?? ""}/${claim.name ?? ""}` : "";
}
