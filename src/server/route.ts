/** Finds the handler of a request: in the resource table for resources, in the path table for other paths. */
import { badRequest, methodNotAllowed, methodNotSupported, notFound, unknownResource } from "../meta/status-error.ts";
import { checkAccept } from "./output/negotiate-output.ts";
import { pageNotFound } from "./render-error.ts";
import type { Call } from "./requests/call.ts";
import { pathNameFaults, type ResourceRequestInfo } from "./requests/request-info.ts";
import { type EndpointHandler, isCustom, isProxy, type ServedEndpoint } from "./served/endpoint.ts";
import { type ResourceTable } from "./served/resource-table.ts";
import { protobufMediaType } from "./verbs/endpoint-rules.ts";
import { checkPatchType } from "./verbs/patches/patch-types.ts";

/** Handles requests for a path that is not a resource. */
export type PathHandler = (call: Call) => Promise<void>;

/**
 * Returns the handler of a path below a prefix. Undefined if nothing is served there.
 * @param subpath the path after the prefix, without a leading slash
 */
export type PathResolver = (subpath: string) => PathHandler | undefined;

interface PathTablePrefix {
  readonly prefix: string;
  readonly resolve: PathResolver;
  readonly allMethods: boolean;
}

/** The handlers of all paths that are not resources. */
export class PathTable {
  readonly #exact = new Map<string, PathHandler>();
  /** Handlers of paths that `paths` does not list, such as those with a slash at their end. */
  readonly #unlisted = new Map<string, PathHandler>();
  readonly #prefixes: PathTablePrefix[] = [];
  /** Paths that are served for all methods. */
  readonly #forAllMethods = new Set<string>();
  readonly #listedPrefixes: string[] = [];

  /** Serves GET and HEAD at `path`. */
  add(path: string, handler: PathHandler): void {
    this.#exact.set(path, handler);
  }

