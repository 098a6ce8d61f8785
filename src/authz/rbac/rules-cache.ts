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

/** A place for the rules of a user. Callers may keep it, to find the rules without their key. */
export interface KeptRules {
  /** Undefined once a binding or role that the rules depend on has changed, or once the cache has removed them. */
  readonly rules: UserRules | undefined;
}

interface CacheEntry extends KeptRules {
  readonly key: string;
  readonly dependencies: readonly string[];
  readonly size: number;
  rules: UserRules | undefined;
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

  /** Returns a place with rules. Undefined if there is none. */
  get(key: string): KeptRules | undefined {
    const entry = this.#entries.get(key);
    if (!entry || entry.rules) return entry;
    this.#remove(entry);
    return undefined;
  }

  /** Adds rules, and removes old ones if there are too many. Rules that are larger than the cache are not kept. */
  add({ key, rules, dependencies }: AddedRules): void {
    const entry: CacheEntry = { key, rules, dependencies, size: rules.size + dependencies.length };
    const former = this.#entries.get(key);
    if (former) this.#remove(former);
    if (entry.size > this.#sizeMax) return;
    for (const oldest of this.#entries.values()) {
      if (this.#size + entry.size <= this.#sizeMax) break;
      this.#remove(oldest);
    }
    this.#entries.set(key, entry);
    this.#size += entry.size;
    for (const dependency of dependencies) {
      const dependents = this.#dependents.get(dependency);
      if (dependents) dependents.add(entry);
      else this.#dependents.set(dependency, new Set([entry]));
    }
  }

  /**
   * Removes the rules that depend on a subject or role. They can be many, so each entry is removed when it is next read, or
   * when it is the oldest.
   */
  invalidate(dependency: string): void {
    for (const entry of this.#dependents.get(dependency) ?? []) entry.rules = undefined;
    this.#dependents.delete(dependency);
  }

  clear(): void {
    for (const entry of this.#entries.values()) entry.rules = undefined;
    this.#entries.clear();
    this.#dependents.clear();
    this.#size = 0;
  }

  #remove(entry: CacheEntry): void {
    entry.rules = undefined;
    this.#entries.delete(entry.key);
    this.#size -= entry.size;
    for (const dependency of entry.dependencies) {
      const dependents = this.#dependents.get(dependency);
      dependents?.delete(entry);
      if (dependents?.size === 0) this.#dependents.delete(dependency);
    }
  }
}
