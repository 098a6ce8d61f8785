/**
 * URLs as Go's `net/url` parses them, which differs from the URL standard of browsers: nothing is normalized except the
 * case of the scheme, and errors name the faulty part.
 */
import { goQuote } from "../../../../meta/go-quote.ts";
import { ParseError } from "../../../../meta/parse-error.ts";
import { type Authority, parseAuthority, splitPort, type UrlUserInfo } from "./authority.ts";
import { fromByteText, toByteText } from "./byte-text.ts";
import { escapeBytes, isEncoded, unescapeBytes } from "./escapes.ts";

/** The parts of a URL as byte texts. */
interface UrlParts extends Authority {
  readonly scheme: string;
  /** The text after a scheme without a slash: `a@b` in `mailto:a@b`. Not unescaped. */
  readonly opaque: string;
  readonly path: EncodedText;
  /** Not unescaped. */
  readonly query: string;
  readonly fragment: EncodedText;
  /** Whether the text ends with its only `?`, so that the URL prints one although its query is empty. */
  readonly endsWithQuestionMark: boolean;
  /** Whether the scheme is followed by a path without a host: `file:/a`. */
  readonly omitsHost: boolean;
}

/** A part with escapes, as it was written and without the escapes. */
interface EncodedText {
  readonly written: string;
  readonly plain: string;
}

const emptyText: EncodedText = { written: "", plain: "" };
const noAuthority: Authority = { user: undefined, host: "" };

/** A parsed URL. Immutable. */
export class GoUrl {
  readonly #parts: UrlParts;

  constructor(parts: UrlParts) {
    this.#parts = parts;
  }

  /** In lower case; empty if there is none. */
  get scheme(): string {
    return this.#parts.scheme;
  }

