import type { Namespace } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";

/** Columns of Namespaces in a Table. */
export const namespaceColumns: readonly Column<Namespace>[] = [
  nameColumn,
  column("Status", "Active, or Terminating while the content is being deleted.", ({ status }) => status?.phase ?? ""),
  ageColumn,
];
