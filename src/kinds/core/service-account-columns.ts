import type { ServiceAccount } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";

/** Columns of ServiceAccounts in a Table. */
export const serviceAccountColumns: readonly Column<ServiceAccount>[] = [
  nameColumn,
  column("Secrets", "Number of Secrets that the account lists.", ({ secrets }) => secrets?.length ?? 0),
  ageColumn,
];
