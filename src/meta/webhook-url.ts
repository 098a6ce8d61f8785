/**
 * Checks the URLs of webhooks. They are parsed as Go parses them, because Go's errors name faults that browsers accept.
 */
import { type FieldError, invalidField, requiredField } from "./field-error.ts";
import { goQuote } from "./go-quote.ts";

const urlFormHint = "; desired format: https://host[/path]";

/** Returns the errors of the URL. Each error shows only the part of the URL that breaks its rule. */
export function checkWebhookUrl(path: string, value: string): FieldError[] {
  const [address = ""] = value.split("#");
  const fault = parseFault(address);
  if (fault !== undefined) {
    const cause = `parse ${goQuote(address)}: ${fault}`;
    return [requiredField(path, `url must be a valid URL: ${cause}${urlFormHint}`)];
  }
  const { scheme, user, host, query, fragment } = splitUrl(value);
  const checks: readonly [isFault: boolean, part: string, why: string][] = [
    [scheme !== "https", scheme, `'https' is the only allowed URL scheme${urlFormHint}`],
    [host === "", host, `host must be specified${urlFormHint}`],
    [user !== undefined, user ?? "", "user information is not permitted in the URL"],
    [fragment !== "", fragment, "fragments are not permitted in the URL"],
    [query !== "", query, "query parameters are not permitted in the URL"],
  ];
  return checks.filter(([isFault]) => isFault).map(([, part, why]) => invalidField(path, part, why));
}

interface UrlParts {
  readonly scheme: string;
  readonly user: string | undefined;
  readonly host: string;
  readonly query: string;
  readonly fragment: string;
}

function splitUrl(text: string): UrlParts {
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

/** Returns the first reason why Go cannot parse the URL; undefined if it can. */
function parseFault(address: string): string | undefined {
  // oxlint-disable-next-line no-control-regex
  if (/[\x00-\x1f\x7f]/.test(address)) return "net/url: invalid control character in URL";
  if (address.startsWith(":")) return "missing protocol scheme";
  const { scheme, host } = splitUrl(address);
  const [path = ""] = address.split("?");
  if (scheme === "" && /^[^/]*:/.test(path)) return "first path segment in URL cannot contain colon";
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
