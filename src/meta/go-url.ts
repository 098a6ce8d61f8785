/**
 * Splits URLs as Go does, and finds the faults for which Go rejects them. Browsers, and Node with them, accept some of
 * these URLs.
 */
import { goQuote } from "./go-quote.ts";

/** Texts between the separators of a URL. A part that is absent is empty. */
export interface GoUrlParts {
  readonly scheme: string;
  /** The text before the `@`. Undefined if there is none. */
  readonly user: string | undefined;
  readonly host: string;
  readonly query: string;
  readonly fragment: string;
}

/** Splits a URL into its parts. The scheme is in lower case. */
export function splitGoUrl(text: string): GoUrlParts {
  const { groups = {} } =
    /^(?:(?<scheme>[A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/(?<authority>[^/?#]*))?[^?#]*(?:\?(?<query>[^#]*))?(?:#(?<fragment>.*))?$/s.exec(
      text,
    ) ?? {};
  const { scheme = "", authority = "", query = "", fragment = "" } = groups;
  const sign = authority.lastIndexOf("@");
  return {
    scheme: scheme.toLowerCase(),
    user: sign < 0 ? undefined : authority.slice(0, sign),
    host: authority.slice(sign + 1),
    query,
    fragment,
  };
}

/** Returns the message of Go's error for a URL that it cannot parse; undefined if it can. */
export function goUrlFault(text: string): string | undefined {
  const [address = ""] = text.split("#");
  const fault = addressFault(address);
  if (fault !== undefined) return `parse ${goQuote(address)}: ${fault}`;
  const fragmentFault = escapeFault(text.slice(address.length));
  return fragmentFault === undefined ? undefined : `parse ${goQuote(text)}: ${fragmentFault}`;
}

/** @param address the URL without the fragment */
function addressFault(address: string): string | undefined {
  // oxlint-disable-next-line no-control-regex
  if (/[\x00-\x1f\x7f]/.test(address)) return "net/url: invalid control character in URL";
  if (address.startsWith(":")) return "missing protocol scheme";
  const { scheme, user, host } = splitGoUrl(address);
  const [path = ""] = address.split("?");
  if (scheme === "" && /^[^/]*:/.test(path)) return "first path segment in URL cannot contain colon";
  if (user !== undefined && !/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) return "net/url: invalid userinfo";
  return hostFault(host) ?? escapeFault(path);
}

function hostFault(host: string): string | undefined {
  const isLiteral = host.startsWith("[");
  if (isLiteral && !host.includes("]")) return "missing ']' in host";
  const colon = host.indexOf(":", isLiteral ? host.lastIndexOf("]") : host.lastIndexOf(":"));
  const port = colon < 0 ? "" : host.slice(colon);
  if (!/^(:\d*)?$/.test(port)) return `invalid port ${goQuote(port)} after host`;
  const foreign = /[^A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"%\u0080-\uffff]/.exec(host)?.[0];
  return foreign === undefined ? undefined : `invalid character ${goQuote(foreign)} in host name`;
}

function escapeFault(path: string): string | undefined {
  const escape = /%(?![0-9A-Fa-f]{2}).{0,2}/.exec(path)?.[0];
  return escape === undefined ? undefined : `invalid URL escape ${goQuote(escape)}`;
}
