/** Selectors of a question that cannot be read. They are left out, so that what is decided holds for more than was asked. */
import type { FieldSelectorRequirement, LabelSelectorRequirement, ResourceAttributes } from "../../api/index.ts";
import { parseFieldSelector } from "../../meta/field-selector.ts";
import { fromLabelSelector, parseLabelSelector } from "../../meta/label-selector.ts";
import { ParseError } from "../../meta/parse-error.ts";

/** What the answer says about them; nothing when all can be read. */
export function unreadSelectors(asked: ResourceAttributes | null | undefined): readonly string[] {
  const { fieldSelector, labelSelector } = asked ?? {};
  return [
    ...complaints("fieldSelector", fieldSelector, { read: parseFieldSelector, readOne: readFieldRequirement }),
    ...complaints("labelSelector", labelSelector, { read: parseLabelSelector, readOne: readLabelRequirement }),
  ];
}

/** Both throw a ParseError. */
interface Readers<R> {
  readonly read: (selector: string) => unknown;
  readonly readOne: (requirement: R) => unknown;
}

function complaints<R>(
  name: string,
  selector: { readonly rawSelector?: string; readonly requirements?: readonly R[] } | null | undefined,
  { read, readOne }: Readers<R>,
): readonly string[] {
  const { rawSelector = "", requirements = [] } = selector ?? {};
  const unread = requirements.filter((requirement) => !isReadable(() => readOne(requirement)));
  const isRawUnread = rawSelector !== "" && !isReadable(() => read(rawSelector));
  if (unread.length === 0 && !isRawUnread) return [];
  const part = unread.length < requirements.length ? "partially " : "";
  return [`spec.resourceAttributes.${name} ${part}ignored due to parse error`];
}

function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}

function readLabelRequirement(requirement: LabelSelectorRequirement): void {
  fromLabelSelector({ matchExpressions: [requirement] });
}

/** Field selectors know equality alone. */
function readFieldRequirement({ operator, values = [] }: FieldSelectorRequirement): void {
  const isRead = (operator === "In" || operator === "NotIn") && values.length === 1;
  if (!isRead) throw new ParseError(`${operator} is no comparison of a field with one value`);
}
