/** The part of a URL between `//` and the path, as Go's `net/url` reads it. All texts are byte texts. */
import { parseIpStrict } from "../../../../meta/ip/ip-address.ts";
import { ParseError } from "../../../../meta/parse-error.ts";
import { fromByteText, quoteByteText } from "./byte-text.ts";
import { unescapeBytes } from "./escapes.ts";

/** Name and password in front of a host, without escapes. */
export interface UrlUserInfo {
  readonly name: string;
  readonly password: string | undefined;
}

/** The part of a URL between `//` and the path. */
export interface Authority {
  readonly user: UrlUserInfo | undefined;
  /** Host and port, without escapes. An IPv6 address is in brackets. */
  readonly host: string;
}

const userCharacters = /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/;

/** Returns the parts of `[user[:password]@]host[:port]`. @throws ParseError with Go's text */
export function parseAuthority(bytes: string): Authority {
  const sign = bytes.lastIndexOf("@");
  const host = parseHost(bytes.slice(sign + 1));
  return { user: sign < 0 ? undefined : parseUser(bytes.slice(0, sign)), host };
}

function parseUser(bytes: string): UrlUserInfo {
  if (!userCharacters.test(bytes)) throw new ParseError("net/url: invalid userinfo");
  const colon = bytes.indexOf(":");
  if (colon < 0) return { name: unescapeBytes(bytes, "user"), password: undefined };
  return {
    name: unescapeBytes(bytes.slice(0, colon), "user"),
    password: unescapeBytes(bytes.slice(colon + 1), "user"),
  };
}

function parseHost(bytes: string): string {
  const open = bytes.lastIndexOf("[");
  if (open > 0) throw new ParseError("invalid IP-literal");
  if (open === 0) return parseIpLiteral(bytes);
  const colon = bytes.lastIndexOf(":");
  if (colon >= 0) checkPort(bytes.slice(colon));
  return unescapeBytes(bytes, "host");
}

/** Parses `[2001:db8::1%25eth0]:80`. The zone after `%25` has its own escapes. */
function parseIpLiteral(bytes: string): string {
  const close = bytes.lastIndexOf("]");
  if (close < 0) throw new ParseError("missing ']' in host");
  const port = bytes.slice(close + 1);
  checkPort(port);
  const literal = bytes.slice(1, close);
  const zone = literal.indexOf("%25");
  const address =
    zone < 0
      ? unescapeBytes(literal, "host")
      : unescapeBytes(literal.slice(0, zone), "host") + unescapeBytes(literal.slice(zone), "zone");
  checkIpv6(fromByteText(address));
  return `[${address}]${port}`;
}

function checkIpv6(text: string): void {
  let isIpv4: boolean;
  try {
    isIpv4 = parseIpStrict(text).bytes.length === 4;
  } catch (error) {
    throw error instanceof ParseError ? new ParseError(`invalid host: ${error.message}`, { cause: error }) : error;
  }
  if (isIpv4) throw new ParseError("invalid IP-literal");
}

function checkPort(colonAndPort: string): void {
  if (!isPort(colonAndPort)) throw new ParseError(`invalid port ${quoteByteText(colonAndPort)} after host`);
}

function isPort(colonAndPort: string): boolean {
  return /^(?::[0-9]*)?$/.test(colonAndPort);
}

/** Returns the host without brackets, and the port without its colon. A port that is not a number belongs to the host. */
export function splitPort(hostAndPort: string): { host: string; port: string } {
  const colon = hostAndPort.lastIndexOf(":");
  const hasPort = colon >= 0 && isPort(hostAndPort.slice(colon));
  const host = hasPort ? hostAndPort.slice(0, colon) : hostAndPort;
  const isLiteral = host.startsWith("[") && host.endsWith("]");
  return { host: isLiteral ? host.slice(1, -1) : host, port: hasPort ? hostAndPort.slice(colon + 1) : "" };
}
