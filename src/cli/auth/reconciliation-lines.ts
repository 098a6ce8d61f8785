/** Describes a reconciliation in the lines that kubectl prints. */

import type { ReconcilableSubject } from "../../meta/access/reconcile-binding.ts";
import { autoUpdateAnnotation } from "../../meta/access/reconciliation.ts";
import type { RoleRule } from "../../meta/access/role-rule.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { AccessReconciliation } from "./access-reconciliation.ts";

/** Which differences the command removes, and the names of the cluster. */
export interface LineOptions {
  readonly removesExtraPermissions: boolean;
  readonly removesExtraSubjects: boolean;
  readonly vocabulary: Vocabulary;
}

/** Returns the operation and the differences. Without an operation there are no lines. */
export function reconciliationLines(result: AccessReconciliation, options: LineOptions): readonly string[] {
  const { operation, isProtected, missingSubjects, extraSubjects, missingRules, extraRules } = result;
  if (operation === "none") return [];
  const { removesExtraPermissions, removesExtraSubjects, vocabulary } = options;
  const caveat = isProtected ? `, but object opted out (${autoUpdateAnnotation(vocabulary)}: false)` : "";
  return [
    `\treconciliation required ${operation}${caveat}`,
    ...section("missing subjects added", missingSubjects.map(subjectLine)),
    ...section("extra subjects removed", removesExtraSubjects ? extraSubjects.map(subjectLine) : []),
    ...section("missing rules added", missingRules.map(ruleLine)),
    ...section("extra rules removed", removesExtraPermissions ? extraRules.map(ruleLine) : []),
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`\t${title}:`, ...lines.map((line) => `\t\t${line}`)];
}

function subjectLine({ kind, apiGroup = "", name, namespace = "" }: ReconcilableSubject): string {
  return `{Kind:${kind} APIGroup:${apiGroup} Name:${name} Namespace:${namespace}}`;
}

function ruleLine({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: RoleRule): string {
  const list = (values: readonly string[] | undefined): string => `[${(values ?? []).join(" ")}]`;
  return (
    `{Verbs:${list(verbs)} APIGroups:${list(apiGroups)} Resources:${list(resources)} ` +
    `ResourceNames:${list(resourceNames)} NonResourceURLs:${list(nonResourceURLs)}}`
  );
}
