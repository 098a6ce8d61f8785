import { goQuote } from "../meta/go-quote.ts";
import { badRequest } from "../meta/status-error.ts";

/** Target of a proxied request: `scheme:name:port` in the path. Only the name is required. */
export interface ProxyTarget {
  readonly name: string;
  /** Number or name of the port. Empty if it is left out. */
  readonly port: string;
}

const schemes: readonly string[] = ["", "http", "https"];

/**
 * Returns the target in a path.
 * @param what kind of the target in the error message, such as `pod`
 * @throws StatusError 400 if it is malformed
 */
export function readProxyTarget(text: string, what: string): ProxyTarget {
  const parts = text.split(":");
  const [scheme = "", name = "", port = ""] = parts.length < 3 ? ["", ...parts] : parts;
  if (parts.length > 3 || name === "" || !schemes.includes(scheme)) {
    throw badRequest(`invalid ${what} request ${goQuote(text)}`);
  }
  return { name, port };
}
