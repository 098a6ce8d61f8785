/**
 * Empty lists and maps that a client has sent. Decoded objects leave them out, and so does the store. Until it stores an
 * object, the reference tells an empty list from none in a few comparisons, so the decoder notes where they were.
 */
import { cloneJson } from "../base/json-tree.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** Empty members of structs that the decoder has left out. */
const emptyMembers = new WeakMap<object, Record<string, unknown>>();
/** Decoded objects that hold such structs. */
const objectsWithEmptied = new WeakSet();

/** Notes a member that is left out because it is empty. */
export function noteEmptied(struct: object, name: string, value: unknown): void {
  const known = emptyMembers.get(struct);
  if (known) known[name] = value;
  else emptyMembers.set(struct, { [name]: value });
}

/** Notes that a decoded object holds structs with empty members. */
export function noteHolder(object: object): void {
  objectsWithEmptied.add(object);
}

/** Returns whether a decoded object has left out empty lists or maps. */
export function hasEmptied(object: object): boolean {
  return objectsWithEmptied.has(object);
}

/** Returns a copy of a decoded object that shares nothing with it and has left out the same members. */
export function cloneDecoded<T extends object>(object: T): T {
  const copy = cloneJson(object);
  if (hasEmptied(object)) {
    noteHolder(copy);
    copyNotes(object, copy);
  }
  return copy;
}

function copyNotes(from: unknown, to: unknown): void {
  if (typeof from !== "object" || from === null || typeof to !== "object" || to === null) return;
  const members = emptyMembers.get(from);
  if (members) emptyMembers.set(to, { ...members });
  for (const [name, value] of Object.entries(from)) copyNotes(value, (to as JsonObject)[name]);
}

/** Returns the value with the empty members that the decoder has left out of its structs. */
export function withEmptied(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withEmptied);
  const members = Object.entries(value).map(([name, member]) => [name, withEmptied(member)]);
  return { ...Object.fromEntries(members), ...emptyMembers.get(value) };
}
