/** The rules that apply to one user in one namespace, arranged so that a decision does not depend on their number. */
import type { Attributes, ResourceAction, RoleReference } from "../../meta/access/access-control.ts";
import { matchingResources, ruleAllows } from "../../meta/access/rule-match.ts";
import { type GrantedRule, type MissingRole, UserGrant } from "./grant.ts";

/** A rule with more combinations of resources, verbs and names is not in the index. Each decision checks it. */
const combinationsMax = 1000;

/** A rule of a grant, with its position among all rules. */
interface Candidate extends GrantedRule {
  readonly position: number;
}

/** Rules for one resource and verb, in the order of their positions. */
interface VerbRules {
  readonly forAllNames: Candidate[];
  readonly byName: Map<string, Candidate[]>;
}

const noCandidates: readonly Candidate[] = [];

/** Finds the rule that allows an action. */
export class UserRules {
  /** Roles that bindings name and that cannot be found. */
  readonly missing: readonly RoleReference[];
  /** Number of rules and index entries, as a measure of memory. */
  readonly size: number;
  /** Rules by the texts of their resources, and by their verbs. */
  readonly #byResource = new Map<string, Map<string, VerbRules>>();
  /** Rules on resources that are not in the index. */
  readonly #large: Candidate[] = [];
  readonly #forPaths: Candidate[] = [];

  /** @param grants in the order in which their rules are checked */
  constructor(grants: readonly (UserGrant | MissingRole)[]) {
    this.missing = grants.flatMap((one) => (one instanceof UserGrant ? [] : [one.binding.role]));
    let position = 0;
    let size = 1 + this.missing.length;
    // Equal rules of a later grant never decide.
    const seen = new Set<UserGrant["set"]>();
    for (const grant of grants) {
      if (!(grant instanceof UserGrant) || seen.has(grant.set)) continue;
      seen.add(grant.set);
      for (const rule of grant.set.rules) size += this.#add({ grant, rule, position: position++ });
    }
    this.size = size;
  }

  /** Returns the first rule that allows an action, in the order of the bindings and their rules. */
  find(attributes: Attributes): GrantedRule | undefined {
    if (!attributes.isResource) return firstAllowing(this.#forPaths, attributes);
    let first = firstAllowing(this.#large, attributes);
    for (const resource of matchingResources(attributes)) {
      const byVerb = this.#byResource.get(resource);
      if (!byVerb) continue;
      first = earlier(first, firstOfVerb(byVerb.get(attributes.verb), attributes));
      first = earlier(first, firstOfVerb(byVerb.get("*"), attributes));
    }
    return first;
  }

  /** Adds a rule. Returns the number of added entries. */
  #add(candidate: Candidate): number {
    const { verbs, resources = [], resourceNames = [], nonResourceURLs = [] } = candidate.rule;
    if (nonResourceURLs.length > 0) this.#forPaths.push(candidate);
    const combinations = resources.length * verbs.length * Math.max(1, resourceNames.length);
    if (combinations > combinationsMax) {
      this.#large.push(candidate);
      return 1;
    }
    for (const resource of resources) for (const verb of verbs) addTo(this.#rulesOf(resource, verb), candidate);
    return 1 + combinations;
  }

  #rulesOf(resource: string, verb: string): VerbRules {
    const byVerb = this.#byResource.get(resource) ?? new Map<string, VerbRules>();
    const rules = byVerb.get(verb) ?? { forAllNames: [], byName: new Map() };
    this.#byResource.set(resource, byVerb.set(verb, rules));
    return rules;
  }
}

function addTo({ forAllNames, byName }: VerbRules, candidate: Candidate): void {
  const { resourceNames = [] } = candidate.rule;
  if (resourceNames.length === 0) forAllNames.push(candidate);
  for (const name of resourceNames) {
    const candidates = byName.get(name);
    if (candidates) candidates.push(candidate);
    else byName.set(name, [candidate]);
  }
}

function firstOfVerb(rules: VerbRules | undefined, action: ResourceAction): Candidate | undefined {
  if (!rules) return undefined;
  const named = rules.byName.size === 0 ? undefined : firstAllowing(rules.byName.get(action.name), action);
  return earlier(firstAllowing(rules.forAllNames, action), named);
}

function firstAllowing(candidates: readonly Candidate[] = noCandidates, attributes: Attributes): Candidate | undefined {
  for (const candidate of candidates) if (ruleAllows(candidate.rule, attributes)) return candidate;
  return undefined;
}

function earlier(one: Candidate | undefined, other: Candidate | undefined): Candidate | undefined {
  if (!one || !other) return one ?? other;
  return one.position < other.position ? one : other;
}
