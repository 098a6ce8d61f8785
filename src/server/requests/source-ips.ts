/** Addresses from which a request came, as audit events list them. */
import { asIpv4, formatIp, parseIp } from "../../meta/ip-address.ts";
import type { Exchange } from "./exchange.ts";

/**
 * Returns the addresses in `X-Forwarded-For`, that in `X-Real-Ip`, and the address of the connection. Only the last one is certain,
 * because clients can send any header. Repeated addresses are left out as in the reference.
 */
export function sourceIps(exchange: Exchange): readonly string[] {
  const addresses: string[] = [];
  for (const part of exchange.header("x-forwarded-for")?.split(",") ?? []) {
    const forwarded = normalized(part.trim());
    if (forwarded !== undefined) addresses.push(forwarded);
  }
  const realAddress = normalized((exchange.header("x-real-ip") ?? "").trim());
  if (realAddress !== undefined && !addresses.includes(realAddress)) addresses.push(realAddress);
  const { address } = exchange.peer;
  const ownAddress = address.includes(":") ? normalized(address) : address || undefined;
  if (ownAddress !== undefined && addresses.at(-1) !== ownAddress) addresses.push(ownAddress);
  return addresses;
}

/** Returns the usual text of an address. Undefined if the text is no address. */
function normalized(text: string): string | undefined {
  const address = text === "" ? undefined : parseIp(text);
  return address && (asIpv4(address)?.join(".") ?? formatIp(address));
}
