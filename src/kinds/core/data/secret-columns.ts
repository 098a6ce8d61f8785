import type { Secret } from "../../../api/index.ts";
import type { Column } from "../../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../../columns.ts";

/** Columns of Secrets in a Table. */
export const secretColumns: readonly Column<Secret>[] = [
  nameColumn,
  column("Type", "Type of the data.", ({ type }) => type ?? ""),
  column("Data", "Number of keys.", ({ data }) => Object.keys(data ?? {}).length),
  ageColumn,
];
