/**
 * Reads the verb, resource and name of a request from its method and path, before the endpoint is looked up. Filters
 * use them for their decisions.
 */

import type { ActionSelectors } from "../../meta/access/action-selectors.ts";

/** Verb of a request for a resource. */
export type RequestVerb = "get" | "list" | "watch" | "create" | "update" | "patch" | "delete" | "deletecollection";

/** A request whose path has the form of a resource's path. */
export interface ResourceRequestInfo {
  readonly isResource: true;
  readonly path: string;
  /** `proxy` in paths of old releases, which are not served. Empty for methods that no resource accepts. */
  readonly verb: RequestVerb | "proxy" | "";
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** Empty for cluster-scoped resources and for all namespaces. */
  readonly namespace: string;
  readonly resource: string;
  /** Empty for collections. A list or watch has a name if its field selector requires one. */
  readonly name: string;
  /** Empty for the resource itself. */
  readonly subresource: string;
  /** The path segments after the subresource. Only proxies accept any. */
  readonly proxySegments: readonly string[];
  /** Whether the path itself names an object. False if only a field selector does. */
  readonly hasPathName: boolean;
  /** Error message for a path with a malformed escape or a control character. Undefined for a valid path. */
  readonly pathFault: string | undefined;
  /** Whether the path is a deprecated watch path, which has `watch` after the version and serves only watches. */
  readonly isWatchPath: boolean;
  /** Whether the path names a namespace, so that its name is both the namespace and the name of the object. */
  readonly isOfNamespace: boolean;
  /** Returns the selectors of a list, watch or deletion of a collection. Undefined if authorizers see none. */
  readonly selectors: (() => ActionSelectors) | undefined;
}

/** Query parameters that decide the verb and the name of a request. */
export interface RequestQuery {
  /** Whether the query requests a watch instead of a list. */
  readonly isWatch: () => boolean;
  /** The name that the field selector requires. Empty if it requires none. */
  readonly selectedName: () => string;
  /** Returns the selectors. Undefined if authorizers see none. */
  readonly selectors: (() => ActionSelectors) | undefined;
}

/** A request for another path, such as `/version`, or for an incomplete path, such as `/api/v1`. */
export interface PathRequestInfo {
  readonly isResource: false;
  /** The decoded path. */
  readonly path: string;
  /** The method in lower case. */
  readonly verb: string;
  /** Error message for a path with a malformed escape or a control character. Undefined for a valid path. */
  readonly pathFault: string | undefined;
  /** Present if the path is in a group version, but not that of a resource. */
  readonly groupVersion?: { readonly group: string; readonly version: string };
}

/** Verb and target of a request, according to its method, path and query. */
export type RequestInfo = ResourceRequestInfo | PathRequestInfo;

const pathSegmentsMax = 64;

/**
 * Reads verb and target of a request.
 * @param query its functions are called only if they can change the result
 */
export function readRequestInfo(method: string, rawPath: string, query: RequestQuery): RequestInfo {
  const { segments, pathFault } = decodePath(rawPath);
  const prefixLength = segments[0] === "api" ? 2 : segments[0] === "apis" ? 3 : 0;
  const path = rawPath.startsWith("/") ? `/${segments.join("/")}` : rawPath;
  const pathInfo: PathRequestInfo = { isResource: false, path, verb: method.toLowerCase(), pathFault };
  if (prefixLength === 0 || segments.length < prefixLength) return pathInfo;
  const group = prefixLength === 3 ? (segments[1] ?? "") : "";
  const version = segments[prefixLength - 1] ?? "";
  const resourceSegments = withoutTrailingSlashes(segments.slice(prefixLength));
  if (group === "" && prefixLength === 3) return pathInfo;
  if (resourceSegments.length === 0)
    return version === "" ? pathInfo : { ...pathInfo, groupVersion: { group, version } };
  if (resourceSegments.includes("")) return { ...pathInfo, groupVersion: { group, version } };
  const verbInPath = resourceSegments.length > 1 ? verbsInPaths.get(resourceSegments[0] ?? "") : undefined;
  const isWatchPath = verbInPath === "watch";
  const {
    namespace,
    segments: resourcePath,
    isOfNamespace,
  } = splitNamespace(verbInPath ? resourceSegments.slice(1) : resourceSegments);
  const [resource = "", pathName = "", ...rest] = resourcePath;
  // Everything after the name belongs to the proxied path.
  const [subresource = "", ...proxySegments] = verbInPath === "proxy" ? [] : rest;
  const hasPathName = pathName !== "";
  const verb = verbInPath ?? verbOf(method, hasPathName, query.isWatch);
  const isCollectionRead = !verbInPath && !hasPathName && (verb === "list" || verb === "watch");
  const name = isCollectionRead ? query.selectedName() : pathName;
  // As in the reference, authorizers do not see the selectors of the deprecated watch paths.
  const selectors = !isWatchPath && verbsWithSelectors.has(verb) ? query.selectors : undefined;
  const names = { group, version, namespace, resource, name, subresource, proxySegments };
  return { isResource: true, path, verb, hasPathName, isWatchPath, isOfNamespace, pathFault, selectors, ...names };
}

