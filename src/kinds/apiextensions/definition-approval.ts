/** Approval of types in the product's own groups. An annotation of the definition records it. */
import type { CustomResourceDefinition } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { type FieldError, invalidField, requiredField } from "../../meta/field-error.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { goUrlFault, splitGoUrl } from "../../meta/go-url.ts";
import { group, label } from "../../meta/vocabulary.ts";
import type { HookContext } from "../../schema/index.ts";

/** The vocabulary, from which names are bound. */
export type VocabularyContext = Pick<HookContext, "vocabulary">;

/** State of the annotation. */
export type Approval = "not needed" | "missing" | "approved" | "bypassed" | "unreadable";

interface ApprovalState {
  readonly approval: Approval;
  readonly key: string;
  readonly value: string;
}

function approvalOf(
  { metadata, spec }: DeepReadonly<CustomResourceDefinition>,
  { vocabulary }: VocabularyContext,
): ApprovalState {
  const [domain = ""] = vocabulary.bind(label("any")).split("/");
  const domains = [domain, vocabulary.bind(group("any")).replace("any.", "")];
  const key = `api-approved.${domain}`;
  const value = metadata.annotations?.[key] ?? "";
  const isProtected = domains.some((one) => spec.group === one || spec.group.endsWith(`.${one}`));
  if (!isProtected) return { approval: "not needed", key, value };
  if (value === "") return { approval: "missing", key, value };
  if (value.startsWith("unapproved")) return { approval: "bypassed", key, value };
  return { approval: isUrl(value) ? "approved" : "unreadable", key, value };
}

function isUrl(text: string): boolean {
  // The reference reads a fragment as a part of the path.
  const url = text.replaceAll("#", "%23");
  const { scheme, host } = splitGoUrl(url);
  return goUrlFault(url) === undefined && scheme !== "" && host !== "";
}

/** Returns the state of the annotation, and what to say about it. */
export function approvalReason(
  definition: DeepReadonly<CustomResourceDefinition>,
  context: VocabularyContext,
): { readonly approval: Approval; readonly message: string } {
  const { approval, key, value } = approvalOf(definition, context);
  return { approval, message: messageOf({ approval, key, value }) };
}

function messageOf({ approval, key, value }: ApprovalState): string {
  const rule = `protected groups must have approval annotation ${goQuote(key)}`;
  const where = "see https://github.com/kubernetes/enhancements/pull/1111";
  switch (approval) {
    case "not needed":
      return "";
    case "missing":
      return `${rule}, ${where}`;
    case "approved":
      return `approved in ${value}`;
    case "bypassed":
      return `not approved: ${goQuote(value)}`;
    case "unreadable":
      return `${rule} with either a URL or a reason starting with "unapproved", ${where}`;
  }
}

/**
 * Returns the error of an approval that is missing or cannot be read. An update may keep it.
 * @param old undefined on create
 */
export function approvalErrors(
  definition: CustomResourceDefinition,
  old: DeepReadonly<CustomResourceDefinition> | undefined,
  context: VocabularyContext,
): FieldError[] {
  const state = approvalOf(definition, context);
  if (old && approvalOf(old, context).approval === state.approval) return [];
  const path = `metadata.annotations[${state.key}]`;
  if (state.approval === "missing") return [requiredField(path, messageOf(state))];
  return state.approval === "unreadable" ? [invalidField(path, state.value, messageOf(state))] : [];
}
