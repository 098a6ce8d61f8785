import type { DiscoveryEndpointPort, EndpointSlice } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";

/** Number of values shown. The others are only counted. */
const shownMax = 3;

/** Columns of EndpointSlices in a Table. */
export const endpointSliceColumns: readonly Column<EndpointSlice>[] = [
  nameColumn,
  column("AddressType", "Type of the addresses.", ({ addressType }) => addressType),
  column("Ports", "The first ports of the endpoints.", ({ ports }) => firstOf((ports ?? []).map(portText))),
  column("Endpoints", "The first addresses.", ({ endpoints }) =>
    // The list is null if the client did not send it.
    firstOf((endpoints as EndpointSlice["endpoints"] | null)?.flatMap(({ addresses }) => addresses) ?? []),
  ),
  ageColumn,
];

function firstOf(texts: readonly string[]): string {
  const shown = texts.slice(0, shownMax).join(",");
  if (texts.length > shownMax) return `${shown} + ${texts.length - shownMax} more...`;
  return shown || "<unset>";
}

function portText({ name, port }: DiscoveryEndpointPort): string {
  return port === undefined ? (name ?? "*") : String(port);
}
