/** Addresses from which a request came, as audit events list them and as discovery distinguishes them. */
import { asIpv4, formatIp, type IpAddress, parseIp } from "../../meta/ip/ip-address.ts";
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

/**
 * Returns the address of the client: the first one in `X-Forwarded-For`, or that in `X-Real-Ip`, or that of the connection. Clients
 * can send any header, so it must not decide about permissions.
 */
export function clientIp(exchange: Exchange): IpAddress | undefined {
  const [first = ""] = (exchange.header("x-forwarded-for") ?? "").split(",", 1);
  for (const text of [first.trim(), (exchange.header("x-real-ip") ?? "").trim(), exchange.peer.address]) {
    const address = normalized(text);
    if (address !== undefined) return parseIp(address);
  }
  return undefined;
}

/** Returns the usual text of an address. Undefined if the text is no address. */
function normalized(text: string): string | undefined {
  const address = text === "" ? undefined : parseIp(text);
  return address && (asIpv4(address)?.join(".") ?? formatIp(address));
}
