/**
 * Splits URLs as Go does, and finds the faults for which Go rejects them. Browsers, and Node with them, accept some of
 * these URLs.
 */
import { goQuote } from "./go-quote.ts";
import { parseIpStrict } from "./ip/ip-address.ts";
import { ParseError } from "./parse-error.ts";

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
  return hostFault(host) ?? userFault(user) ?? escapeFault(path);
}

function userFault(user = ""): string | undefined {
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) return "net/url: invalid userinfo";
  return escapeFault(user);
}

function hostFault(host: string): string | undefined {
  const bracket = host.lastIndexOf("[");
  if (bracket > 0) return "invalid IP-literal";
  if (bracket === 0) return literalFault(host);
  const colon = host.lastIndexOf(":");
  return portFault(colon < 0 ? "" : host.slice(colon)) ?? hostNameFault(host);
}

/** @param host an address in brackets, with or without a port */
function literalFault(host: string): string | undefined {
  const end = host.lastIndexOf("]");
  if (end < 0) return "missing ']' in host";
  const [address = "", ...zone] = host.slice(1, end).split("%25");
  const fault = portFault(host.slice(end + 1)) ?? hostNameFault(address) ?? escapeFault(zone.join(""));
  if (fault !== undefined) return fault;
  try {
    const { bytes } = parseIpStrict(zone.length === 0 ? address : `${address}%${zone.join("%")}`);
    return bytes.length === 4 ? "invalid IP-literal" : undefined;
  } catch (error) {
    if (error instanceof ParseError) return `invalid host: ${error.message}`;
    throw error;
  }
}

function portFault(port: string): string | undefined {
  return /^(:\d*)?$/.test(port) ? undefined : `invalid port ${goQuote(port)} after host`;
}

/** In a host, only bytes outside of ASCII and the percent sign can be escaped. */
const hostNameFaults =
  /%(?![0-9A-Fa-f]{2}).{0,2}|%(?!25)[0-7][0-9A-Fa-f]|[^A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"%\u0080-\uffff]/;

function hostNameFault(host: string): string | undefined {
  const fault = hostNameFaults.exec(host)?.[0];
  if (fault === undefined) return undefined;
  return fault.startsWith("%")
    ? `invalid URL escape ${goQuote(fault)}`
    : `invalid character ${goQuote(fault)} in host name`;
}

function escapeFault(path: string): string | undefined {
  const escape = /%(?![0-9A-Fa-f]{2}).{0,2}/.exec(path)?.[0];
  return escape === undefined ? undefined : `invalid URL escape ${goQuote(escape)}`;
}
