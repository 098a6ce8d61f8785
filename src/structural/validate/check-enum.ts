/** Lists of allowed values. */
import { equalJson } from "../../base/json-tree.ts";
import { notSupportedField } from "../../meta/field-error.ts";
import { goJson, shownValue } from "../shown-value.ts";
import { isInt64, toInt64 } from "./json-number.ts";
import type { ValueCheck } from "./run.ts";

/** Returns the check of allowed values; undefined if all values are allowed. Null is never one of them, as in the reference. */
export function enumCheck(values: readonly unknown[]): ValueCheck | undefined {
  if (values.length === 0) return undefined;
  const texts = new Set(values.filter((value) => typeof value === "string"));
  return (value, run) => {
    if (typeof value === "string" ? texts.has(value) : values.some((one) => isAllowed(one, value))) return;
    const supported = values.map((one) => (typeof one === "string" ? one : goJson(one)));
    const { type, value: shown, detail } = notSupportedField("", shownValue(value), supported);
    run.reportDetail(type, { value: shown, detail });
  };
}

/**
 * Whether the value equals an allowed one after a conversion to its type. As in the reference, 1.5 becomes the integer 1, and an
 * integer becomes the text of the character with this code.
 */
function isAllowed(allowed: unknown, value: unknown): boolean {
  if (allowed === null || value === null || value === undefined) return false;
  const isNumber = typeof value === "number" || typeof value === "bigint";
  if (typeof allowed === "string") return isNumber && isInt64(value) && characterOf(value) === allowed;
  if (isNumber && (typeof allowed === "number" || typeof allowed === "bigint")) {
    const converted = isInt64(allowed) && !isInt64(value) ? toInt64(Number(value)) : value;
    return equalJson(allowed, converted);
  }
  return equalJson(allowed, value);
}

const codePointMax = 0x10_ffff;

function characterOf(code: number | bigint): string {
  const isSurrogate = code >= 0xd800 && code < 0xe000;
  return code < 0 || code > codePointMax || isSurrogate ? "\ufffd" : String.fromCodePoint(Number(code));
}
