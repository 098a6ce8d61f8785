/** A space of claims whose records are objects that clients see: who holds a value stands in the object of its name. */
import { assert } from "../base/assert.ts";
import { equalJson } from "../base/json-tree.ts";
import type { CachedObject, ResourceCache } from "../cache/index.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { ClaimOwner, ClaimRecords } from "../schema/index.ts";
import type { Write } from "../storage/index.ts";
import type { ClaimSpace } from "./claim-space.ts";
import { encodeNew } from "./create.ts";
import { planDeletion } from "./delete.ts";
import type { Resource } from "./resource.ts";

/** @param resourceOf of a cluster-scoped kind with `claimRecords`; asked when it is needed, for it may be made later */
export function objectSpace(name: string, resourceOf: () => Resource): ClaimSpace {
  return new ObjectSpace(name, resourceOf);
}

class ObjectSpace implements ClaimSpace {
  readonly name: string;
  readonly #resourceOf: () => Resource;

  constructor(name: string, resourceOf: () => Resource) {
    this.name = name;
    this.#resourceOf = resourceOf;
  }

  get prefix(): string {
    return this.#resourceOf().prefix;
  }

  get cache(): ResourceCache {
    return this.#resourceOf().cache;
  }

  ownerOf(record: CachedObject): ClaimOwner | undefined {
    return record.unreadable ? undefined : this.#records.ownerOf(this.#resourceOf().parse(record));
  }

  isOwn(record: CachedObject): boolean {
    const { services } = this.#resourceOf();
    return !record.unreadable && this.#records.isOwn(this.#resourceOf().parse(record), services.vocabulary);
  }

  hold(value: string, owner: ClaimOwner): Write {
    const resource = this.#resourceOf();
    const { kind, apiVersion } = resource.kind;
    const object = { kind, apiVersion, ...this.#records.record(value, owner, resource.services.vocabulary) };
    return { key: resource.cache.fullKey(value), value: encodeNew(resource, object, ""), expected: 0 };
  }

  /** An object that has finalizers is marked, and holds the value until they are gone. */
  release(record: CachedObject): Write | undefined {
    const resource = this.#resourceOf();
    const write = { key: resource.cache.fullKey(record.key), expected: record.revision };
    const plan = planDeletion(resource, resource.parse(record), { dryRun: false });
    if (plan === "pending") return undefined;
    if (plan === "remove" || plan.thenRemove) return { ...write, value: undefined };
    if (equalJson(plan.marked, resource.parse(record))) return undefined;
    return { ...write, value: resource.encode(resource.schema.storedForm(plan.marked)) };
  }

  get #records(): ClaimRecords<ApiObject> {
    const { hooks, kind } = this.#resourceOf();
    assert(hooks.claimRecords, `objects of kind ${kind.kind} say who holds values`);
    return hooks.claimRecords;
  }
}
