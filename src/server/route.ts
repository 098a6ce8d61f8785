/** From a request to what handles it: one look-up in a table, for resources and for plain paths. */
import { badRequest, methodNotAllowed, unknownResource } from "../meta/status-error.ts";
import { checkAccept } from "./output/negotiate-output.ts";
import { pageNotFound } from "./render-error.ts";
import type { Call } from "./requests/call.ts";
import { pathNameFaults, type ResourceRequestInfo } from "./requests/request-info.ts";
import { type EndpointHandler, isProxy, type ServedEndpoint } from "./served/endpoint.ts";
import { type ResourceTable } from "./served/resource-table.ts";
import { protobufMediaType } from "./verbs/endpoint-rules.ts";
import { checkPatchType } from "./verbs/patches/patch-types.ts";

/** Handles a path that is no resource. */
export type PathHandler = (call: Call) => Promise<void>;

/**
 * What handles a path below a prefix; undefined when there is nothing.
 * @param rest what follows the prefix, without a slash in front
 */
export type PathResolver = (rest: string) => PathHandler | undefined;

export class PathTable {
  readonly #exact = new Map<string, PathHandler>();
  /** Other spellings of paths. */
  readonly #unlisted = new Map<string, PathHandler>();
  readonly #prefixes: { readonly prefix: string; readonly resolve: PathResolver }[] = [];
  readonly #listedPrefixes: string[] = [];

  /** Serves GET and HEAD at `path`. */
  add(path: string, handler: PathHandler): void {
    this.#exact.set(path, handler);
  }

  /** Serves GET and HEAD at the paths below `prefix` for which there is a handler. */
  addBelow(prefix: string, resolve: PathResolver): void {
    this.#prefixes.push({ prefix: `${prefix}/`, resolve });
  }

  /** Does the same as `addBelow()`, and adds the prefix to `paths` with a slash at its end. */
  addListedBelow(prefix: string, resolve: PathResolver): void {
    this.addBelow(prefix, resolve);
    this.#listedPrefixes.push(`${prefix}/`);
  }

  /** Serves GET and HEAD at `path`, with or without a slash at its end. */
  addEither(path: string, handler: PathHandler): void {
    this.add(path, handler);
    this.#unlisted.set(`${path}/`, handler);
  }

  get paths(): Iterable<string> {
    return [...this.#exact.keys(), ...this.#listedPrefixes];
  }

  find(path: string): PathHandler | undefined {
    const exact = this.#exact.get(path) ?? this.#unlisted.get(path);
    if (exact) return exact;
    const below = this.#prefixes.find(({ prefix }) => path.startsWith(prefix));
    return below?.resolve(path.slice(below.prefix.length));
  }
}

export function router(resources: ResourceTable, paths: PathTable): (call: Call) => Promise<void> {
  return async (call) => {
    const { info } = call;
    if (info.isResource) {
      const endpoint = resources.find(info);
      if (!endpoint) throw resources.servesGroup(info.group) ? unknownResource() : pageNotFound();
      const handler = handlerOf(endpoint, info, call.method);
      if (!handler || !takesVerb(info) || !spansNamespaces(endpoint, info)) throw methodNotAllowed();
      if (info.pathFault !== undefined) throw badRequest(info.pathFault);
      checkPathName("namespace", info.namespace);
      checkPathName("name", info.name);
      if (info.verb === "patch" && !endpoint.connection) checkPatchType(call);
      if (!endpoint.connection)
        checkAccept(call, () => protobufMediaType(endpoint), info.verb === "list" || info.verb === "watch");
      if (endpoint.deprecation) call.deprecate(endpoint.deprecation);
      await handler(call, info);
      return;
    }
    const handler = paths.find(info.path);
    if (handler) {
      if (info.pathFault !== undefined) throw badRequest(info.pathFault);
      if (call.method !== "GET" && call.method !== "HEAD") throw methodNotAllowed();
      await handler(call);
      return;
    }
    const { groupVersion } = info;
    if (groupVersion && resources.servesGroup(groupVersion.group)) throw unknownResource();
    throw pageNotFound();
  };
}

function handlerOf(
  endpoint: ServedEndpoint,
  { verb }: ResourceRequestInfo,
  method: string,
): EndpointHandler | undefined {
  if (verb !== "") return endpoint.handlers[verb];
  return method === "OPTIONS" && isProxy(endpoint) ? endpoint.connection?.connect : undefined;
}

/** Objects are made in their collection and changed at their own path; a subresource is always one object's. */
function takesVerb({ verb, name, subresource, isWatchPath }: ResourceRequestInfo): boolean {
  if (isWatchPath && verb !== "watch") return false;
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

/** A namespaced collection may be read, and only read, across all namespaces. */
function spansNamespaces({ resourceKind }: ServedEndpoint, { namespace, verb }: ResourceRequestInfo): boolean {
  return !resourceKind.namespaced || namespace !== "" || verb === "list" || verb === "watch";
}

/** @throws StatusError 400 for a name that is no segment of a path, and so cannot be looked up */
function checkPathName(what: "namespace" | "name", value: string): void {
  const faults = pathNameFaults(value);
  if (faults.length === 0) return;
  const title = what === "name" ? "Name" : "Namespace";
  throw badRequest(`${title} parameter invalid: ${JSON.stringify(value)}: ${faults.join(";")}`);
}
