/** The reference's names of values that are no JSON data, such as quantities and the decisions of an authorizer. */
import type { OpaqueValue } from "../../../cel/index.ts";

/** Names in messages. */
export interface OpaqueNames {
  /** Name of the type in Go, or of the error that stands for the value. */
  readonly goType: string;
  /** Name in an error about a conversion to JSON. */
  readonly converted: string;
}

/** By the last part of the type's name. */
const namesByType: Readonly<Record<string, OpaqueNames>> = {
  Quantity: { goType: "*resource.Quantity", converted: "Quantity" },
  URL: { goType: "*url.URL", converted: "URL" },
  IP: { goType: "netip.Addr", converted: "IP" },
  CIDR: { goType: "netip.Prefix", converted: "CIDR" },
  NamedFormat: { goType: "cel.Format", converted: "Format" },
};

/** Returns the names of a value. */
export function opaqueNames({ type: { name } }: OpaqueValue): OpaqueNames {
  return namesByType[name.slice(name.lastIndexOf(".") + 1)] ?? { goType: "*types.Err", converted: name };
}
