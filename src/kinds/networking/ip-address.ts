import type { IPAddress, ParentReference } from "../../api/index.ts";
import type { Column, KindHooks } from "../../schema/index.ts";
import { column, nameColumn } from "../columns.ts";
import { immutableField } from "../meta/immutable-field.ts";

const ipAddressColumns: readonly Column<IPAddress>[] = [
  nameColumn,
  column("ParentRef", "The object that the address belongs to.", ({ spec }) =>
    spec?.parentRef ? parentText(spec.parentRef) : "<none>",
  ),
];

/** `services/shop/web`, `gateways.gateway.example.com/edge` */
function parentText({ group = "", resource, namespace = "", name }: ParentReference): string {
  const parent = group === "" ? resource : `${resource}.${group}`;
  return [parent.toLowerCase(), ...(namespace === "" ? [] : [namespace]), name].join("/");
}

export const ipAddressHooks: KindHooks<IPAddress> = {
  validateUpdate: ({ spec }, old) =>
    immutableField({ path: "spec.parentRef", value: spec?.parentRef, old: old.spec?.parentRef }),
  nameFormat: "ipAddressName",
  columns: ipAddressColumns,
};
