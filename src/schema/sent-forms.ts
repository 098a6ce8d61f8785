/**
 * Values of a client that a decoded object, like the store, has in another form: empty lists and maps, which the object leaves
 * out, and quantities such as `1000m`. Until it stores an object, the reference tells them from the stored form in a few
 * comparisons, so the decoder notes them.
 */
import { cloneJson } from "../base/json-tree.ts";
import { setOwn } from "../base/own-property.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** Members of structs and maps as the client has sent them. */
const sentForms = new WeakMap<object, Record<string, unknown>>();
/** Decoded objects that hold such structs. */
const objectsWithSentForms = new WeakSet();

/** Notes a member that the decoded struct or map leaves out or has in another form. */
export function noteSentForm(struct: object, name: string, value: unknown): void {
  const known = sentForms.get(struct);
  if (known) setOwn(known, name, value);
  else sentForms.set(struct, { [name]: value });
}

/** Notes that a decoded object holds such members. */
export function noteHolder(object: object): void {
  objectsWithSentForms.add(object);
}

/** Returns whether a decoded object has members in another form than the client. */
export function hasSentForms(object: object): boolean {
  return objectsWithSentForms.has(object);
}

/** Returns a copy of a decoded object that shares nothing with it and has the same members in another form. */
export function cloneDecoded<T extends object>(object: T): T {
  const copy = cloneJson(object);
  noteSameForms(object, copy);
  return copy;
}

/** Notes the members that a decoded object has in another form for a copy, or for what conversions have made of the object. */
export function noteSameForms(from: object, to: object): void {
  if (!hasSentForms(from)) return;
  noteHolder(to);
  copyNotes(from, to);
}

/** Notes the same members for another form of a struct. */
export function copySentForms(from: object, to: object): void {
  const members = sentForms.get(from);
  if (members) sentForms.set(to, { ...members });
}

function copyNotes(from: unknown, to: unknown): void {
  if (typeof from !== "object" || from === null || typeof to !== "object" || to === null) return;
  copySentForms(from, to);
  for (const [name, value] of Object.entries(from)) copyNotes(value, (to as JsonObject)[name]);
}

/** Returns the value with these members as the client has sent them. A default in the place of an empty list or map stays. */
export function withSentForms(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withSentForms);
  const members = Object.entries(value).map(([name, member]) => [name, withSentForms(member)]);
  const sent = Object.entries(sentForms.get(value) ?? {}).filter(
    ([name, form]) => typeof form !== "object" || !Object.hasOwn(value, name),
  );
  return Object.fromEntries([...members, ...sent]);
}

/** Returns whether the client has sent an empty list or map as this member, which the decoded struct leaves out. */
export function isSentEmpty(struct: object, name: string): boolean {
  const sent = sentForms.get(struct);
  return sent !== undefined && Object.hasOwn(sent, name) && (struct as JsonObject)[name] === undefined;
}
