/**
 * What a request is about, read from its method and path alone, before anything is looked up: filters decide on it.
 */
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
  /** Empty for collections, but for a list or watch whose field selector names one object. */
  readonly name: string;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** What follows the subresource, for those that are proxies. */
  readonly proxySegments: readonly string[];
  /** The path names an object; false where only a field selector does. */
  readonly hasPathName: boolean;
  /** Why nothing can be looked up at this path; undefined if it can. */
  readonly pathFault: string | undefined;
  /** The path is one of the deprecated ones, which have `watch` after the version and serve nothing but watches. */
  readonly isWatchPath: boolean;
}

/** Parameters of a request that decide its verb and its name. */
export interface RequestQuery {
  /** The request asks for a watch instead of a list. */
  readonly isWatch: () => boolean;
  /** The name that the field selector requires; empty when there is none. */
  readonly selectedName: () => string;
}

export interface PathRequestInfo {
  readonly isResource: false;
  /** Decoded. */
  readonly path: string;
  /** The method in lower case. */
  readonly verb: string;
  /** Why nothing can be looked up at this path; undefined if it can. */
  readonly pathFault: string | undefined;
  /** Inside a group version, but not at a resource. */
  readonly groupVersion?: { readonly group: string; readonly version: string };
}

export type RequestInfo = ResourceRequestInfo | PathRequestInfo;

const pathSegmentsMax = 64;

/** @param query is asked only where it can change what the request is about */
export function readRequestInfo(method: string, rawPath: string, query: RequestQuery): RequestInfo {
  const { segments, pathFault } = decodePath(rawPath);
  const prefixLength = segments[0] === "api" ? 2 : segments[0] === "apis" ? 3 : 0;
  const path = rawPath.startsWith("/") ? `/${segments.join("/")}` : rawPath;
  const other: PathRequestInfo = { isResource: false, path, verb: method.toLowerCase(), pathFault };
  if (prefixLength === 0 || segments.length < prefixLength) return other;
  const group = prefixLength === 3 ? (segments[1] ?? "") : "";
  const version = segments[prefixLength - 1] ?? "";
  const parts = withoutTrailingSlashes(segments.slice(prefixLength));
  if (group === "" && prefixLength === 3) return other;
  if (parts.length === 0) return version === "" ? other : { ...other, groupVersion: { group, version } };
  if (parts.includes("")) return { ...other, groupVersion: { group, version } };
  const isWatchPath = parts[0] === "watch" && parts.length > 1;
  const { namespace, inNamespace } = splitNamespace(isWatchPath ? parts.slice(1) : parts);
  const [resource = "", pathName = "", subresource = "", ...proxySegments] = inNamespace;
  const hasPathName = pathName !== "";
  const verb = verbOf(method, hasPathName, isWatchPath, query.isWatch);
  const name = !hasPathName && (verb === "list" || verb === "watch") ? query.selectedName() : pathName;
  const place = { group, version, namespace, resource, name, subresource, proxySegments };
  return { isResource: true, path, verb, hasPathName, isWatchPath, pathFault, ...place };
}

/** A path may end in slashes; they mean nothing. */
function withoutTrailingSlashes(parts: readonly string[]): readonly string[] {
  const last = parts.findLastIndex((part) => part !== "");
  return parts.slice(0, last + 1);
}

/** `namespaces` is a resource itself: `namespaces/x` and its subresources are about the namespace. */
function splitNamespace(parts: readonly string[]): { namespace: string; inNamespace: readonly string[] } {
  const [first, namespace = "", third] = parts;
  if (first !== "namespaces" || namespace === "") return { namespace: "", inNamespace: parts };
  if (third === undefined || notInNamespaces.has(third)) return { namespace, inNamespace: parts };
  return { namespace, inNamespace: parts.slice(2) };
}

/** The subresources of namespaces, and namespaces themselves: none lies in another. */
const notInNamespaces: ReadonlySet<string> = new Set(["status", "finalize", "namespaces"]);

/** @param isWatch is asked for collections only: a query does not make a watch of reading one object */
function verbOf(method: string, named: boolean, isWatchPath: boolean, isWatch: () => boolean): RequestVerb | "" {
  switch (method) {
    case "GET":
    case "HEAD":
      if (isWatchPath) return "watch";
      if (named) return "get";
      return isWatch() ? "watch" : "list";
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

interface DecodedPath {
  readonly segments: readonly string[];
  readonly pathFault: string | undefined;
}

/** Decodes each segment of a path by itself, so that an encoded slash stays part of a name. */
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

/** A segment whose escapes are no UTF-8 stays as it is. */
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

/** Returns the faults of a name in a path. An empty name has none. */
export function pathNameFaults(name: string): readonly string[] {
  const faults: string[] = [];
  if (name === "." || name === "..") faults.push(`may not be '${name}'`);
  for (const character of ["/", "%"]) if (name.includes(character)) faults.push(`may not contain '${character}'`);
  return faults;
}