  /** Serves all methods at `path`. @param listing whether `paths` lists it */
  addForAllMethods(path: string, handler: PathHandler, listing: "listed" | "unlisted" = "listed"): void {
    (listing === "listed" ? this.#exact : this.#unlisted).set(path, handler);
    this.#forAllMethods.add(path);
  }

  /** Serves GET and HEAD, or all methods, at the paths below `prefix` for which `resolve` returns a handler. */
  addBelow(prefix: string, resolve: PathResolver, methods: "reading" | "all methods" = "reading"): void {
    this.#prefixes.push({ prefix: `${prefix}/`, resolve, allMethods: methods === "all methods" });
  }

  /** Does the same as `addBelow()`, and adds the prefix to `paths`, with a slash at its end. */
  addListedBelow(prefix: string, resolve: PathResolver): void {
    this.addBelow(prefix, resolve);
    this.#listedPrefixes.push(`${prefix}/`);
  }

  /** Serves GET and HEAD at `path`, with or without a slash at its end. */
  addEither(path: string, handler: PathHandler): void {
    this.add(path, handler);
    this.#unlisted.set(`${path}/`, handler);
  }

  /** Serves GET and HEAD at `path`, which `paths` does not list. */
  addUnlisted(path: string, handler: PathHandler): void {
    this.#unlisted.set(path, handler);
  }

  get paths(): Iterable<string> {
    return [...this.#exact.keys(), ...this.#listedPrefixes];
  }

  find(path: string): PathHandler | undefined {
    const exact = this.#exact.get(path) ?? this.#unlisted.get(path);
    if (exact) return exact;
    const entry = this.#prefixBelow(path);
    return entry?.resolve(path.slice(entry.prefix.length));
  }

  /** Whether the path is served for a method. */
  allows(path: string, method: string): boolean {
    if (method === "GET" || method === "HEAD" || this.#forAllMethods.has(path)) return true;
    return !this.#exact.has(path) && !this.#unlisted.has(path) && this.#prefixBelow(path)?.allMethods === true;
  }

  #prefixBelow(path: string): PathTablePrefix | undefined {
    return this.#prefixes.find(({ prefix }) => path.startsWith(prefix));
  }
}

/** Checks the headers that the reference's router checks. Its errors have no CBOR form. @throws StatusError 406, 415 */
function checkHeaders(call: Call, endpoint: ServedEndpoint, { verb }: ResourceRequestInfo): void {
  try {
    if (verb === "patch") checkPatchType(call);
    checkAccept(call, () => protobufMediaType(endpoint), verb === "list" || verb === "watch");
  } catch (error) {
    call.servesCbor = false;
    throw error;
  }
}

/**
 * Returns a function that handles a call: it finds the handler and runs the checks that precede every handler. The
 * function throws a StatusError or PlainTextError if there is no handler. It is not async, so that no promise is made for it.
 */
export function router(resources: ResourceTable, paths: PathTable): (call: Call) => Promise<void> {
  return (call) => {
    const { info } = call;
    if (info.isResource) {
      const endpoint = resources.find(info);
      if (!endpoint) throw missingEndpoint(resources, call, info);
      const handler = handlerOf(endpoint, info, call.method);
      if (!handler || !pathFitsVerb(info, call.method) || !hasRequiredNamespace(endpoint, info)) {
        throw missingHandler(endpoint, info);
      }
      call.servesCbor = resources.servesCbor;
      if (info.pathFault !== undefined) throw badRequest(info.pathFault);
      checkPathName("namespace", info.namespace);
      checkPathName("name", info.name);
      // In the reference, the router checks these headers. Requests for custom types do not pass through it.
      if (!endpoint.connection && !isCustom(endpoint)) checkHeaders(call, endpoint, info);
      if (endpoint.deprecation) call.deprecate(endpoint.deprecation);
      return handler(call, info);
    }
    const handler = paths.find(info.path);
    if (handler) {
      if (info.pathFault !== undefined) throw badRequest(info.pathFault);
      if (!paths.allows(info.path, call.method)) throw methodNotAllowed();
      return handler(call);
    }
    const { groupVersion } = info;
    throw groupVersion && resources.hasBuiltIn(groupVersion.group) ? unknownResource() : pageNotFound();
  };
}

/** Returns the error for a path without an endpoint. It differs for custom types. */
function missingEndpoint(resources: ResourceTable, call: Call, info: ResourceRequestInfo): Error {
  const object = info.subresource === "" ? undefined : resources.find({ ...info, subresource: "", proxySegments: [] });
  if (object && isCustom(object)) {
    if (object.deprecation) call.deprecate(object.deprecation);
    return notFound(object.resourceKind, info.name);
  }
  return resources.hasBuiltIn(info.group) ? unknownResource() : pageNotFound();
}

/** Returns the error for a method that an endpoint does not have. */
function missingHandler(endpoint: ServedEndpoint, info: ResourceRequestInfo): Error {
  if (!isCustom(endpoint)) return methodNotAllowed();
  return hasRequiredNamespace(endpoint, info) ? methodNotSupported(endpoint.resourceKind, info.verb) : pageNotFound();
}

function handlerOf(
  endpoint: ServedEndpoint,
  { verb }: ResourceRequestInfo,
  method: string,
): EndpointHandler | undefined {
  if (verb !== "" && verb !== "proxy") return endpoint.handlers[verb];
  return method === "OPTIONS" && isProxy(endpoint) ? endpoint.connection?.connect : undefined;
}

/**
 * Whether the path fits the verb. Objects are created in their collection and changed at their own path. A subresource
 * always belongs to one object.
 */
function pathFitsVerb({ verb, name, subresource, isWatchPath }: ResourceRequestInfo, method: string): boolean {
  if (isWatchPath && method !== "GET") return false;
  switch (verb) {
    case "create":
      return name === "" || subresource !== "";
    case "update":
    case "patch":
      return name !== "";
    default:
      return true;
  }
}

/**
 * Whether the request has a namespace or needs none. Only lists and watches of a namespaced resource may omit it. They
 * then cover all namespaces.
 */
function hasRequiredNamespace({ resourceKind }: ServedEndpoint, { namespace, verb }: ResourceRequestInfo): boolean {
  return !resourceKind.namespaced || namespace !== "" || verb === "list" || verb === "watch";
}

/** @throws StatusError 400 for a name that cannot be one segment of a path, and so cannot exist */
function checkPathName(parameter: "namespace" | "name", value: string): void {
  const faults = pathNameFaults(value);
  if (faults.length === 0) return;
  const title = parameter === "name" ? "Name" : "Namespace";
  throw badRequest(`${title} parameter invalid: ${JSON.stringify(value)}: ${faults.join(";")}`);
}
