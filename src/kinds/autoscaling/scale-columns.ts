import type { Scale } from "../../api/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameOf } from "../columns.ts";

const columns: readonly Column<Scale>[] = [
  column("Name", "Name of the scaled object.", nameOf),
  column("Desired", "Desired number of replicas.", ({ spec }) => spec?.replicas ?? 0, { type: "integer" }),
  column("Available", "Current number of replicas.", ({ status }) => status?.replicas ?? 0, { type: "integer" }),
  ageColumn,
];

/** Columns of Scales in a Table. Called with Scales only, although the type allows any object. */
export const scaleColumns = columns as readonly Column<ApiObject>[];
