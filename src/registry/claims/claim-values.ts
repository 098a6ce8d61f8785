/**
 * Connects the writes of objects with the claims of their values. For kinds without claims, the only cost is to check
 * for the hook.
 */

import { splitKey } from "../../meta/object-key.ts";
import type { ApiObject, SharedObject } from "../../meta/object-meta.ts";
import { invalid } from "../../meta/status-error.ts";
import type { ClaimHooks, ClaimOwner } from "../../schema/index.ts";
import type { Write } from "../../storage/index.ts";
import type { Resource } from "../resource.ts";
import type { ClaimStore, ClaimTransaction } from "./claim-store.ts";

interface Claims {
  readonly hooks: ClaimHooks<ApiObject>;
  readonly store: ClaimStore;
}

/** Returns the claims of a resource. Undefined if its kind holds no values, or if the server has no ranges. */
export function claimsOf({ hooks, services }: Resource): Claims | undefined {
  return hooks.claims && services.claims && { hooks: hooks.claims, store: services.claims };
}

/**
 * Takes the values that a new or changed object needs. The caller must dispose the result when the write has ended.
 * @returns undefined if the resource has no claims
 * @throws StatusError 422 if a value cannot be taken, and the errors of the kind's hook
 */
export async function claimValues(
  resource: Resource,
  object: ApiObject,
  old: SharedObject | undefined,
  dryRun: boolean,
): Promise<ClaimTransaction | undefined> {
  const claims = claimsOf(resource);
  if (!claims) return undefined;
  const { hooks, store } = claims;
  await store.ready();
  const { namespace = "", name = "" } = object.metadata;
  const transaction = store.begin(ownerOf(resource, namespace, name), old ? hooks.held(old) : []);
  try {
    const errors = hooks.take(object, old, transaction, { ...resource.hookContext(), dryRun });
    if (errors.length > 0) throw invalid(resource.kind, name, errors);
    return transaction;
  } catch (error) {
    transaction[Symbol.dispose]();
    throw error;
  }
}

/** Returns the writes of claims to commit together with `object`. */
export function claimWrites(
  resource: Resource,
  claiming: ClaimTransaction | undefined,
  object: ApiObject,
): readonly Write[] {
  return claiming?.writes(claimsOf(resource)?.hooks.held(object) ?? []) ?? [];
}

/**
 * Returns the writes of claims to commit with a new object for which no values are chosen. It claims the values that
 * the object names, except those that other objects hold.
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

/**
 * Returns the writes that remove the claims of a stored object.
 * @param object parses the object; called only for kinds with claims
 */
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

/** Returns how claims refer to an object of this resource. */
export function ownerOf({ kind }: Resource, namespace: string, name: string): ClaimOwner {
  return { group: kind.group, resource: kind.resource, namespace, name };
}
