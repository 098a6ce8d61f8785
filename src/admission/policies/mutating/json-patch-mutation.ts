/** Mutations by a JSON patch that an expression makes. */
import { setOwn } from "../../../base/own-property.ts";
import { JsonPatchValue, PatchedObjectValue } from "../../../cel/admission/index.ts";
import {
  ListValue,
  MapValue,
  OpaqueValue,
  OptionalValue,
  runtimeTypeName,
  TypeValue,
  toJson,
  typeOfValue,
  Uint,
  type Value,
} from "../../../cel/index.ts";
import type { ApiObject } from "../../../meta/object-meta.ts";
import { ForeignValue } from "../../../ownership/index.ts";
import { applyJsonPatchChanges, type JsonPatchChange, PatchError } from "../../../patch/index.ts";
import { type MutatedObject, requireRequestVersion } from "./apply-configuration.ts";
import { type AppliedConfiguration, configurationOf } from "./configuration-value.ts";
import { MutationFault } from "./mutation-fault.ts";
import { opaqueNames } from "./opaque-value.ts";
import { requireTypeNames } from "./type-names.ts";

/**
 * Returns the object with the patch, in canonical form and with defaults. A patch whose test fails changes nothing.
 * @throws MutationFault; StatusError 500 if the result does not match its type
 */
export function applyJsonPatchMutation(value: Value, mutated: MutatedObject): ApiObject {
  const { object, documents } = mutated;
  if (!(value instanceof ListValue)) throw notPatch;
  const changes = [...value].map(changeOf);
  try {
    const result = applyJsonPatchChanges(object, changes);
    const completed = result === undefined ? object : documents.completeStrictly(result);
    requireRequestVersion(mutated);
    return completed;
  } catch (error) {
    if (error instanceof PatchError) throw new MutationFault(`JSON Patch: ${error.message}`, { cause: error });
    throw error;
  }
}

const notPatch = new MutationFault("type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch");

function changeOf(operation: Value): JsonPatchChange {
  if (!(operation instanceof JsonPatchValue)) throw notPatch;
  const { texts, value } = operation;
  if (value === undefined) return { ...texts, value: undefined };
  if (value instanceof PatchedObjectValue) requireTypeNames(value);
  return { ...texts, value: jsonOf(value) };
}

/** Returns a value as the reference writes it in JSON. @throws MutationFault */
function jsonOf(value: Value): unknown {
  if (typeof value === "bigint") return jsonInteger(value);
  if (value instanceof Uint) return jsonInteger(value.value);
  if (value instanceof ListValue) return [...value].map(jsonOf);
  if (value instanceof MapValue) return jsonMap(value);
  if (value instanceof PatchedObjectValue) return jsonConfiguration(configurationOf(value));
  if (value instanceof OptionalValue) {
    if (value.value === undefined) throw unmarshalable("optional.none() dereference");
    return jsonOf(value.value);
  }
  if (value instanceof JsonPatchValue) throw unmarshalable("cannot convert to native type: *structpb.Value");
  if (value instanceof TypeValue) throw unmarshalable("type conversion not supported for 'type'");
  if (value instanceof OpaqueValue) {
    throw unmarshalable(`type conversion error from '${opaqueNames(value).converted}' to '*structpb.Value'`);
  }
  return typeof value === "number" ? jsonNumber(value, "Value") : toJson(value);
}

/** An integer that a double does not hold exactly is written as a text. */
function jsonInteger(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** @throws MutationFault for infinite values and NaN */
function jsonNumber(value: number, encodedType: "Value" | "Struct"): number {
  if (Number.isFinite(value)) return value;
  const text = Number.isNaN(value) ? "NaN" : `${value > 0 ? "+" : "-"}Inf`;
  const attempt = `error calling MarshalJSON for type *structpb.${encodedType}`;
  throw unmarshalable(`json: ${attempt}: proto: google.protobuf.Value.number_value: invalid ${text} value`);
}

function jsonMap(map: MapValue): object {
  const members: AppliedConfiguration = {};
  for (const key of map.keys()) {
    if (typeof key !== "string") {
      throw unmarshalable(`unsupported type conversion from '${runtimeTypeName(typeOfValue(key))}' to string`);
    }
    setOwn(members, key, jsonOf(map.get(key) ?? null));
  }
  return members;
}

/** In the reference, all numbers in an object are doubles. @throws MutationFault for a value that is no JSON */
function jsonConfiguration(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "number") return jsonNumber(value, "Struct");
  if (value instanceof ForeignValue) throw unmarshalable(`proto: invalid type: ${value.prints.type}`);
  if (Array.isArray(value)) return value.map(jsonConfiguration);
  if (typeof value !== "object" || value === null) return value;
  const members: AppliedConfiguration = {};
  for (const [name, member] of Object.entries(value)) setOwn(members, name, jsonConfiguration(member));
  return members;
}

function unmarshalable(why: string): MutationFault {
  return new MutationFault(`JSONPath valueExpression evaluated to a type that could not marshal to JSON: ${why}`);
}
