import type { StorageClass } from "../../api/index.ts";
import { subLabel } from "../../meta/vocabulary.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column } from "../columns.ts";
import { classNameColumn } from "./default-class.ts";

const defaultMarks = [subLabel("storageclass/is-default-class"), subLabel("storageclass.beta/is-default-class")];

/** Columns of StorageClasses in a Table. */
export const storageClassColumns: readonly Column<StorageClass>[] = [
  classNameColumn(defaultMarks),
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
