/** From declared kinds to what is served: a resource for each kind that is stored, an entry of the table for each version. */
import { assert } from "../../base/assert.ts";
import { type RegistryServices, Resource } from "../../registry/index.ts";
import type { KindAnswers, KindDeclaration, KindHooks } from "../../schema/index.ts";
import { serveAnswers } from "./computed-resource.ts";
import type { ResourceTable, ServedResource } from "./resource-table.ts";
import { type EndpointOptions, serve, serveOtherVersion } from "./stored-resource.ts";

export type StoredResources = ReadonlyMap<KindDeclaration, Resource>;

/** The resources that store objects of these kinds, in whatever version they are served. */
export function storedResources(
  kinds: readonly KindDeclaration[],
  hooksOf: (kind: KindDeclaration) => KindHooks,
  services: RegistryServices,
): StoredResources {
  const stored = new Set(kinds.filter(({ isStored }) => isStored).map((kind) => kind.storedAs ?? kind));
  return new Map([...stored].map((kind) => [kind, new Resource(kind, hooksOf(kind), services)]));
}

/** Adds the kinds to the table, in their order. @param resources of these kinds, and perhaps of others */
export function serveKinds(
  table: ResourceTable,
  kinds: readonly KindDeclaration[],
  resources: StoredResources,
  options: KindOptions,
): void {
  for (const declaration of kinds) table.add(serveKind(declaration, resources, options));
}

export interface KindOptions extends EndpointOptions {
  readonly hooksOf: (kind: KindDeclaration) => KindHooks;
  /** Of kinds that are not stored. */
  readonly answersOf: (kind: KindDeclaration) => KindAnswers | undefined;
}

function serveKind(declaration: KindDeclaration, resources: StoredResources, options: KindOptions): ServedResource {
  const { kind, isStored, storedAs } = declaration;
  const hooks = options.hooksOf(declaration);
  if (!isStored) {
    const answers = options.answersOf(declaration);
    assert(answers, `objects of kind ${kind} are answered`);
    return serveAnswers({ declaration, hooks, answers }, options.services);
  }
  const resource = resources.get(storedAs ?? declaration);
  assert(resource, `objects of kind ${kind} are stored`);
  return storedAs ? serveOtherVersion(resource, { declaration, hooks }, options) : serve(resource, options);
}
