/**
 * Keeps the compiled rules of users until a binding or role that they depend on changes. A dependency is a text: that of a
 * subject or of a role, in its namespace.
 */
import type { UserRules } from "./user-rules.ts";

/** Number of rules and dependencies of all kept entries together. It stands for about 20 MB. */
const sizeMaxDefault = 200_000;

interface AddedRules {
  readonly key: string;
  readonly rules: UserRules;
  readonly dependencies: readonly string[];
}

interface CacheEntry extends AddedRules {
  /** Whether a binding or role that the rules depend on has changed. */
  isStale: boolean;
}

/** A bounded cache. The entries that were added first are removed first. */
export class RulesCache {
  readonly #entries = new Map<string, CacheEntry>();
  readonly #dependents = new Map<string, Set<CacheEntry>>();
  readonly #sizeMax: number;
  #size = 0;

  constructor(sizeMax = sizeMaxDefault) {
    this.#sizeMax = sizeMax;
  }

  get(key: string): UserRules | undefined {
    const entry = this.#entries.get(key);
    if (!entry?.isStale) return entry?.rules;
    this.#remove(entry);
    return undefined;
  }

  /** Adds an entry, and removes old ones if there are too many. An entry that is larger than the cache is not kept. */
  add(added: AddedRules): void {
    const entry: CacheEntry = { ...added, isStale: false };
    const size = sizeOf(entry);
    const former = this.#entries.get(entry.key);
    if (former) this.#remove(former);
    if (size > this.#sizeMax) return;
    for (const oldest of this.#entries.values()) {
      if (this.#size + size <= this.#sizeMax) break;
      this.#remove(oldest);
    }
    this.#entries.set(entry.key, entry);
    this.#size += size;
    for (const dependency of entry.dependencies) {
      const dependents = this.#dependents.get(dependency);
      if (dependents) dependents.add(entry);
      else this.#dependents.set(dependency, new Set([entry]));
    }
  }

  /**
   * Makes the entries useless that depend on a subject or role. They can be many, so each is removed when it is next read, or
   * when it is the oldest.
   */
  invalidate(dependency: string): void {
    for (const entry of this.#dependents.get(dependency) ?? []) entry.isStale = true;
    this.#dependents.delete(dependency);
  }

  clear(): void {
    this.#entries.clear();
    this.#dependents.clear();
    this.#size = 0;
  }

  #remove(entry: CacheEntry): void {
    this.#entries.delete(entry.key);
    this.#size -= sizeOf(entry);
    for (const dependency of entry.dependencies) {
      const dependents = this.#dependents.get(dependency);
      dependents?.delete(entry);
      if (dependents?.size === 0) this.#dependents.delete(dependency);
    }
  }
}

function sizeOf({ rules, dependencies }: AddedRules): number {
  return rules.size + dependencies.length;
}
