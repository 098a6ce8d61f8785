/** The notation of default roles. Lists are words in one text, because the tables are long. */
import type { RoleRule } from "../../../meta/access/role-rule.ts";
import type { IsEnabled } from "../../../meta/feature-gates.ts";
import type { Name, Vocabulary } from "../../../meta/vocabulary.ts";
import * as groups from "./api-groups.ts";

/** A default role whose names are not bound to a vocabulary. */
export interface DefaultRole {
  readonly name: Name;
  /** Role whose rules include those of this role: `admin`, `edit` or `view`. */
  readonly aggregatedTo?: string;
  /** The role includes the rules of the roles that are `aggregatedTo` this name. */
  readonly aggregates?: string;
  /** Feature gates that must be on. */
  readonly features?: readonly string[];
  readonly rules?: readonly DefaultRule[];
}

/** A rule of a default role. */
export interface DefaultRule {
  /** Feature gate that must be on. */
  readonly feature?: string;
  readonly bind: (vocabulary: Vocabulary) => RoleRule;
}

/**
 * Returns a rule that allows verbs on resources.
 * @param resources separated by spaces
 * @param verbs separated by spaces
 * @param names of objects. Absent: all
 */
export function allow(
  apiGroups: Name | readonly Name[],
  resources: string,
  verbs: string,
  names?: readonly Name[],
): DefaultRule {
  const bindAll = (list: readonly Name[], vocabulary: Vocabulary): string[] => list.map((one) => vocabulary.bind(one));
  return {
    bind: (vocabulary) => ({
      verbs: verbs.split(" "),
      apiGroups: bindAll(isList(apiGroups) ? apiGroups : [apiGroups], vocabulary),
      resources: resources.split(" "),
      ...(names ? { resourceNames: bindAll(names, vocabulary) } : {}),
    }),
  };
}

/**
 * Returns a rule that allows verbs on paths.
 * @param paths separated by spaces
 * @param verbs separated by spaces
 */
export function allowPaths(paths: string, verbs: string): DefaultRule {
  return { bind: () => ({ verbs: verbs.split(" "), nonResourceURLs: paths.split(" ") }) };
}

/** Returns the rule for clusters in which a feature gate is on. */
export function ifEnabled(feature: string, rule: DefaultRule): DefaultRule {
  return { ...rule, feature };
}

/** The rule of controllers that report Events. */
export const recordEvents: DefaultRule = allow(["", groups.events], "events", "create patch update");

/** Returns the rules that are on, with the names of the vocabulary. */
export function boundRules(
  { rules = [] }: DefaultRole,
  vocabulary: Vocabulary,
  isEnabled: IsEnabled,
): readonly RoleRule[] {
  return rules.filter(({ feature }) => feature === undefined || isEnabled(feature)).map(({ bind }) => bind(vocabulary));
}

function isList(value: Name | readonly Name[]): value is readonly Name[] {
  return Array.isArray(value);
}
