import type { ConfigMap } from "../../../api/index.ts";
import type { Column } from "../../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../../columns.ts";

/** Columns of ConfigMaps in a Table. */
export const configMapColumns: readonly Column<ConfigMap>[] = [
  nameColumn,
  column("Data", "Number of keys in data and binaryData.", ({ data, binaryData }) => count(data) + count(binaryData)),
  ageColumn,
];

function count(map: object | undefined): number {
  return Object.keys(map ?? {}).length;
}
