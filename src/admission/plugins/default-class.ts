/** Classes that are marked as the default of their cluster. */
import { compareText } from "../../base/compare-text.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { ApiObject } from "../../meta/object-meta.ts";

/**
 * Returns the name of the default class: the newest one that has a mark. If several are of the same second, it is the first by
 * name. Undefined if there is none.
 * @param marks annotations with the value `true`
 */
export function defaultClassOf(
  classes: readonly DeepReadonly<ApiObject>[],
  marks: readonly string[],
): string | undefined {
  const marked = classes.filter(({ metadata }) => marks.some((mark) => metadata.annotations?.[mark] === "true"));
  const createdMs = ({ metadata }: DeepReadonly<ApiObject>): number => Date.parse(metadata.creationTimestamp ?? "");
  const [first] = marked.toSorted(
    (one, other) =>
      createdMs(other) - createdMs(one) || compareText(one.metadata.name ?? "", other.metadata.name ?? ""),
  );
  return first?.metadata.name;
}
