/** Lists what a user may do, as far as this can be listed. The lists are for display, and never used for decisions. */
import type { RuleLister, SubjectRules } from "../meta/access/access-control.ts";

/** The result of a lister without rules. */
export const noRules: SubjectRules = { resourceRules: [], pathRules: [], incomplete: false, errors: [] };

/** Returns a lister that concatenates the rules of these listers. */
export function listRulesBy(listers: readonly RuleLister[]): RuleLister {
  return async (user, namespace) => {
    const all = await Promise.all(listers.map(async (list) => await list(user, namespace)));
    return {
      resourceRules: all.flatMap(({ resourceRules }) => resourceRules),
      pathRules: all.flatMap(({ pathRules }) => pathRules),
      incomplete: all.some(({ incomplete }) => incomplete),
      errors: all.flatMap(({ errors }) => errors),
    };
  };
}
