/** Values as errors show them. */
import { compareText } from "../base/compare-text.ts";
import { isJsonList, isJsonObject } from "../base/json-object.ts";
import { GoText, goUntyped, type ShownValue } from "../meta/go-quote.ts";

/** Returns a value of a custom object for an error. Its lists and objects have elements of any type. */
export function shownValue(value: unknown): ShownValue {
  return typeof value === "object" && value !== null ? new GoText(goUntyped(value)) : (value as ShownValue);
}

/** Returns the JSON of a value as Go prints it: with sorted members, and `<`, `>` and `&` escaped. */
export function goJson(value: unknown): string {
  return compactJson(value).replaceAll(/[<>&\u2028\u2029]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function compactJson(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (isJsonList(value)) return `[${value.map(compactJson).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort(compareText);
  return `{${members.map((name) => `${JSON.stringify(name)}:${compactJson(value[name])}`).join(",")}}`;
}
