/** The rules that apply to one user in one namespace, arranged so that a decision does not depend on their number. */
import type { Attributes, ResourceAction, RoleReference } from "../../meta/access/access-control.ts";
import type { RoleRule } from "../../meta/access/role-rule.ts";
import { matchingResources, ruleAllows } from "../../meta/access/rule-match.ts";
import type { Grant, GrantedRule, UserGrants } from "./grant.ts";

/** A rule with more pairs of resources and names is found by its resources only. */
const namePairsMax = 200;

/** A rule of a grant, with its position among all rules. */
interface Candidate extends GrantedRule {
  readonly position: number;
}

const noCandidates: readonly Candidate[] = [];

/** Finds the rule that allows an action. */
export class UserRules {
  /** Roles that bindings name and that cannot be found. */
  readonly missing: readonly RoleReference[];
  /** Number of rules and index entries, as a measure of memory. */
  readonly size: number;
  /** Rules for all names, by the texts of their resources. */
  readonly #byResource = new Map<string, Candidate[]>();
  /** Rules for some names, by resource and name. */
  readonly #byName = new Map<string, Candidate[]>();
  readonly #forPaths: Candidate[] = [];

  constructor({ grants, missing }: UserGrants) {
    this.missing = missing;
    let position = 0;
    let size = 1 + missing.length;
    // Equal rules of a later grant never decide.
    const seen = new Set<Grant["set"]>();
    for (const grant of grants) {
      if (seen.has(grant.set)) continue;
      seen.add(grant.set);
      for (const rule of grant.set.rules) size += this.#add({ grant, rule, position: position++ });
    }
    this.size = size;
  }

  /** Returns the first rule that allows an action, in the order of the bindings and their rules. */
  find(attributes: Attributes): GrantedRule | undefined {
    if (!attributes.isResource) return this.#forPaths.find(({ rule }) => ruleAllows(rule, attributes));
    let first: Candidate | undefined;
    for (const resource of matchingResources(attributes)) {
      first = earlier(first, firstAllowing(this.#byResource.get(resource), attributes));
      if (this.#byName.size === 0) continue;
      first = earlier(first, firstAllowing(this.#byName.get(pairKey(resource, attributes.name)), attributes));
    }
    return first;
  }

  /** Adds a rule to the indexes. Returns the number of added entries. */
  #add(candidate: Candidate): number {
    const { resources = [], resourceNames = [], nonResourceURLs = [] } = candidate.rule;
    if (nonResourceURLs.length > 0) this.#forPaths.push(candidate);
    const pairCount = resources.length * resourceNames.length;
    if (pairCount === 0 || pairCount > namePairsMax) return addAll(this.#byResource, resources, candidate);
    const keys = resources.flatMap((resource) => resourceNames.map((name) => pairKey(resource, name)));
    return addAll(this.#byName, keys, candidate);
  }
}

function pairKey(resource: string, name: string): string {
  return `${resource}\0${name}`;
}

function addAll(index: Map<string, Candidate[]>, keys: readonly string[], candidate: Candidate): number {
  for (const key of keys) {
    const candidates = index.get(key);
    if (candidates) candidates.push(candidate);
    else index.set(key, [candidate]);
  }
  return keys.length + 1;
}

function firstAllowing(
  candidates: readonly Candidate[] = noCandidates,
  attributes: ResourceAction,
): Candidate | undefined {
  for (const candidate of candidates) if (ruleAllows(candidate.rule, attributes)) return candidate;
  return undefined;
}

function earlier(one: Candidate | undefined, other: Candidate | undefined): Candidate | undefined {
  if (!one || !other) return one ?? other;
  return one.position < other.position ? one : other;
}

/** Returns the rules of all grants. */
export function rulesOfGrants({ grants }: UserGrants): readonly RoleRule[] {
  return grants.flatMap(({ set }) => set.rules);
}
