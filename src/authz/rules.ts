/** What a user may do, as far as it can be listed: for people who look around, never for a decision. */
import type { Subject } from "./authorizer.ts";

/** `*` stands for all verbs, groups or resources. */
export interface ResourceRule {
  readonly verbs: readonly string[];
  readonly groups: readonly string[];
  /** Plurals, `pods/log` for a subresource. */
  readonly resources: readonly string[];
  /** Absent: all names. */
  readonly names?: readonly string[];
}

export interface PathRule {
  readonly verbs: readonly string[];
  /** `*` as the last character stands for whatever follows. */
  readonly paths: readonly string[];
}

export interface SubjectRules {
  readonly resourceRules: readonly ResourceRule[];
  readonly pathRules: readonly PathRule[];
  /** True: an authorizer may allow more, which it cannot list. */
  readonly incomplete: boolean;
  /** What went wrong on the way; the listed rules hold in spite of it. */
  readonly errors: readonly string[];
}

/** Lists the rules by which an authorizer decides within a namespace, and outside of all. */
export type RuleLister = (subject: Subject, namespace: string) => SubjectRules | Promise<SubjectRules>;

export const noRules: SubjectRules = { resourceRules: [], pathRules: [], incomplete: false, errors: [] };

/** The rules of all. */
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
