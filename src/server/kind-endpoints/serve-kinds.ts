/** Creates a resource for each stored kind, and an entry of the resource table for each served version of a kind. */
import { assert } from "../../base/assert.ts";
import { type RegistryServices, Resource } from "../../registry/index.ts";
import type { ComputedKindHandlers, KindDeclaration, KindHooks } from "../../schema/index.ts";
import { type ResourceTable, type ServedResource } from "../served/resource-table.ts";
import { serveComputed } from "./computed-resource.ts";
import { type EndpointOptions, serveConvertedVersion, serveStoredVersion } from "./stored-resource.ts";

/** Resources by the declaration of their kind in the stored version. */
export type StoredResources = ReadonlyMap<KindDeclaration, Resource>;

/** Returns the resources that store the objects of `kinds`. Versions of one kind share a resource. */
export function storedResources(
  kinds: readonly KindDeclaration[],
  hooksOf: (kind: KindDeclaration) => KindHooks,
  services: RegistryServices,
): StoredResources {
  const stored = new Set(kinds.filter(({ isStored }) => isStored).map((kind) => kind.storedAs ?? kind));
  return new Map([...stored].map((kind) => [kind, new Resource(kind, hooksOf(kind), services)]));
}

/**
 * Adds an entry for each of `kinds` to the table, in this order.
 * @param resources include those of all stored `kinds`
 */
export function serveKinds(
  table: ResourceTable,
  kinds: readonly KindDeclaration[],
  resources: StoredResources,
  options: ServeKindsOptions,
): void {
  for (const declaration of kinds) table.add(serveKind(declaration, resources, options));
}

/** Options that all kinds of a server share, and the hooks of each kind. */
export interface ServeKindsOptions extends EndpointOptions {
  readonly hooksOf: (kind: KindDeclaration) => KindHooks;
  /** Returns the functions that compute the objects of a kind that is not stored. */
  readonly computedHandlersOf: (kind: KindDeclaration) => ComputedKindHandlers | undefined;
}

function serveKind(
  declaration: KindDeclaration,
  resources: StoredResources,
  options: ServeKindsOptions,
): ServedResource {
  const { kind, isStored, storedAs } = declaration;
  const hooks = options.hooksOf(declaration);
  if (!isStored) {
    const handlers = options.computedHandlersOf(declaration);
    assert(handlers, `kind ${kind} is not stored and needs functions that compute its objects`);
    return serveComputed({ declaration, hooks, operations: handlers }, options.services);
  }
  const resource = resources.get(storedAs ?? declaration);
  assert(resource, `kind ${kind} needs a resource that stores its objects`);
  return storedAs
    ? serveConvertedVersion(resource, { declaration, hooks }, options)
    : serveStoredVersion(resource, options);
}
