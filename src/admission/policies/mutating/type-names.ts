/** Checks that the types in an object literal are named after the fields that contain their values. */
import { PatchedObjectValue } from "../../../cel/admission/index.ts";
import { ArrayListValue, EntryMapValue, type Value } from "../../../cel/index.ts";
import { MutationFault } from "./mutation-fault.ts";

/** Checks the names of all types in an object. @throws MutationFault that contains all wrong ones */
export function requireTypeNames(value: PatchedObjectValue): void {
  const faults = [...faultsOf(value, value.type.name)];
  if (faults.length > 0) throw new MutationFault(`type mismatch: ${faults.join("\n")}`);
}

function* faultsOf(value: Value, expected: string): Generator<string> {
  if (value instanceof PatchedObjectValue) {
    const { name } = value.type;
    if (name !== expected) {
      const rule = "which matches field name path from root Object type";
      yield `unexpected type name ${JSON.stringify(name)}, expected ${JSON.stringify(expected)}, ${rule}`;
    }
    for (const [field, member] of value.fields) yield* faultsOf(member, `${expected}.${field}`);
  }
  if (value instanceof ArrayListValue) for (const item of value) yield* faultsOf(item, expected);
  if (value instanceof EntryMapValue) {
    for (const key of value.keys()) yield* faultsOf(value.get(key) ?? null, expected);
  }
}
