/**
 * What a request is about, read from its method and path alone, before anything is looked up: filters decide on it.
 */
import { badRequest } from "../meta/status-error.ts";

export type RequestVerb = "get" | "list" | "watch" | "create" | "update" | "patch" | "delete" | "deletecollection";

export interface ResourceRequestInfo {
  readonly isResource: true;
  readonly path: string;
  /** Empty for methods that no resource takes. */
  readonly verb: RequestVerb | "";
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** Empty for cluster-scoped requests and all namespaces. */
  readonly namespace: string;
  readonly resource: string;
  /** Empty for collections. */
  readonly name: string;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** What follows the subresource, for those that are proxies. */
  readonly rest: readonly string[];
}

export interface PathRequestInfo {
  readonly isResource: false;
  /** Decoded. */
  readonly path: string;
  /** The method in lower case. */
  readonly verb: string;
  /** Inside a group version, but not at a resource. */
  readonly groupVersion?: { readonly group: string; readonly version: string };
}

export type RequestInfo = ResourceRequestInfo | PathRequestInfo;

const pathSegmentsMax = 64;

/** @param isWatch the query asks for a watch; read only where the method is GET */
export function readRequestInfo(method: string, rawPath: string, isWatch: () => boolean): RequestInfo {
  const segments = decodePath(rawPath);
  const prefixLength = segments[0] === "api" ? 2 : segments[0] === "apis" ? 3 : 0;
  const path = `/${segments.join("/")}`;
  const other: PathRequestInfo = { isResource: false, path, verb: method.toLowerCase() };
  if (prefixLength === 0 || segments.length < prefixLength) return other;
  const group = prefixLength === 3 ? (segments[1] ?? "") : "";
  const version = segments[prefixLength - 1] ?? "";
  const parts = withoutTrailingSlashes(segments.slice(prefixLength));
  if (parts.length === 0 || (group === "" && prefixLength === 3)) return other;
  if (parts.includes("")) return { ...other, groupVersion: { group, version } };
  const { namespace, target } = splitNamespace(parts);
  const [resource = "", name = "", subresource = "", ...rest] = target;
  const verb = verbOf(method, name !== "", subresource === "" ? isWatch : never);
  return { isResource: true, path, verb, group, version, namespace, resource, name, subresource, rest };
}

/** Subresources are not watched: what their queries say is theirs. */
function never(): boolean {
  return false;
}

/** A path may end in slashes; they mean nothing. */
function withoutTrailingSlashes(parts: readonly string[]): readonly string[] {
  const last = parts.findLastIndex((part) => part !== "");
  return parts.slice(0, last + 1);
}

/** `namespaces` is a resource itself: `namespaces/x` and its subresources are about the namespace. */
function splitNamespace(parts: readonly string[]): { namespace: string; target: readonly string[] } {
  const [first, namespace = "", third] = parts;
  if (first !== "namespaces" || namespace === "") return { namespace: "", target: parts };
  if (third === undefined || notInNamespaces.has(third)) return { namespace, target: parts };
  return { namespace, target: parts.slice(2) };
}

/** The subresources of namespaces, and namespaces themselves: none lies in another. */
const notInNamespaces: ReadonlySet<string> = new Set(["status", "finalize", "namespaces"]);

function verbOf(method: string, named: boolean, isWatch: () => boolean): RequestVerb | "" {
  switch (method) {
    case "GET":
    case "HEAD":
      return isWatch() ? "watch" : named ? "get" : "list";
    case "POST":
      return "create";
    case "PUT":
      return "update";
    case "PATCH":
      return "patch";
    case "DELETE":
      return named ? "delete" : "deletecollection";
    default:
      return "";
  }
}

/**
 * The segments of a path, each decoded by itself, so that an encoded slash stays part of a name.
 * @throws StatusError 400 for escapes that decode to nothing, and control characters
 */
function decodePath(rawPath: string): string[] {
  const segments = rawPath.slice(1).split("/", pathSegmentsMax);
  if (!rawPath.includes("%")) return segments;
  return segments.map((segment) => {
    let decoded: string;
    try {
      decoded = decodeURIComponent(segment);
    } catch (error) {
      throw badRequest(`invalid URL escape in ${JSON.stringify(segment)}`, error);
    }
    if (hasControlCharacter(decoded)) throw badRequest(`control character in ${JSON.stringify(segment)}`);
    return decoded;
  });
}

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}
