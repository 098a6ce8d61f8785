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

const noSegments: readonly string[] = [];

/**
 * Reads verb and target of a request. Every request passes through this function, so it refers to the segments of the path by
 * their index and does not copy them.
 * @param query its functions are called only if they can change the result
 */
export function readRequestInfo(method: string, rawPath: string, query: RequestQuery): RequestInfo {
  const { segments, path, pathFault } = decodePath(rawPath);
  const pathInfo = (): PathRequestInfo => ({ isResource: false, path, verb: method.toLowerCase(), pathFault });
  // Index of the first segment after the version.
  const first = segments[0] === "api" ? 2 : segments[0] === "apis" ? 3 : 0;
  if (first === 0 || segments.length < first) return pathInfo();
  const group = first === 3 ? (segments[1] ?? "") : "";
  const version = segments[first - 1] ?? "";
  if (group === "" && first === 3) return pathInfo();
  const end = endOfSegments(segments, first);
  if (end === first && version === "") return pathInfo();
  if (end === first || hasEmptySegment(segments, first, end))
    return { ...pathInfo(), groupVersion: { group, version } };
  // No segment from here to `end` is empty, and all segments after it are.
  const verbInPath = end > first + 1 ? verbsInPaths.get(segments[first] ?? "") : undefined;
  const isWatchPath = verbInPath === "watch";
  const start = verbInPath ? first + 1 : first;
  const namespace = segments[start] === "namespaces" ? (segments[start + 1] ?? "") : "";
  // Since `namespaces` is a resource too, `namespaces/x` and its subresources name the namespace itself.
  const isOfNamespace = namespace !== "" && namespaceSubresources.has(segments[start + 2] ?? "");
  const resourceIndex = namespace === "" || isOfNamespace ? start : start + 2;
  const pathName = segments[resourceIndex + 1] ?? "";
  // In old proxy paths, everything after the name belongs to the proxied path.
  const hasSubresource = verbInPath !== "proxy" && end > resourceIndex + 2;
  const hasPathName = pathName !== "";
  const verb = verbInPath ?? verbOf(method, hasPathName, query.isWatch);
  const isCollectionRead = !verbInPath && !hasPathName && (verb === "list" || verb === "watch");
  return {
    isResource: true,
    path,
    verb,
    hasPathName,
    isWatchPath,
    isOfNamespace,
    pathFault,
    // As in the reference, authorizers do not see the selectors of the deprecated watch paths.
    selectors: !isWatchPath && verbsWithSelectors.has(verb) ? query.selectors : undefined,
    group,
    version,
    namespace,
    resource: segments[resourceIndex] ?? "",
    name: isCollectionRead ? query.selectedName() : pathName,
    subresource: hasSubresource ? (segments[resourceIndex + 2] ?? "") : "",
    proxySegments: hasSubresource && end > resourceIndex + 3 ? segments.slice(resourceIndex + 3, end) : noSegments,
  };
}

/** Returns the index after the last segment that is not empty. As in the reference, slashes at the end have no meaning. */
function endOfSegments(segments: readonly string[], first: number): number {
  let end = segments.length;
  while (end > first && segments[end - 1] === "") end--;
  return end;
}

function hasEmptySegment(segments: readonly string[], first: number, end: number): boolean {
  const index = segments.indexOf("", first);
  return index !== -1 && index < end;
}

/** Verbs that a path can have after its version. As in the reference, they count for every method. */
const verbsInPaths: ReadonlyMap<string, "watch" | "proxy"> = new Map([
  ["watch", "watch"],
  ["proxy", "proxy"],
]);

const verbsWithSelectors: ReadonlySet<string> = new Set(["list", "watch", "deletecollection"]);

/** Segments after `namespaces/x` that are not resources in the namespace. An empty one is the end of the path. */
const namespaceSubresources: ReadonlySet<string> = new Set(["", "status", "finalize"]);

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
  /** The segments, joined. */
  readonly path: string;
  readonly pathFault: string | undefined;
}

/** Decodes each segment of a path separately, so that an encoded slash stays part of a name. */
function decodePath(rawPath: string): DecodedPath {
  const rawSegments = rawPath.slice(1).split("/", pathSegmentsMax);
  const isWhole = rawSegments.length < pathSegmentsMax;
  if (isWhole && !rawPath.includes("%")) return { segments: rawSegments, path: rawPath, pathFault: undefined };
  let pathFault: string | undefined;
  const segments = rawSegments.map((segment) => {
    const { decoded, fault } = decodeSegment(segment);
    pathFault ??= fault;
    return decoded;
  });
  return { segments, path: rawPath.startsWith("/") ? `/${segments.join("/")}` : rawPath, pathFault };
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

/** Returns the label in metrics of what a request reads or writes: one object, those of a namespace, or those of the cluster. */
export function scopeOf({ verb, hasPathName, namespace }: ResourceRequestInfo): string {
  if (hasPathName || verb === "create") return "resource";
  return namespace === "" ? "cluster" : "namespace";
}
