/** Formats of paths: segments of URLs, files inside a volume, profiles on a node. */
import { faultUnless } from "./format-faults.ts";
import { checkDns1123Subdomain } from "./name-formats.ts";

/** A name that must be usable as one segment of a URL's path. */
export function checkPathSegmentName(text: string): string[] {
  return text === "." || text === ".." ? [`may not be '${text}'`] : checkPathSegmentPrefix(text);
}

export function checkPathSegmentPrefix(text: string): string[] {
  return ["/", "%"].filter((sign) => text.includes(sign)).map((sign) => `may not contain '${sign}'`);
}

export function checkPathNoBacksteps(text: string): string[] {
  return faultUnless(!text.split("/").includes(".."), "must not contain '..'");
}

export function checkLocalDescendingPath(text: string): string[] {
  return [...faultUnless(!text.startsWith("/"), "must be a relative path"), ...checkPathNoBacksteps(text)];
}

export function checkLocalNonReservedPath(text: string): string[] {
  const reserved = text.startsWith("..") && !text.startsWith("../");
  return [...checkLocalDescendingPath(text), ...faultUnless(!reserved, "must not start with '..'")];
}

const localProfilePrefix = "localhost/";

/** A profile as the annotations of old pods name it. */
export function checkSeccompAnnotation(text: string): string[] {
  if (["runtime/default", "docker/default", "unconfined"].includes(text)) return [];
  if (text.startsWith(localProfilePrefix)) return checkLocalDescendingPath(text.slice(localProfilePrefix.length));
  return ["must be a valid seccomp profile"];
}

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

export function checkWebhookServicePath(text: string): string[] {
  if (text === "" || text === "/") return [];
  if (text === "//") return ["segment[0] may not be empty"];
  // As in the reference, the first byte is cut off whatever it is. The rest of a character is no part of a name.
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
