/** Formats of paths: URL segments, files inside a volume, profiles on a node. */
import { faultUnless } from "./format-faults.ts";
import { checkDns1123Subdomain } from "./name-formats.ts";

/** Returns the faults of a name that must be usable as one segment of a URL's path. */
export function checkPathSegmentName(text: string): string[] {
  return text === "." || text === ".." ? [`may not be '${text}'`] : checkPathSegmentPrefix(text);
}

/** Returns the faults of the beginning of a path segment, to which the server will append characters. */
export function checkPathSegmentPrefix(text: string): string[] {
  return ["/", "%"].filter((sign) => text.includes(sign)).map((sign) => `may not contain '${sign}'`);
}

/** Returns a fault if a segment of the path is `..`. */
export function checkPathNoBacksteps(text: string): string[] {
  return faultUnless(!text.split("/").includes(".."), "must not contain '..'");
}

/** Returns the faults of a relative path that must stay inside its directory. */
export function checkLocalDescendingPath(text: string): string[] {
  return [...faultUnless(!text.startsWith("/"), "must be a relative path"), ...checkPathNoBacksteps(text)];
}

/**
 * Returns the faults of a relative path that must stay inside its directory and whose first segment must not start with
 * `..`.
 */
export function checkLocalNonReservedPath(text: string): string[] {
  const reserved = text.startsWith("..") && !text.startsWith("../");
  return [...checkLocalDescendingPath(text), ...faultUnless(!reserved, "must not start with '..'")];
}

const localProfilePrefix = "localhost/";

/** Returns the faults of a seccomp profile in the annotation of an old Pod. */
export function checkSeccompAnnotation(text: string): string[] {
  if (["runtime/default", "docker/default", "unconfined"].includes(text)) return [];
  if (text.startsWith(localProfilePrefix)) return checkLocalDescendingPath(text.slice(localProfilePrefix.length));
  return ["must be a valid seccomp profile"];
}

/** Returns the faults of a URL path in the rules of a role, in which a final `*` is a wildcard. */
export function checkNonResourceUrlPath(text: string): string[] {
  if (text === "") return ["must not be empty"];
  if (text === "/") return [];
  if (!text.startsWith("/")) return ["must start with slash"];
  if (text.includes(" ")) return ["must not contain white-space"];
  if (text.includes("//")) return ["must not contain double slash"];
  const star = text.indexOf("*");
  return faultUnless(
    star < 0 || (star === text.length - 1 && text.endsWith("/*")),
    "wildcard can only do suffix matching",
  );
}

/** Returns the faults of the path at which a Service serves a webhook. */
export function checkWebhookServicePath(text: string): string[] {
  if (text === "" || text === "/") return [];
  if (text === "//") return ["segment[0] may not be empty"];
  // As in the reference, the first byte is removed, whatever it is. If it began a longer character, the remaining bytes
  // decode to U+FFFD, which is invalid in a name.
  const rest = Buffer.from(text).subarray(1).toString();
  const segments = rest.replace(/\/$/, "").split("/");
  return [
    ...faultUnless(text.startsWith("/"), "must start with a '/'"),
    ...segments.flatMap((segment, index) =>
      segment === ""
        ? [`segment[${index}] may not be empty`]
        : checkDns1123Subdomain(segment).map((fault) => `segment[${index}]: ${fault}`),
    ),
  ];
}
