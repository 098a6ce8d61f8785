/**
 * Records of values that a client sent in another form than the decoded object has: empty lists and maps, which the
 * object omits, and quantities such as `1000m`. A few comparisons of the reference use the form that was sent, so the
 * decoder records it.
 */
import type { ReadonlyJsonObject } from "../base/json-object.ts";
import { cloneJson } from "../base/json-tree.ts";
import { setOwn } from "../base/own-property.ts";

/** For each struct or map, the members in the form in which the client sent them. */
const sentForms = new WeakMap<object, Record<string, unknown>>();
/** Decoded objects that contain such structs or maps. */
const objectsWithSentForms = new WeakSet();

/** Records a member that the decoded struct or map omits or has in another form. */
export function noteSentForm(struct: object, name: string, value: unknown): void {
  const known = sentForms.get(struct);
  if (known) setOwn(known, name, value);
  else sentForms.set(struct, { [name]: value });
}

/** Records that a decoded object contains members in another form than sent. */
export function markSentForms(object: object): void {
  objectsWithSentForms.add(object);
}

/** Whether a decoded object contains members that the client sent in another form. */
export function hasSentForms(object: object): boolean {
  return objectsWithSentForms.has(object);
}

/** Returns a deep copy of a decoded object, with the same records about sent forms. */
export function cloneDecoded<T extends object>(object: T): T {
  const copy = cloneJson(object);
  copyAllSentForms(object, copy);
  return copy;
}

/** Copies the records about sent forms from a decoded object to its copy, or to the result of its conversion. */
export function copyAllSentForms(from: object, to: object): void {
  if (!hasSentForms(from)) return;
  markSentForms(to);
  copyRecords(from, to);
}

/** Copies the records about the members of one struct. */
export function copySentForms(from: object, to: object): void {
  const members = sentForms.get(from);
  if (members) sentForms.set(to, { ...members });
}

function copyRecords(from: unknown, to: unknown): void {
  if (typeof from !== "object" || from === null || typeof to !== "object" || to === null) return;
  copySentForms(from, to);
  for (const [name, value] of Object.entries(from)) copyRecords(value, (to as ReadonlyJsonObject)[name]);
}

/**
 * Returns a copy of the value in which these members have the form that the client sent. A default that replaced an
 * empty list or map is kept.
 */
export function withSentForms(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withSentForms);
  const members = Object.entries(value).map(([name, member]) => [name, withSentForms(member)]);
  const sent = Object.entries(sentForms.get(value) ?? {}).filter(
    ([name, form]) => typeof form !== "object" || !Object.hasOwn(value, name),
  );
  return Object.fromEntries([...members, ...sent]);
}

/** Whether the client sent an empty list or map as this member, which the decoded struct omits. */
export function isSentEmpty(struct: object, name: string): boolean {
  const sent = sentForms.get(struct);
  return sent !== undefined && Object.hasOwn(sent, name) && (struct as ReadonlyJsonObject)[name] === undefined;
}
