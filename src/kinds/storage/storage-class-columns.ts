import type { StorageClass } from "../../api/index.ts";
import { subLabel } from "../../meta/vocabulary.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column } from "../columns.ts";
import { classNameColumn } from "./default-class.ts";

const defaultMarks = [subLabel("storageclass/is-default-class"), subLabel("storageclass.beta/is-default-class")];

export const storageClassColumns: readonly Column<StorageClass>[] = [
  classNameColumn(defaultMarks),
  column("Provisioner", "Who makes the volumes.", ({ provisioner }) => provisioner),
  column(
    "ReclaimPolicy",
    "What becomes of a volume whose claim is gone.",
    ({ reclaimPolicy }) => reclaimPolicy ?? "Delete",
  ),
  column("VolumeBindingMode", "When a volume is made.", ({ volumeBindingMode }) => volumeBindingMode ?? "Immediate"),
  column(
    "AllowVolumeExpansion",
    "Whether claims may ask for more later on.",
    ({ allowVolumeExpansion }) => allowVolumeExpansion ?? false,
  ),
  ageColumn,
];
