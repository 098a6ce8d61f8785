/** The resources of a cluster: one cached collection in the store for each kind that is stored. */
import { builtinKinds } from "../../api/builtin.ts";
import { endpoints } from "../../api/core/v1/endpoints.ts";
import { namespace } from "../../api/core/v1/namespace.ts";
import { rbacKinds } from "../../api/rbac/kinds.ts";
import { assert } from "../../base/assert.ts";
import type { ChangeFeed, ResourceCache } from "../../cache/index.ts";
import { builtinFeatures, builtinHooks, builtinRules } from "../../kinds/index.ts";
import type { AccessControl } from "../../meta/access/access-control.ts";
import { type Vocabulary, vocabularies } from "../../meta/vocabulary.ts";
import {
  ObjectExpiry,
  type OwnedChange,
  objectAccess,
  type RegistryServices,
  type Resource,
} from "../../registry/index.ts";
import {
  type AccessServices,
  type KindDeclaration,
  type KindHooks,
  type ObjectAccess,
  SchemaCompiler,
} from "../../schema/index.ts";
import { type StoredResources, storedResources } from "../../server/index.ts";
import type { ClusterOptions } from "./cluster-options.ts";
import { kindsOfServiceValues, serviceValues } from "./service-values.ts";

/** Compiled schemas do not depend on a server, so all servers of a process share them. */
export const schemaCompiler = new SchemaCompiler(builtinRules, builtinFeatures);

/** Returns the behaviour of a built-in kind that is not data. */
export function hooksOf(kind: KindDeclaration): KindHooks {
  return builtinHooks.get(kind) ?? {};
}

/** The resources of a cluster, and what works on all of them. */
export interface ClusterRegistry {
  /** Kinds that clients see. Namespaces, Endpoints and a few others are stored even if they are not among them. */
  readonly servedKinds: readonly KindDeclaration[];
  readonly resources: StoredResources;
  /** Access for hooks that read and write other objects. */
  readonly objects: ObjectAccess;
  readonly namespaces: Resource;
  readonly caches: readonly ResourceCache[];
  /** Upkeep of kinds whose objects expire. Empty if the engine deletes them. */
  readonly expiries: readonly ObjectExpiry[];
}

/** Parts of the cluster with which hooks check permissions. */
interface AccessParts {
  readonly access: () => AccessControl;
  readonly resourceOfKind: AccessServices["resourceOfKind"];
}

/**
 * Returns the resources of a cluster.
 * @param feed delivers the changes of the store to the caches
 * @param later `recordOwner` is called for each change that a hook makes to another object. `access` is called once hooks run.
 */
export function createRegistry(
  options: ClusterOptions,
  feed: ChangeFeed,
  { recordOwner, access, resourceOfKind }: { readonly recordOwner: (change: OwnedChange) => void } & AccessParts,
): ClusterRegistry {
  const { engine, logger, features, hasUpkeep = true } = options;
  const servedKinds = builtinKinds.filter((kind) => features.isServed(kind));
  // The server itself reads and writes these, even if they are not served.
  const requiredKinds = [namespace, endpoints, ...rbacKinds, ...kindsOfServiceValues(features.isEnabled)];
  const services = registryServices(options, feed, {
    resources: () => resources,
    objects: () => objects,
    access,
    resourceOfKind,
  });
  const resources: StoredResources = storedResources([...requiredKinds, ...servedKinds], hooksOf, services);
  const objects: ObjectAccess = objectAccess(resources, recordOwner);
  const caches = [...resources.values()].map(({ cache }) => cache);
  for (const cache of caches) {
    const contents = options.caches?.get(cache.fullKey(""));
    if (contents) cache.startWith(contents);
  }
  const expiries = (hasUpkeep && !engine.expiresKeys ? [...resources.values()] : [])
    .filter(({ kind }) => kind.declaration.rules.lifetime !== undefined)
    .map((resource) => new ObjectExpiry(resource, logger));
  return { servedKinds, resources, objects, namespaces: namespacesOf(resources), caches, expiries };
}

/** Returns the services of all resources. They call `later` only when they are used, after the resources were made. */
function registryServices(
  options: ClusterOptions,
  feed: ChangeFeed,
  later: {
    readonly resources: () => StoredResources;
    readonly objects: () => ObjectAccess;
  } & AccessParts,
): RegistryServices {
  const { engine, clock, random, makeCache, storage, features, services: config } = options;
  const { isEnabled } = features;
  const vocabulary: Vocabulary = vocabularies[options.vocabulary];
  return {
    engine,
    feed,
    clock,
    random,
    vocabulary,
    compiler: schemaCompiler,
    isEnabled,
    collectsGarbage: options.requests.collectsGarbage,
    lifetimes: { eventTtl: storage.eventTtlMs },
    claims: serviceValues({ config, isEnabled, feed, clock, random, makeCache, resources: later.resources }),
    makeCache,
    objects: later.objects,
    access: later.access,
    resourceOfKind: later.resourceOfKind,
  };
}

function namespacesOf(resources: StoredResources): Resource {
  const namespaces = resources.get(namespace);
  assert(namespaces, "namespaces are declared");
  return namespaces;
}
