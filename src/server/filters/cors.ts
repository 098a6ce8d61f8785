/** Allows web pages of certain origins to read responses (cross-origin resource sharing). */
import type { Pattern } from "../../regex/index.ts";
import type { Filter, Next } from "../chain.ts";
import type { Call } from "../requests/call.ts";

/** Longest origin that is compared with the patterns. A host has at most 253 characters. */
const originLengthMax = 1024;

/** The headers of a response to an allowed origin, as the reference sends them, apart from the origin. */
const headers = {
  "access-control-allow-methods": "POST, GET, OPTIONS, PUT, DELETE, PATCH",
  "access-control-allow-headers":
    "Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since",
  "access-control-expose-headers": "Date",
  "access-control-allow-credentials": "true",
};

/**
 * Returns the filter. It answers OPTIONS requests of allowed origins itself, before authentication, because browsers send them
 * without credentials. The engine of patterns is loaded with the first request that has an origin.
 * @param origins patterns in the syntax of RE2, of which one must match
 */
export function cors(origins: readonly string[]): Filter {
  let patterns: readonly Pattern[] | undefined;
  const isAllowed = (origin: string, compiled: readonly Pattern[]): boolean =>
    origin.length <= originLengthMax && compiled.some((pattern) => pattern.matches(origin) === true);
  const decide = (call: Call, next: Next, compiled: readonly Pattern[], origin: string): Promise<void> => {
    if (!isAllowed(origin, compiled)) return next(call);
    allow(call, origin);
    if (call.method !== "OPTIONS") return next(call);
    call.respond(204, {}, Buffer.alloc(0));
    return Promise.resolve();
  };
  return (call, next) => {
    const [origin = ""] = call.exchange.headerValues("origin");
    if (origin === "") return next(call);
    if (patterns) return decide(call, next, patterns, origin);
    return compile(origins).then((compiled) => {
      patterns = compiled;
      return decide(call, next, compiled, origin);
    });
  };
}

function allow(call: Call, origin: string): void {
  call.setHeader("access-control-allow-origin", origin);
  for (const [name, value] of Object.entries(headers)) call.setHeader(name, value);
}

async function compile(origins: readonly string[]): Promise<readonly Pattern[]> {
  const { PatternError, patternOf } = await import("../../regex/index.ts");
  return origins.map((origin) => {
    const pattern = patternOf(origin);
    if (pattern instanceof PatternError) throw new TypeError(`invalid pattern of an origin: ${pattern.message}`);
    return pattern;
  });
}
