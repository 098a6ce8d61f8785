/** Rules of a structural schema in the expression language. */
import { isJsonList, isJsonObject } from "../base/json-object.ts";

/** A rule that values of its schema must satisfy. The fields have the meaning of those of a `ValidationRule` of a definition. */
export interface SchemaRule {
  readonly rule: string;
  readonly message: string;
  readonly messageExpression: string;
  /** Undefined: `FieldValueInvalid`. */
  readonly reason: string | undefined;
  readonly fieldPath: string;
  /** Undefined if the definition does not say. */
  readonly optionalOldSelf: boolean | undefined;
}

const noRules: readonly SchemaRule[] = [];

/** Returns the rules in JSON. Members with a wrong type are ignored. */
export function readRules(json: unknown): readonly SchemaRule[] {
  if (!isJsonList(json) || json.length === 0) return noRules;
  return json.filter(isJsonObject).map((rule) => ({
    rule: textOf(rule["rule"]),
    message: textOf(rule["message"]),
    messageExpression: textOf(rule["messageExpression"]),
    reason: typeof rule["reason"] === "string" ? rule["reason"] : undefined,
    fieldPath: textOf(rule["fieldPath"]),
    optionalOldSelf: typeof rule["optionalOldSelf"] === "boolean" ? rule["optionalOldSelf"] : undefined,
  }));
}

function textOf(json: unknown): string {
  return typeof json === "string" ? json : "";
}
