import type { IPAddress, ParentReference } from "../../api/index.ts";
import { parentReference } from "../../api/networking/v1beta1/ip-address.ts";
import { GoText, goQuote } from "../../meta/go-quote.ts";
import { type Column, type KindHooks, type RuleEntry, rulesFor } from "../../schema/index.ts";
import { column, nameColumn } from "../columns.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { addressRecords } from "./address-records.ts";

const ipAddressColumns: readonly Column<IPAddress>[] = [
  nameColumn,
  column("ParentRef", "The object that the address belongs to.", ({ spec }) =>
    spec?.parentRef ? parentText(spec.parentRef) : "<none>",
  ),
];

/** Returns a text such as `services/shop/web` or `gateways.gateway.example.com/edge`. */
function parentText({ group = "", resource, namespace = "", name }: ParentReference): string {
  const parent = group === "" ? resource : `${resource}.${group}`;
  return [parent.toLowerCase(), ...(namespace === "" ? [] : [namespace]), name].join("/");
}

function goParent({ group = "", resource = "", namespace = "", name = "" }: Partial<ParentReference>): GoText {
  const members = Object.entries({ Group: group, Resource: resource, Namespace: namespace, Name: name });
  return new GoText(
    `networking.ParentReference{${members.map(([key, text]) => `${key}:${goQuote(text)}`).join(", ")}}`,
  );
}

/** Rules of IPAddresses. */
export const ipAddressRules: readonly RuleEntry[] = [
  rulesFor(parentReference, { order: ["group", "resource", "name", "namespace"] }),
];

/** Hooks of IPAddresses. */
export const ipAddressHooks: KindHooks<IPAddress> = {
  validateUpdate: ({ spec }, old) => {
    const value = spec?.parentRef;
    const shown = value ? goParent(value) : null;
    return immutableField({ path: "spec.parentRef", value, old: old.spec?.parentRef, shown });
  },
  claimRecords: addressRecords,
  nameFormat: "ipAddressName",
  columns: ipAddressColumns,
};