/** Verbs that a path can have after its version. As in the reference, they count for every method. */
const verbsInPaths: ReadonlyMap<string, "watch" | "proxy"> = new Map([
  ["watch", "watch"],
  ["proxy", "proxy"],
]);

const verbsWithSelectors: ReadonlySet<string> = new Set(["list", "watch", "deletecollection"]);

/** Removes empty segments at the end. As in the reference, slashes at the end of a path have no meaning. */
function withoutTrailingSlashes(parts: readonly string[]): readonly string[] {
  const last = parts.findLastIndex((part) => part !== "");
  return parts.slice(0, last + 1);
}

interface NamespacedPath {
  readonly namespace: string;
  readonly segments: readonly string[];
  readonly isOfNamespace: boolean;
}

/**
 * Splits a path into its namespace and the rest. Since `namespaces` is a resource too, `namespaces/x` and its
 * subresources name the namespace itself.
 */
function splitNamespace(parts: readonly string[]): NamespacedPath {
  const [first, namespace = "", third] = parts;
  if (first !== "namespaces" || namespace === "") return { namespace: "", segments: parts, isOfNamespace: false };
  const isOfNamespace = third === undefined || namespaceSubresources.has(third);
  return { namespace, segments: isOfNamespace ? parts : parts.slice(2), isOfNamespace };
}

/** Segments after `namespaces/x` that are not resources in the namespace. */
const namespaceSubresources: ReadonlySet<string> = new Set(["status", "finalize"]);

/**
 * Returns the verb of a request.
 * @param isWatch called only for collections, because a query cannot turn the GET of one object into a watch
 */
function verbOf(method: string, hasPathName: boolean, isWatch: () => boolean): RequestVerb | "" {
  switch (method) {
    case "GET":
    case "HEAD":
      if (hasPathName) return "get";
      return isWatch() ? "watch" : "list";
    case "POST":
      return "create";
    case "PUT":
      return "update";
    case "PATCH":
      return "patch";
    case "DELETE":
      return hasPathName ? "delete" : "deletecollection";
    default:
      return "";
  }
}

interface DecodedPath {
  readonly segments: readonly string[];
  readonly pathFault: string | undefined;
}

/** Decodes each segment of a path separately, so that an encoded slash stays part of a name. */
function decodePath(rawPath: string): DecodedPath {
  const rawSegments = rawPath.slice(1).split("/", pathSegmentsMax);
  if (!rawPath.includes("%")) return { segments: rawSegments, pathFault: undefined };
  let pathFault: string | undefined;
  const segments = rawSegments.map((segment) => {
    const { decoded, fault } = decodeSegment(segment);
    pathFault ??= fault;
    return decoded;
  });
  return { segments, pathFault };
}

/** Decodes a segment. If its escapes are not valid UTF-8, it stays as it is. */
function decodeSegment(segment: string): { readonly decoded: string; readonly fault?: string } {
  try {
    const decoded = decodeURIComponent(segment);
    return hasControlCharacter(decoded)
      ? { decoded, fault: `control character in ${JSON.stringify(segment)}` }
      : { decoded };
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return { decoded: segment, fault: `invalid URL escape in ${JSON.stringify(segment)}` };
  }
}

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

/** Returns the errors of a name in a path. An empty name has none. */
export function pathNameFaults(name: string): readonly string[] {
  const faults: string[] = [];
  if (name === "." || name === "..") faults.push(`may not be '${name}'`);
  for (const character of ["/", "%"]) if (name.includes(character)) faults.push(`may not contain '${character}'`);
  return faults;
}
