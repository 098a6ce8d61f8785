/** Violations that kube-apiserver v1.32.13 found in Pods. `compare/pod-security/record.ts` records them. */
import { readFileSync } from "node:fs";
import type { PodParts } from "../standards/checked-pod.ts";

/** Pods, and the violations at each level. */
export interface RecordedViolations {
  readonly cases: readonly {
    readonly title: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly spec: object;
  }[];
  /** Texts of violations. The empty one stands for none. */
  readonly texts: readonly string[];
  /** For each level, such as `baseline:v1.32`, the index of each Pod's text. */
  readonly table: Readonly<Record<string, readonly number[]>>;
}

/** A level, a Pod, and its violations. */
export interface RecordedEvaluation {
  readonly title: string;
  readonly pod: PodParts;
  readonly violations: string;
}

/** Returns the recorded evaluations, by level. */
export function recordedEvaluations(
  name: "usual" | "withTrustedUserNamespaces",
): readonly (readonly [level: string, evaluations: readonly RecordedEvaluation[]])[] {
  const file = new URL("../fixtures/recorded-violations.json", import.meta.url);
  const { cases, texts, table } = (JSON.parse(readFileSync(file, "utf8")) as Record<string, RecordedViolations>)[
    name
  ] as RecordedViolations;
  return Object.entries(table).map(([level, found]) => [
    level,
    cases.map(({ title, annotations = {}, spec }, index) => ({
      title,
      pod: { metadata: { annotations }, spec } as PodParts,
      violations: texts[found[index] ?? 0] ?? "",
    })),
  ]);
}