  /** Host and port, without escapes: `[fe80::1%eth0]:80`. */
  get host(): string {
    return fromByteText(this.#parts.host);
  }

  /** The host without its port and brackets: `fe80::1%eth0`. */
  get hostname(): string {
    return fromByteText(splitPort(this.#parts.host).host);
  }

  /** The digits of the port; empty if there is none. */
  get port(): string {
    return splitPort(this.#parts.host).port;
  }

  /** The path as it was written, if it is valid in a URL. Otherwise, the path with the necessary escapes. */
  get escapedPath(): string {
    return encoded(this.#parts.path, "path");
  }

  /** Values of the query's parameters, by name. A parameter with a bad escape or a semicolon is left out. */
  query(): Map<string, string[]> {
    const values = new Map<string, string[]>();
    for (const pair of this.#parts.query.split("&")) {
      const parsed = pair === "" || pair.includes(";") ? undefined : parsePair(pair);
      if (!parsed) continue;
      const known = values.get(parsed.name);
      if (known) known.push(parsed.value);
      else values.set(parsed.name, [parsed.value]);
    }
    return values;
  }

  /** Returns the text of the URL, by which URLs are compared. */
  toString(): string {
    const { scheme, opaque, query, fragment, endsWithQuestionMark } = this.#parts;
    const start = scheme === "" ? "" : `${scheme}:`;
    const search = endsWithQuestionMark || query !== "" ? `?${query}` : "";
    const hash = fragment.plain === "" ? "" : `#${encoded(fragment, "fragment")}`;
    return fromByteText(start + (opaque === "" ? this.#hostAndPath(start) : opaque) + search + hash);
  }

  #hostAndPath(start: string): string {
    const { user, host, path, omitsHost } = this.#parts;
    const hasAuthority = host !== "" || user !== undefined;
    const hasSlashes = hasAuthority || (start !== "" && path.plain !== "" && !omitsHost);
    const authority = (hasSlashes ? "//" : "") + (user ? `${userText(user)}@` : "") + escapeBytes(host, "host");
    const escapedPath = this.escapedPath;
    // A colon in the first segment would make it look like a scheme.
    const isAmbiguous = start + authority === "" && /^[^/]*:/.test(escapedPath);
    const separator = host !== "" && escapedPath !== "" && !escapedPath.startsWith("/") ? "/" : "";
    return `${authority}${separator}${isAmbiguous ? "./" : ""}${escapedPath}`;
  }
}

function userText({ name, password }: UrlUserInfo): string {
  const text = escapeBytes(name, "user");
  return password === undefined ? text : `${text}:${escapeBytes(password, "user")}`;
}

function encoded({ written, plain }: EncodedText, part: "path" | "fragment"): string {
  return isEncoded(written, part) ? written : escapeBytes(plain, part);
}

function parsePair(pair: string): { name: string; value: string } | undefined {
  const equals = pair.indexOf("=");
  const [name, value] = equals < 0 ? [pair, ""] : [pair.slice(0, equals), pair.slice(equals + 1)];
  try {
    return { name: fromByteText(unescapeBytes(name, "query")), value: fromByteText(unescapeBytes(value, "query")) };
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

/**
 * Returns the URL that an HTTP request could name: with a scheme, or with a path that starts with a slash. `#` has no
 * meaning. @throws ParseError with the message of `url.ParseRequestURI`
 */
export function parseRequestUri(text: string): GoUrl {
  return withUrl(text, () => {
    if (text === "") throw new ParseError("empty url");
    return new GoUrl({ ...parseParts(toByteText(text), { isRequest: true }), fragment: emptyText });
  });
}

/** Returns any URL or relative reference. @throws ParseError with the message of `url.Parse` */
export function parseUrl(text: string): GoUrl {
  const hash = text.indexOf("#");
  const address = hash < 0 ? text : text.slice(0, hash);
  const parts = withUrl(address, () => parseParts(toByteText(address), { isRequest: false }));
  const fragment = hash < 0 ? "" : toByteText(text.slice(hash + 1));
  return withUrl(text, () => new GoUrl({ ...parts, fragment: unescaped(fragment, "fragment") }));
}

function withUrl<T>(text: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new ParseError(`parse ${goQuote(text)}: ${error.message}`, { cause: error });
  }
}

type AddressParts = Omit<UrlParts, "fragment">;

function parseParts(bytes: string, { isRequest }: { readonly isRequest: boolean }): AddressParts {
  // oxlint-disable-next-line no-control-regex
  if (/[\x00-\x1f\x7f]/.test(bytes)) throw new ParseError("net/url: invalid control character in URL");
  const { scheme, rest } = splitScheme(bytes);
  const question = rest.indexOf("?");
  const base = {
    scheme: scheme.toLowerCase(),
    query: question < 0 ? "" : rest.slice(question + 1),
    endsWithQuestionMark: question >= 0 && question === rest.length - 1,
    opaque: "",
    path: emptyText,
    omitsHost: false,
    ...noAuthority,
  };
  const address = question < 0 ? rest : rest.slice(0, question);
  if (!address.startsWith("/") && scheme !== "") return { ...base, opaque: address };
  if (!address.startsWith("/") && bytes !== "*") checkRelative(address, isRequest);
  const hasAuthority = address.startsWith("//") && (scheme !== "" || !(isRequest || address.startsWith("///")));
  if (!hasAuthority) return { ...base, path: unescaped(address, "path"), omitsHost: scheme !== "" };
  const slash = address.indexOf("/", 2);
  const end = slash < 0 ? address.length : slash;
  return { ...base, ...parseAuthority(address.slice(2, end)), path: unescaped(address.slice(end), "path") };
}

function splitScheme(bytes: string): { scheme: string; rest: string } {
  if (bytes.startsWith(":")) throw new ParseError("missing protocol scheme");
  const scheme = /^[A-Za-z][A-Za-z0-9+\-.]*(?=:)/.exec(bytes)?.[0] ?? "";
  return { scheme, rest: scheme === "" ? bytes : bytes.slice(scheme.length + 1) };
}

/** Checks an address with neither a scheme nor a slash at its start. */
function checkRelative(address: string, isRequest: boolean): void {
  if (isRequest) throw new ParseError("invalid URI for request");
  if (/^[^/]*:/.test(address)) throw new ParseError("first path segment in URL cannot contain colon");
}

function unescaped(written: string, part: "path" | "fragment"): EncodedText {
  return { written, plain: unescapeBytes(written, part) };
}
