/** From declared kinds to what is served: a resource for each kind that is stored, an entry of the table for each version. */
import { assert } from "../base/assert.ts";
import { type RegistryServices, Resource } from "../registry/index.ts";
import type { KindDeclaration, KindHooks } from "../schema/index.ts";
import { type EndpointOptions, serve, serveOtherVersion } from "./endpoints.ts";
import type { ResourceTable } from "./resource-table.ts";

export type StoredResources = ReadonlyMap<KindDeclaration, Resource>;

/** The resources that store objects of these kinds, in whatever version they are served. */
export function storedResources(
  kinds: readonly KindDeclaration[],
  hooksOf: (kind: KindDeclaration) => KindHooks,
  services: RegistryServices,
): StoredResources {
  const stored = new Set(kinds.map((kind) => kind.storedAs ?? kind));
  return new Map([...stored].map((kind) => [kind, new Resource(kind, hooksOf(kind), services)]));
}

/** Adds the kinds to the table, in their order. @param resources of these kinds, and perhaps of others */
export function serveKinds(
  table: ResourceTable,
  kinds: readonly KindDeclaration[],
  resources: StoredResources,
  options: EndpointOptions & { readonly hooksOf: (kind: KindDeclaration) => KindHooks },
): void {
  for (const declaration of kinds) {
    const resource = resources.get(declaration.storedAs ?? declaration);
    assert(resource, `objects of kind ${declaration.kind} are stored`);
    const version = { declaration, hooks: options.hooksOf(declaration) };
    table.add(declaration.storedAs ? serveOtherVersion(resource, version, options) : serve(resource, options));
  }
}
