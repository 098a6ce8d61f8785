/** Compares a role with the permissions that it should have, and returns the role that should be stored. */
import { equalJson } from "../../base/json-tree.ts";
import { autoUpdateAnnotation, mergedMetadata, type ReconcileOptions } from "./reconciliation.ts";
import type { RoleRule } from "./role-rule.ts";
import { missingRules } from "./rule-coverage.ts";

/** A Role or ClusterRole, as far as its reconciliation reads it. */
export interface ReconcilableRole {
  readonly metadata: {
    readonly labels?: Readonly<Record<string, string>> | undefined;
    readonly annotations?: Readonly<Record<string, string>> | undefined;
  };
  readonly rules?: readonly RoleRule[] | null | undefined;
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly object[] | undefined } | undefined;
}

/** The result of `reconcileRole`. */
export interface ReconciledRole<T extends ReconcilableRole> {
  readonly operation: "none" | "create" | "update";
  /** Whether an annotation of the stored role forbids the operation. */
  readonly isProtected: boolean;
  /** The role to store. */
  readonly role: T;
  /** Expected permissions that the stored role does not grant, broken down. */
  readonly missingRules: readonly RoleRule[];
  /** Permissions that the stored role grants beyond the expected ones, broken down. */
  readonly extraRules: readonly RoleRule[];
  readonly missingSelectors: readonly object[];
  readonly extraSelectors: readonly object[];
}

/**
 * Returns the operation that gives a role the expected permissions, labels and annotations. Labels and annotations of the
 * stored role win over the expected ones.
 * @param stored undefined if the role does not exist
 */
export function reconcileRole<T extends ReconcilableRole>(
  stored: T | undefined,
  expected: T,
  options: ReconcileOptions,
): ReconciledRole<T> {
  if (!stored) return creation(expected);
  const difference = {
    missingRules: missingRules(rulesOf(stored), rulesOf(expected)),
    extraRules: expected.aggregationRule ? [] : missingRules(rulesOf(expected), rulesOf(stored)),
    missingSelectors: selectorsWithout(expected, stored),
    extraSelectors: selectorsWithout(stored, expected),
  };
  const metadata = mergedMetadata(stored.metadata, expected.metadata);
  const rules = reconciledRules(stored, expected, difference, options);
  const aggregation = reconciledAggregation(stored, expected, difference, options);
  const isUnchanged = metadata === stored.metadata && !rules && !aggregation;
  return {
    operation: isUnchanged ? "none" : "update",
    isProtected: stored.metadata.annotations?.[autoUpdateAnnotation(options.vocabulary)] === "false",
    role: { ...stored, metadata, ...rules, ...aggregation },
    ...difference,
  };
}

function creation<T extends ReconcilableRole>(expected: T): ReconciledRole<T> {
  return {
    operation: "create",
    isProtected: false,
    role: expected,
    missingRules: rulesOf(expected),
    extraRules: [],
    missingSelectors: selectorsOf(expected),
    extraSelectors: [],
  };
}

type Difference = Pick<
  ReconciledRole<ReconcilableRole>,
  "missingRules" | "extraRules" | "missingSelectors" | "extraSelectors"
>;

/** Returns the changed rules. Undefined if they do not change. */
function reconciledRules(
  stored: ReconcilableRole,
  expected: ReconcilableRole,
  { missingRules: missing, extraRules: extra }: Difference,
  { removesExtra }: ReconcileOptions,
): Pick<ReconcilableRole, "rules"> | undefined {
  if (removesExtra) return missing.length + extra.length === 0 ? undefined : { rules: expected.rules };
  return missing.length === 0 ? undefined : { rules: [...rulesOf(stored), ...missing] };
}

/** Returns the changed aggregation. Undefined if it does not change. */
function reconciledAggregation(
  stored: ReconcilableRole,
  expected: ReconcilableRole,
  { missingSelectors: missing, extraSelectors: extra }: Difference,
  { removesExtra }: ReconcileOptions,
): Pick<ReconcilableRole, "aggregationRule"> | undefined {
  if (stored.aggregationRule && !expected.aggregationRule) return { aggregationRule: undefined };
  if (removesExtra) {
    return missing.length + extra.length === 0 ? undefined : { aggregationRule: expected.aggregationRule };
  }
  if (missing.length === 0) return undefined;
  return { aggregationRule: { clusterRoleSelectors: [...selectorsOf(stored), ...missing] } };
}

function selectorsWithout(from: ReconcilableRole, others: ReconcilableRole): readonly object[] {
  return selectorsOf(from).filter((one) => !selectorsOf(others).some((other) => equalJson(one, other)));
}

function selectorsOf({ aggregationRule }: ReconcilableRole): readonly object[] {
  return aggregationRule?.clusterRoleSelectors ?? [];
}

function rulesOf({ rules }: ReconcilableRole): readonly RoleRule[] {
  return rules ?? [];
}
