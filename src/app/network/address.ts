/**
 * Recognizes IP addresses. `SocketAddress` is used, because `isIPv6` compiles a regular expression that takes longer
 * than the rest of a start with existing certificates.
 */
import { SocketAddress } from "node:net";

/** Returns the shortest spelling of an IP address. Undefined if `text` is not an IP address. */
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
