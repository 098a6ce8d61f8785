import { goQuote } from "../meta/go-quote.ts";
import { badRequest } from "../meta/status-error.ts";

/** What the path of a proxy calls `scheme:name:port`, of which all but the name may be left out. */
export interface ProxyTarget {
  readonly name: string;
  /** A number or the name of a port; empty when it is left out. */
  readonly port: string;
}

const schemes: readonly string[] = ["", "http", "https"];

/** @param what for the message: `pod`. @throws StatusError 400 */
export function readProxyTarget(text: string, what: string): ProxyTarget {
  const parts = text.split(":");
  const [scheme = "", name = "", port = ""] = parts.length < 3 ? ["", ...parts] : parts;
  if (parts.length > 3 || name === "" || !schemes.includes(scheme)) {
    throw badRequest(`invalid ${what} request ${goQuote(text)}`);
  }
  return { name, port };
}
