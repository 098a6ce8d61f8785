/**
 * A claim space whose records are objects that clients can see. The object named like a value says which object holds
 * the value.
 */
import { assert } from "../../base/assert.ts";
import { equalJson } from "../../base/json-tree.ts";
import type { CachedObject, ResourceCache } from "../../cache/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { ClaimOwner, ClaimRecords } from "../../schema/index.ts";
import type { Write } from "../../storage/index.ts";
import { encodeNew } from "../create.ts";
import { planDeletion } from "../delete.ts";
import type { Resource } from "../resource.ts";
import type { ClaimSpace } from "./claim-space.ts";

/**
 * Returns the claim space `name`.
 * @param resourceOf returns the resource of the records: a cluster-scoped kind with `claimRecords`. It is called when
 * the resource is needed, because it may be created after the space.
 */
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

  isServerRecord(record: CachedObject): boolean {
    const { services } = this.#resourceOf();
    return !record.unreadable && this.#records.isServerRecord(this.#resourceOf().parse(record), services.vocabulary);
  }

  hold(value: string, owner: ClaimOwner): Write {
    const resource = this.#resourceOf();
    const { kind, apiVersion } = resource.kind;
    const object = { kind, apiVersion, ...this.#records.record(value, owner, resource.services.vocabulary) };
    return { key: resource.cache.fullKey(value), value: encodeNew(resource, object, ""), expected: 0 };
  }

  /**
   * Returns the write that deletes the record. A record with finalizers is only marked for deletion, and keeps the
   * value until the finalizers are removed.
   */
  release(record: CachedObject): Write | undefined {
    const resource = this.#resourceOf();
    const write = { key: resource.cache.fullKey(record.key), expected: record.revision };
    const plan = planDeletion(resource, resource.parse(record), { dryRun: false });
    if (plan === "pending") return undefined;
    if (plan === "remove" || plan.isRemovedNext) return { ...write, value: undefined };
    if (equalJson(plan.marked, resource.parse(record))) return undefined;
    return { ...write, value: resource.encode(resource.schema.storedForm(plan.marked)) };
  }

  get #records(): ClaimRecords<ApiObject> {
    const { hooks, kind } = this.#resourceOf();
    assert(hooks.claimRecords, `objects of kind ${kind.kind} say who holds values`);
    return hooks.claimRecords;
  }
}
