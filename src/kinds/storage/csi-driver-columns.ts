import type { CSIDriver } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";

/** Columns of CSIDrivers in a Table. */
export const csiDriverColumns: readonly Column<CSIDriver>[] = [
  nameColumn,
  column(
    "AttachRequired",
    "Whether volumes are attached before they are mounted.",
    ({ spec }) => spec.attachRequired ?? true,
    { type: "boolean" },
  ),
  column(
    "PodInfoOnMount",
    "Whether the driver gets information about the Pod.",
    ({ spec }) => spec.podInfoOnMount ?? false,
    {
      type: "boolean",
    },
  ),
  column(
    "StorageCapacity",
    "Whether the scheduler considers the storage capacity.",
    ({ spec }) => spec.storageCapacity ?? false,
    { type: "boolean" },
  ),
  column("TokenRequests", "Audiences of the tokens that the driver needs.", audiencesOf),
  column(
    "RequiresRepublish",
    "Whether mounted volumes are republished periodically.",
    ({ spec }) => spec.requiresRepublish ?? false,
    { type: "boolean" },
  ),
  column(
    "Modes",
    "Kinds of volumes that the driver supports.",
    ({ spec }) => (spec.volumeLifecycleModes ?? []).join(",") || "<none>",
  ),
  ageColumn,
];

function audiencesOf({ spec }: CSIDriver): string {
  return spec.tokenRequests ? spec.tokenRequests.map(({ audience }) => audience).join(",") : "<unset>";
}
