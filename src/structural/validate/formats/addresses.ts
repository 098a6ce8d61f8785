/** Formats of addresses in networks. */
import { goUrlFault } from "../../../meta/go-url.ts";
import { parseCidr, parseIp, parseIpStrict } from "../../../meta/ip/ip-address.ts";
import { ParseError } from "../../../meta/parse-error.ts";

/** Whether the text is an IPv4 address, also in the form `::ffff:1.2.3.4`. Leading zeros are allowed. */
export function isIpv4(text: string): boolean {
  return text.includes(".") && parseIp(text) !== undefined;
}

/** Whether the text is an IPv6 address without a zone. */
export function isIpv6(text: string): boolean {
  if (!text.includes(":")) return false;
  try {
    return parseIpStrict(text).zone === "";
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}

/** Whether the text is an address block. Leading zeros are allowed. */
export function isCidr(text: string): boolean {
  return parseCidr(text) !== undefined;
}

const byte = String.raw`[\da-f]{2}`;
const macAddress = new RegExp(
  `^(?:${[5, 7, 19]
    .flatMap((rest) => [
      `${byte}(?::${byte}){${rest}}`,
      `${byte}(?:-${byte}){${rest}}`,
      `${byte}${byte}(?:\\.${byte}${byte}){${(rest - 1) / 2}}`,
      `(?:${byte}){${rest + 1}}`,
    ])
    .join("|")})$`,
  "i",
);

/** Whether the text is a MAC address of 6, 8 or 20 bytes. */
export function isMac(text: string): boolean {
  return macAddress.test(text);
}

/** Bytes of the longest host name, and of its longest label. */
const hostBytesMax = 255;
const labelBytesMax = 63;

const letter = String.raw`a-zA-Z0-9\p{S}\p{L}`;
const host = new RegExp(
  `^(?:[${letter}](?:-?[${letter}]{0,62})?|(?:[${letter}](?:[-${letter}]{0,61}[${letter}])?\\.)+[a-zA-Z\\p{L}]{2,63})$`,
  "u",
);

/** Whether the text is the name of a host. */
export function isHostname(text: string): boolean {
  if (text.length > hostBytesMax || Buffer.byteLength(text) > hostBytesMax) return false;
  return host.test(text) && text.split(".").every((label) => Buffer.byteLength(label) <= labelBytesMax);
}

/** Whether the text is an absolute URL or an absolute path. A fragment is a part of the path. */
export function isRequestUri(text: string): boolean {
  if (text === "*") return true;
  // oxlint-disable-next-line no-control-regex
  if (text === "" || text.startsWith(":") || /[\u0000-\u001f\u007f]/.test(text)) return false;
  const [, scheme, address = ""] = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?([^?]*)/.exec(text) ?? [];
  if (!address.startsWith("/")) return scheme !== undefined;
  if (scheme === undefined || !address.startsWith("//")) return hasValidEscapes(address);
  const pathStart = address.indexOf("/", 2);
  const authority = address.slice(2, pathStart < 0 ? undefined : pathStart);
  const path = pathStart < 0 ? "" : address.slice(pathStart);
  return !authority.includes("#") && goUrlFault(`x://${authority}`) === undefined && hasValidEscapes(path);
}

function hasValidEscapes(path: string): boolean {
  return !/%(?![\da-f]{2})/i.test(path);
}
