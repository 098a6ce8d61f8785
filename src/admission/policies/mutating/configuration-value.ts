/** From values of expressions to the configurations that they apply. The values are those of the reference in Go. */

import { setOwn } from "../../../base/own-property.ts";
import { PatchedObjectValue } from "../../../cel/admission/index.ts";
import {
  ArrayListValue,
  ConcatenatedListValue,
  Duration,
  EntryMapValue,
  formatKey,
  ListValue,
  MapValue,
  ObjectValue,
  OpaqueValue,
  OptionalValue,
  runtimeTypeName,
  Timestamp,
  TypeValue,
  toJson,
  toText,
  typeOfValue,
  Uint,
  type Value,
} from "../../../cel/index.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import { ForeignValue } from "../../../ownership/index.ts";
import { MutationFault } from "./mutation-fault.ts";
import { opaqueNames } from "./opaque-value.ts";

/** Object with the fields that an expression applies. Its members are JSON, or `ForeignValue`s, which no schema accepts. */
export type AppliedConfiguration = Record<string, unknown>;

/** Returns the configuration that an object describes. @throws MutationFault if a map has a key that is no text */
export function configurationOf({ fields }: PatchedObjectValue): AppliedConfiguration {
  const configuration: AppliedConfiguration = {};
  for (const [name, value] of fields) setOwn(configuration, name, memberOf(value));
  return configuration;
}

/** As in the reference, lists and maps of literals become JSON only if they are the value of a field. */
function memberOf(value: Value): unknown {
  if (value instanceof ArrayListValue) return [...value].map(nestedValue);
  if (!(value instanceof EntryMapValue)) return nestedValue(value);
  const members: AppliedConfiguration = {};
  for (const key of value.keys()) {
    if (typeof key !== "string") throw new MutationFault("invalid return type: *dynamic.ObjectVal");
    setOwn(members, key, nestedValue(value.get(key) ?? null));
  }
  return members;
}

function nestedValue(value: Value): unknown {
  if (value instanceof PatchedObjectValue) return configurationOf(value);
  if (value instanceof ConcatenatedListValue) return [...value].map(nestedValue);
  if (value instanceof OptionalValue) return value.value === undefined ? null : nestedValue(value.value);
  if (value instanceof TypeValue) return runtimeTypeName(value.type);
  return foreignValue(value) ?? jsonOf(value);
}

/** Returns JSON data. Its decoder expects that integers are bigints only if numbers do not hold them. */
function jsonOf(value: Value): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (value instanceof ListValue) return [...value].map(jsonOf);
  if (!(value instanceof MapValue)) return toJson(value);
  const members: AppliedConfiguration = {};
  for (const key of value.keys()) setOwn(members, formatKey(key), jsonOf(value.get(key) ?? null));
  return members;
}

/** Returns a value that is no JSON in Go. Undefined for other values. */
function foreignValue(value: Value): ForeignValue | undefined {
  if (value === null) return foreign("structpb.NullValue", "0", "NULL_VALUE");
  if (value instanceof Uint) return foreign("uint64", `0x${value.value.toString(16)}`, String(value.value));
  if (value instanceof Duration) return foreign("time.Duration", String(value.nanos), toText(value));
  if (value instanceof Timestamp) return foreign("time.Time", goTimeSyntax(value), goTimeText(value));
  if (value instanceof Uint8Array) return foreign("[]uint8", goBytes(value), `[${value.join(" ")}]`);
  if (value instanceof ArrayListValue) {
    const items = [...value];
    return foreign(
      "[]ref.Val",
      `[]ref.Val{${items.map(itemSyntax).join(", ")}}`,
      `[${items.map(formatKey).join(" ")}]`,
    );
  }
  if (value instanceof EntryMapValue) {
    const entries = [...value.keys()].map((key) => [key, value.get(key) ?? null] as const);
    const syntax = entries.map(([key, member]) => `${itemSyntax(key)}:${itemSyntax(member)}`).join(", ");
    const text = entries.map(([key, member]) => `${formatKey(key)}:${formatKey(member)}`).join(" ");
    return foreign("map[ref.Val]ref.Val", `map[ref.Val]ref.Val{${syntax}}`, `map[${text}]`);
  }
  if (value instanceof OpaqueValue) {
    const { goType } = opaqueNames(value);
    return foreign(goType, `(${goType})(${value.toString()})`, value.toString());
  }
  if (value instanceof ObjectValue) return foreign("ref.Val", runtimeTypeName(typeOfValue(value)), toText(value));
  return undefined;
}

function foreign(type: string, syntax: string, text: string): ForeignValue {
  return new ForeignValue({ type, syntax, text });
}

function itemSyntax(value: Value): string {
  return typeof value === "string" ? goQuote(value) : formatKey(value);
}

function goBytes(bytes: Uint8Array): string {
  return `[]uint8{${[...bytes].map((byte) => `0x${byte.toString(16)}`).join(", ")}}`;
}

function goTimeSyntax({ seconds, nanos }: Timestamp): string {
  const date = new Date(seconds * 1000);
  const month = date.toLocaleString("en-US", { month: "long", timeZone: "UTC" });
  const clock = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds(), nanos].join(", ");
  return `time.Date(${date.getUTCFullYear()}, time.${month}, ${date.getUTCDate()}, ${clock}, time.UTC)`;
}

function goTimeText({ seconds, nanos }: Timestamp): string {
  const [text = ""] = new Date(seconds * 1000).toISOString().split(".");
  const fraction = nanos === 0 ? "" : `.${withoutTrailingZeros(String(nanos).padStart(9, "0"))}`;
  return `${text.replace("T", " ")}${fraction} +0000 UTC`;
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}
