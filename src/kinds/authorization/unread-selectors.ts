/** Malformed selectors of access reviews. They are ignored, so that the decision applies to all objects. */
import type { FieldSelectorRequirement, LabelSelectorRequirement, ResourceAttributes } from "../../api/index.ts";
import { parseFieldSelector } from "../../meta/field-selector.ts";
import { fromLabelSelector, parseLabelSelector } from "../../meta/label-selector.ts";
import { ParseError } from "../../meta/parse-error.ts";

/** Returns the messages about malformed selectors. Empty if all are valid. */
export function unreadSelectors(attributes: ResourceAttributes | null | undefined): readonly string[] {
  const { fieldSelector, labelSelector } = attributes ?? {};
  return [
    ...messagesAbout("fieldSelector", fieldSelector, { read: parseFieldSelector, readOne: readFieldRequirement }),
    ...messagesAbout("labelSelector", labelSelector, { read: parseLabelSelector, readOne: readLabelRequirement }),
  ];
}

/** Parsers of a selector in text form and of a single requirement. Both throw a ParseError. */
interface Readers<R> {
  readonly read: (selector: string) => unknown;
  readonly readOne: (requirement: R) => unknown;
}

function messagesAbout<R>(
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

/** Parses a requirement. Field selectors only support equality with one value. */
function readFieldRequirement({ operator, values = [] }: FieldSelectorRequirement): void {
  const isRead = (operator === "In" || operator === "NotIn") && values.length === 1;
  if (!isRead) throw new ParseError(`${operator} is no comparison of a field with one value`);
}
