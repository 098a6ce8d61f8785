import type { CSIDriver } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";

export const csiDriverColumns: readonly Column<CSIDriver>[] = [
  nameColumn,
  column(
    "AttachRequired",
    "Whether volumes are attached before they are mounted.",
    ({ spec }) => spec.attachRequired ?? true,
    { type: "boolean" },
  ),
  column("PodInfoOnMount", "Whether the driver is told about the Pod.", ({ spec }) => spec.podInfoOnMount ?? false, {
    type: "boolean",
  }),
  column(
    "StorageCapacity",
    "Whether the scheduler looks at how much storage is left.",
    ({ spec }) => spec.storageCapacity ?? false,
    { type: "boolean" },
  ),
  column("TokenRequests", "For whom the driver needs tokens.", audiencesOf),
  column(
    "RequiresRepublish",
    "Whether mounted volumes are published again and again.",
    ({ spec }) => spec.requiresRepublish ?? false,
    { type: "boolean" },
  ),
  column(
    "Modes",
    "What sorts of volumes the driver makes.",
    ({ spec }) => (spec.volumeLifecycleModes ?? []).join(",") || "<none>",
  ),
  ageColumn,
];

function audiencesOf({ spec }: CSIDriver): string {
  return spec.tokenRequests ? spec.tokenRequests.map(({ audience }) => audience).join(",") : "<unset>";
}
