/** Lists what a user may do, as far as this can be listed. The lists are for display, and never used for decisions. */
import type { AuthorizationSubject } from "./authorizer.ts";

/** An allowed action on resources. `*` stands for all verbs, groups or resources. */
export interface ResourceAccessRule {
  readonly verbs: readonly string[];
  readonly groups: readonly string[];
  /** Plural names. A subresource is written as `pods/log`. */
  readonly resources: readonly string[];
  /** Names of objects. Absent: all names. */
  readonly names?: readonly string[];
}

/** An allowed action on paths that are not resources. */
export interface PathRule {
  readonly verbs: readonly string[];
  /** A `*` as the last character matches any suffix. */
  readonly paths: readonly string[];
}

/** The rules that apply to a user. */
export interface SubjectRules {
  readonly resourceRules: readonly ResourceAccessRule[];
  readonly pathRules: readonly PathRule[];
  /** Whether the user may be allowed more than the list contains. */
  readonly incomplete: boolean;
  /** Errors that occurred. The listed rules are valid nevertheless. */
  readonly errors: readonly string[];
}

/** Lists the rules by which an authorizer decides, in a namespace and outside namespaces. */
export type RuleLister = (subject: AuthorizationSubject, namespace: string) => SubjectRules | Promise<SubjectRules>;

/** The result of a lister without rules. */
export const noRules: SubjectRules = { resourceRules: [], pathRules: [], incomplete: false, errors: [] };

/** Returns a lister that concatenates the rules of these listers. */
export function listRulesBy(listers: readonly RuleLister[]): RuleLister {
  return async (subject, namespace) => {
    const all = await Promise.all(listers.map(async (list) => await list(subject, namespace)));
    return {
      resourceRules: all.flatMap(({ resourceRules }) => resourceRules),
      pathRules: all.flatMap(({ pathRules }) => pathRules),
      incomplete: all.some(({ incomplete }) => incomplete),
      errors: all.flatMap(({ errors }) => errors),
    };
  };
}
