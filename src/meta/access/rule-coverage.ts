/** Compares the permissions of role rules: whether some rules grant everything that others grant. */
import { equalJson } from "../../base/json-tree.ts";
import type { RoleRule } from "./role-rule.ts";
import { pathMatches } from "./rule-match.ts";

/** The permissions that some rules grant, in a form that can be compared quickly. */
export class RuleCoverage {
  readonly #owned: readonly OwnedRule[];

  constructor(rules: readonly RoleRule[]) {
    this.#owned = rules.map((rule) => new OwnedRule(rule));
  }

  /** Number of comparisons that one call of `coversAlone` needs at most. */
  get size(): number {
    return this.#owned.length;
  }

  /** Whether one of the rules grants the whole rule. For a rule of `breakDown`, false means that no rules together grant it. */
  coversAlone(rule: RoleRule): boolean {
    return this.#owned.some((owned) => owned.covers(rule));
  }
}

/** Yields the rules divided into rules with one verb, and with one path, or one group, one resource and at most one name. */
export function* breakDown(rules: Iterable<RoleRule>): Generator<RoleRule> {
  for (const rule of rules) {
    const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule;
    for (const group of apiGroups ?? []) {
      for (const resource of resources ?? []) {
        for (const verb of verbs ?? []) {
          const single = { verbs: [verb], apiGroups: [group], resources: [resource] };
          if (isEmpty(resourceNames)) yield single;
          else for (const name of resourceNames ?? []) yield { ...single, resourceNames: [name] };
        }
      }
    }
    for (const path of nonResourceURLs ?? []) {
      for (const verb of verbs ?? []) yield { verbs: [verb], nonResourceURLs: [path] };
    }
  }
}

/** Returns the permissions of the wanted rules that the owned rules do not grant, broken down. */
export function missingRules(owned: readonly RoleRule[], wanted: readonly RoleRule[]): readonly RoleRule[] {
  // The default roles are compared at each start, and are seldom changed.
  if (equalJson(owned, wanted)) return [];
  const coverage = new RuleCoverage(owned);
  return [...breakDown(wanted)].filter((rule) => !coverage.coversAlone(rule));
}

class OwnedRule {
  readonly #verbs: ReadonlySet<string>;
  readonly #groups: ReadonlySet<string>;
  readonly #resources: ReadonlySet<string>;
  /** Subresources that the rule grants for all resources. */
  readonly #subresources: ReadonlySet<string>;
  readonly #names: ReadonlySet<string>;
  readonly #paths: readonly string[];

  constructor({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: RoleRule) {
    this.#verbs = new Set(verbs);
    this.#groups = new Set(apiGroups);
    this.#resources = new Set(resources);
    this.#subresources = new Set(
      (resources ?? []).filter((one) => one.startsWith("*/")).map((one) => one.slice("*/".length)),
    );
    this.#names = new Set(resourceNames);
    this.#paths = nonResourceURLs ?? [];
  }

  covers({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: RoleRule): boolean {
    return (
      hasAllOf(this.#verbs, verbs) &&
      hasAllOf(this.#groups, apiGroups) &&
      (this.#resources.has("*") || every(resources, (resource) => this.#coversResource(resource))) &&
      this.#coversNames(resourceNames) &&
      every(nonResourceURLs, (path) => this.#paths.some((owned) => pathMatches(owned, path)))
    );
  }

  #coversResource(resource: string): boolean {
    if (this.#resources.has(resource)) return true;
    if (this.#subresources.size === 0) return false;
    const slash = resource.indexOf("/");
    return slash >= 0 && this.#subresources.has(resource.slice(slash + 1));
  }

  #coversNames(names: RoleRule["resourceNames"]): boolean {
    if (this.#names.size === 0) return true;
    return !isEmpty(names) && every(names, (name) => this.#names.has(name));
  }
}

function hasAllOf(owned: ReadonlySet<string>, wanted: readonly string[] | null | undefined): boolean {
  return owned.has("*") || every(wanted, (one) => owned.has(one));
}

function isEmpty(list: readonly string[] | null | undefined): boolean {
  return !list || list.length === 0;
}

function every(list: readonly string[] | null | undefined, isTrue: (one: string) => boolean): boolean {
  return !list || list.every(isTrue);
}
