/** Errors of the rules of one schema node that need no compilation. */
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { type FieldError, invalidField, notSupportedField, requiredField } from "../../meta/field-error.ts";
import { trimGoSpace } from "../../meta/go-space.ts";
import { extension, type Vocabulary } from "../../meta/vocabulary.ts";
import { readRules, readStructuralSchema, type SchemaRule, type StructuralSchema } from "../../structural/index.ts";
import { errorPathOf } from "./rule-field-path.ts";

/** Extension of a schema that contains the rules about its values. */
export const ruleKeyword = extension("validations");

const reasons = ["FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"];

/**
 * Returns the errors of the texts of a node's rules. The reference counts them among the errors of the schema. They follow
 * the other errors of the node.
 * @param node the schema node as JSON, also below `allOf`, `not` and so on
 * @param path that of the node
 */
export function ruleTextErrors(node: ReadonlyJsonObject, path: string, vocabulary: Vocabulary): FieldError[] {
  const keyword = vocabulary.bind(ruleKeyword);
  let schema: StructuralSchema | undefined;
  const schemaOfNode = (): StructuralSchema => (schema ??= readStructuralSchema(node, vocabulary));
  return readRules(node[keyword]).flatMap((rule, index) => {
    const rulePath = `${path}.${keyword}[${index}]`;
    return [...textErrors(rule, rulePath), ...fieldPathErrors(rule, `${rulePath}.fieldPath`, schemaOfNode)];
  });
}

function* textErrors(rule: SchemaRule, path: string): Generator<FieldError> {
  const { messageExpression, reason } = rule;
  const fault = ruleOrMessageError(rule, path);
  if (fault) yield fault;
  if (messageExpression !== "" && trimGoSpace(messageExpression) === "") {
    yield requiredField(`${path}.messageExpression`, "messageExpression must be non-empty if specified");
  }
  if (reason !== undefined && !reasons.includes(reason)) yield notSupportedField(`${path}.reason`, reason, reasons);
}

function ruleOrMessageError({ rule, message }: SchemaRule, path: string): FieldError | undefined {
  const [shownRule, shownMessage] = [trimGoSpace(rule), trimGoSpace(message)];
  if (shownRule === "") return requiredField(`${path}.rule`, "rule is not specified");
  if (message !== "" && shownMessage === "") {
    return invalidField(`${path}.message`, message, "message must be non-empty if specified");
  }
  if (hasLineBreaks(shownMessage)) {
    return invalidField(`${path}.message`, message, "message must not contain line breaks");
  }
  if (hasLineBreaks(shownRule) && shownMessage === "") {
    return requiredField(`${path}.message`, "message must be specified if rule contains line breaks");
  }
  return undefined;
}

function* fieldPathErrors(
  { fieldPath }: SchemaRule,
  path: string,
  schema: () => StructuralSchema,
): Generator<FieldError> {
  if (fieldPath === "") return;
  const invalid = (why: string): FieldError => invalidField(path, fieldPath, `fieldPath must ${why}`);
  if (trimGoSpace(fieldPath) === "") yield invalid("be non-empty if specified");
  if (hasLineBreaks(fieldPath)) yield invalid("not contain line breaks");
  if (errorPathOf(fieldPath, schema()) === undefined) yield invalid("be a valid path");
}

function hasLineBreaks(text: string): boolean {
  return /[\n\r]/.test(text);
}
