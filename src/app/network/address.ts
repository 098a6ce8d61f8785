/**
 * Recognizes IP addresses. `SocketAddress` is used, because the first call of `isIPv6` compiles a regular expression
 * for 3 ms. The first `SocketAddress` takes 0.1 ms.
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
