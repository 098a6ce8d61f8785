import type { IngressClass, IngressClassParametersReference } from "../../api/index.ts";
import type { Column, KindHooks } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { immutableField } from "../meta/immutable-field.ts";

const ingressClassColumns: readonly Column<IngressClass>[] = [
  nameColumn,
  column("Controller", "The controller that serves the class.", ({ spec }) => spec?.controller ?? ""),
  column("Parameters", "The object with further settings.", ({ spec }) =>
    spec?.parameters ? parametersText(spec.parameters) : "<none>",
  ),
  ageColumn,
];

function parametersText({ kind, apiGroup, name }: IngressClassParametersReference): string {
  return `${apiGroup === undefined ? kind : `${kind}.${apiGroup}`}/${name}`;
}

export const ingressClassHooks: KindHooks<IngressClass> = {
  validateUpdate: ({ spec }, old) =>
    immutableField({ path: "spec.controller", value: spec?.controller ?? "", old: old.spec?.controller ?? "" }),
  nameFormat: "dns1123Subdomain",
  columns: ingressClassColumns,
};
