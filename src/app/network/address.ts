/**
 * IP addresses among names. The built-in test for IPv6 addresses compiles a regular expression that takes longer than
 * all the rest of a start with certificates at hand; asking the parser of socket addresses does not.
 */
import { SocketAddress } from "node:net";

/** The shortest spelling of an IP address; `undefined` when `text` is none. */
export function canonicalAddress(text: string): string | undefined {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return text;
  if (!text.includes(":")) return undefined;
  try {
    return new SocketAddress({ address: text, family: "ipv6" }).address;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_INVALID_ADDRESS") return undefined;
    throw error;
  }
}
