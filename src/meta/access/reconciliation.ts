/** Parts that the reconciliation of roles and of bindings share. */
import { subLabel, type Vocabulary } from "../vocabulary.ts";

/** Options of a reconciliation. */
export interface ReconcileOptions {
  readonly vocabulary: Vocabulary;
  /** Whether permissions, selectors and subjects that are not expected are removed. */
  readonly removesExtra: boolean;
}

/** Returns the name of the annotation that protects roles and bindings from reconciliation if its value is `false`. */
export function autoUpdateAnnotation(vocabulary: Vocabulary): string {
  return vocabulary.bind(subLabel("rbac.authorization/autoupdate"));
}

interface MarkedMetadata {
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}

/** Returns the stored metadata with the expected labels and annotations added. The same object if it has all of them. */
export function mergedMetadata<T extends MarkedMetadata>(stored: T, expected: MarkedMetadata): T {
  const hasAll = (["labels", "annotations"] as const).every((part) =>
    Object.keys(expected[part] ?? {}).every((name) => Object.hasOwn(stored[part] ?? {}, name)),
  );
  if (hasAll) return stored;
  return {
    ...stored,
    labels: { ...expected.labels, ...stored.labels },
    annotations: { ...expected.annotations, ...stored.annotations },
  };
}
