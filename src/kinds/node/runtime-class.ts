import type { RuntimeClass } from "../../api/index.ts";
import type { Column, KindHooks } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { immutableField } from "../meta/immutable-field.ts";

const runtimeClassColumns: readonly Column<RuntimeClass>[] = [
  nameColumn,
  column("Handler", "Name by which the nodes' container runtime knows the configuration.", ({ handler }) => handler),
  ageColumn,
];

export const runtimeClassHooks: KindHooks<RuntimeClass> = {
  validateUpdate: ({ handler }, old) => immutableField({ path: "handler", value: handler, old: old.handler }),
  nameFormat: "dns1123Subdomain",
  columns: runtimeClassColumns,
};
