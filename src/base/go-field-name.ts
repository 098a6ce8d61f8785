/** Names of members as Go's JSON decoder compares them with the fields of a struct. */
import { getOwn } from "./own-property.ts";

/** Whether the decoder reads a member with this key into the field `name`. It ignores the case of letters. */
export function isFieldName(key: string, name: string): boolean {
  return key === name || (key.length === name.length && foldCase(key) === foldCase(name));
}

/** The decoder counts the Kelvin sign as `k`, and the long s as `s`. Other letters beyond ASCII equal no letter of a field. */
function foldCase(text: string): string {
  return text.toLowerCase().replaceAll("ſ", "s");
}

/**
 * Returns the members of an object that the decoder reads into the fields of a struct, by the names of the fields. If
 * several keys are spellings of one name, the last one counts.
 */
export function goFields<N extends string>(
  object: Readonly<Record<string, unknown>>,
  names: readonly N[],
): Partial<Readonly<Record<N, unknown>>> {
  const fields: Partial<Record<N, unknown>> = {};
  for (const key of Object.keys(object)) {
    const name = names.find((one) => isFieldName(key, one));
    if (name !== undefined) fields[name] = getOwn(object, key);
  }
  return fields;
}
