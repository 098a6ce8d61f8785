import { defaultStorageClassMarks } from "../../api/class-annotations.ts";
import type { StorageClass } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column } from "../columns.ts";
import { classNameColumn } from "./default-class.ts";

/** Columns of StorageClasses in a Table. */
export const storageClassColumns: readonly Column<StorageClass>[] = [
  classNameColumn(defaultStorageClassMarks),
  column("Provisioner", "Provisioner of the volumes.", ({ provisioner }) => provisioner),
  column(
    "ReclaimPolicy",
    "What happens to a volume after its claim was deleted.",
    ({ reclaimPolicy }) => reclaimPolicy ?? "Delete",
  ),
  column("VolumeBindingMode", "When a volume is created.", ({ volumeBindingMode }) => volumeBindingMode ?? "Immediate"),
  column(
    "AllowVolumeExpansion",
    "Whether claims can grow.",
    ({ allowVolumeExpansion }) => allowVolumeExpansion ?? false,
  ),
  ageColumn,
];
