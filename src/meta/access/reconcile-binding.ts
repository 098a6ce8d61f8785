/** Compares a binding with the subjects that it should have, and returns the binding that should be stored. */
import { autoUpdateAnnotation, mergedMetadata, type ReconcileOptions } from "./reconciliation.ts";

/** A subject of a binding. */
export interface ReconcilableSubject {
  readonly kind: string;
  readonly apiGroup?: string | undefined;
  readonly name: string;
  readonly namespace?: string | undefined;
}

/** A RoleBinding or ClusterRoleBinding, as far as its reconciliation reads it. */
export interface ReconcilableBinding {
  readonly metadata: {
    readonly labels?: Readonly<Record<string, string>> | undefined;
    readonly annotations?: Readonly<Record<string, string>> | undefined;
  };
  readonly subjects?: readonly ReconcilableSubject[] | undefined;
  readonly roleRef: { readonly apiGroup: string; readonly kind: string; readonly name: string };
}

/** The result of `reconcileBinding`. */
export interface ReconciledBinding<T extends ReconcilableBinding> {
  /** `recreate` if the binding refers to another role, which cannot be changed. */
  readonly operation: "none" | "create" | "update" | "recreate";
  /** Whether an annotation of the stored binding forbids the operation. */
  readonly isProtected: boolean;
  /** The binding to store. */
  readonly binding: T;
  readonly missingSubjects: readonly ReconcilableSubject[];
  readonly extraSubjects: readonly ReconcilableSubject[];
}

/**
 * Returns the operation that gives a binding the expected role, subjects, labels and annotations. Labels and annotations of
 * the stored binding win over the expected ones.
 * @param stored undefined if the binding does not exist
 */
export function reconcileBinding<T extends ReconcilableBinding>(
  stored: T | undefined,
  expected: T,
  { vocabulary, removesExtra }: ReconcileOptions,
): ReconciledBinding<T> {
  const expectedSubjects = expected.subjects ?? [];
  const replacement = { binding: expected, missingSubjects: expectedSubjects, extraSubjects: [] };
  if (!stored) return { operation: "create", isProtected: false, ...replacement };
  const isProtected = stored.metadata.annotations?.[autoUpdateAnnotation(vocabulary)] === "false";
  if (!isSameRole(stored, expected)) {
    return { operation: "recreate", isProtected, ...replacement, missingSubjects: [] };
  }
  const storedSubjects = stored.subjects ?? [];
  const missingSubjects = subjectsWithout(expectedSubjects, storedSubjects);
  const extraSubjects = subjectsWithout(storedSubjects, expectedSubjects);
  const metadata = mergedMetadata(stored.metadata, expected.metadata);
  const keepsSubjects = missingSubjects.length === 0 && (!removesExtra || extraSubjects.length === 0);
  const subjects = removesExtra ? expected.subjects : [...storedSubjects, ...missingSubjects];
  return {
    operation: keepsSubjects && metadata === stored.metadata ? "none" : "update",
    isProtected,
    binding: { ...stored, metadata, ...(keepsSubjects ? {} : { subjects }) },
    missingSubjects,
    extraSubjects,
  };
}

function isSameRole({ roleRef: left }: ReconcilableBinding, { roleRef: right }: ReconcilableBinding): boolean {
  return left.apiGroup === right.apiGroup && left.kind === right.kind && left.name === right.name;
}

function subjectsWithout(
  from: readonly ReconcilableSubject[],
  others: readonly ReconcilableSubject[],
): readonly ReconcilableSubject[] {
  const otherKeys = new Set(others.map(subjectKey));
  const kept = new Map<string, ReconcilableSubject>();
  for (const subject of from) {
    const key = subjectKey(subject);
    if (!otherKeys.has(key) && !kept.has(key)) kept.set(key, subject);
  }
  return [...kept.values()];
}

function subjectKey({ kind, apiGroup = "", namespace = "", name }: ReconcilableSubject): string {
  return JSON.stringify([kind, apiGroup, namespace, name]);
}
