/** Tolerations of Pods. */
import type { Pod, Toleration } from "../../../api/index.ts";
import { equalJson } from "../../../base/json-tree.ts";

/** Adds a toleration to a Pod. It replaces those that tolerate the same taint for another time. */
export function addToleration({ spec }: Pod, added: Toleration): void {
  if (!spec) return;
  const { tolerations = [] } = spec;
  const isReplaced = tolerations.some((one) => toleratesSame(one, added));
  spec.tolerations = isReplaced
    ? tolerations.map((one) => (toleratesSame(one, added) ? added : one))
    : [...tolerations, added];
}

function toleratesSame(one: Toleration, other: Toleration): boolean {
  const taint = ({ key, operator, value, effect }: Toleration): readonly string[] =>
    [key, operator, value, effect].map((part) => part ?? "");
  return equalJson(taint(one), taint(other));
}
