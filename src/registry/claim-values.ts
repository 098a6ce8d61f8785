/** Where claims meet the writes of objects. Kinds that hold no values pay a look at their hooks. */

import { splitKey } from "../meta/object-key.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { invalid } from "../meta/status-error.ts";
import type { ClaimHooks, ClaimOwner } from "../schema/index.ts";
import type { Write } from "../storage/index.ts";
import type { Claiming, ClaimStore } from "./claims.ts";
import type { Resource } from "./resource.ts";

interface Claims {
  readonly hooks: ClaimHooks<ApiObject>;
  readonly store: ClaimStore;
}

/** Undefined for a kind that holds no values, and where there are no ranges to take them from. */
export function claimsOf({ hooks, services }: Resource): Claims | undefined {
  return hooks.claims && services.claims && { hooks: hooks.claims, store: services.claims };
}

/**
 * Takes the values that an object needs which is about to be written. To be disposed when the write is over.
 * @throws StatusError 422, and what the kind raises
 */
export async function claimValues(
  resource: Resource,
  object: ApiObject,
  old: ApiObject | undefined,
  dryRun: boolean,
): Promise<Claiming | undefined> {
  const claims = claimsOf(resource);
  if (!claims) return undefined;
  const { hooks, store } = claims;
  await store.ready();
  const { namespace = "", name = "" } = object.metadata;
  const claiming = store.begin(ownerOf(resource, namespace, name), old ? hooks.held(old) : []);
  try {
    const errors = hooks.take(object, old, claiming, { ...resource.hookContext(), dryRun });
    if (errors.length > 0) throw invalid(resource.kind, name, errors);
    return claiming;
  } catch (error) {
    claiming[Symbol.dispose]();
    throw error;
  }
}

/** Returns the claims to write with `object`. */
export function claimWrites(resource: Resource, claiming: Claiming | undefined, object: ApiObject): readonly Write[] {
  return claiming?.writes(claimsOf(resource)?.hooks.held(object) ?? []) ?? [];
}

/**
 * Returns the claims to write with a new object that gets no values. These are the values that it names, without those
 * that other objects hold.
 */
export async function freeClaimWrites(resource: Resource, object: ApiObject): Promise<readonly Write[]> {
  const claims = claimsOf(resource);
  if (!claims) return [];
  await claims.store.ready();
  const { namespace = "", name = "" } = object.metadata;
  using claiming = claims.store.begin(ownerOf(resource, namespace, name), []);
  const free = claims.hooks.held(object).filter(({ space, value }) => {
    const range = claiming.ranges.find((one) => one.space === space && one.includes(value));
    return range !== undefined && claiming.take(range, value) === undefined;
  });
  return claiming.writes(free);
}

/** Returns the claims to remove with a stored object. */
export async function releaseWrites(
  resource: Resource,
  key: string,
  object: () => ApiObject,
): Promise<readonly Write[]> {
  const claims = claimsOf(resource);
  if (!claims) return [];
  await claims.store.ready();
  const { namespace, name } = splitKey(key);
  return claims.store.begin(ownerOf(resource, namespace, name), claims.hooks.held(object())).writes([]);
}

export function ownerOf({ kind }: Resource, namespace: string, name: string): ClaimOwner {
  return { group: kind.group, resource: kind.resource, namespace, name };
}
