/** Deprecated labels of nodes, with their replacements. */
import { label, type NameToken, subLabel, type Vocabulary } from "../../../meta/vocabulary.ts";

interface Deprecation {
  readonly label: NameToken;
  readonly since?: string;
  /** The replacement: another label, or a text that describes it. */
  readonly use?: NameToken | string;
}

/** Labels that were renamed. */
const renamed = [
  { label: subLabel("beta/arch"), since: "v1.14", use: label("arch") },
  { label: subLabel("beta/os"), since: "v1.14", use: label("os") },
  { label: subLabel("failure-domain.beta/region"), since: "v1.17", use: subLabel("topology/region") },
  { label: subLabel("failure-domain.beta/zone"), since: "v1.17", use: subLabel("topology/zone") },
  { label: subLabel("beta/instance-type"), since: "v1.17", use: subLabel("node/instance-type") },
] as const satisfies readonly Deprecation[];

const deprecations: readonly Deprecation[] = [
  ...renamed,
  { label: subLabel("app/created-by"), since: "v1.9" },
  { label: subLabel("scheduler.alpha/preferAvoidPods"), since: "v1.22", use: "Taints and Tolerations" },
  { label: subLabel("node-role/master"), use: subLabel("node-role/control-plane") },
];

/** Warning texts by label, in the names of each vocabulary. */
const bound = new WeakMap<Vocabulary, ReadonlyMap<string, string>>();

/** Returns the warning text for a label. Undefined if the label is not deprecated. */
export function deprecatedLabelAdvice(key: string, vocabulary: Vocabulary): string | undefined {
  let advice = bound.get(vocabulary);
  if (!advice) {
    advice = new Map(deprecations.map((one) => [vocabulary.bind(one.label), adviceText(one, vocabulary)]));
    bound.set(vocabulary, advice);
  }
  return advice.get(key);
}

function adviceText({ since, use }: Deprecation, vocabulary: Vocabulary): string {
  const instead = typeof use === "string" ? use : use && `"${vocabulary.bind(use)}"`;
  const parts = [...(since ? [`deprecated since ${since}`] : []), ...(instead ? [`use ${instead} instead`] : [])];
  return parts.join("; ");
}

/** Whether `key` is the replacement of the renamed label `old`. */
export function isRenamed(old: string, key: string, vocabulary: Vocabulary): boolean {
  return renamed.some(({ label: from, use }) => vocabulary.bind(from) === old && vocabulary.bind(use) === key);
}

/** Whether the label was renamed. */
export function hasNewName(label: string, vocabulary: Vocabulary): boolean {
  return renamed.some(({ label: from }) => vocabulary.bind(from) === label);
}
