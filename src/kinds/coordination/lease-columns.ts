import type { Lease } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";

/** Columns of Leases in a Table. */
export const leaseColumns: readonly Column<Lease>[] = [
  nameColumn,
  column("Holder", "Holder of the Lease.", ({ spec }) => spec?.holderIdentity ?? ""),
  ageColumn,
];
