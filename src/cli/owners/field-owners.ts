/** The owners of an object's fields, read from `metadata.managedFields`, as a tree of field paths. */
import { parseExact } from "../../codec/index.ts";
import type { ManagedFieldsEntry } from "../../meta/object-meta.ts";

/** A field manager, described by its entry of managedFields. */
export interface Owner {
  readonly name: string;
  readonly operation: string;
  /** Empty for the object itself. */
  readonly subresource: string;
  readonly apiVersion: string;
  /** RFC 3339. Undefined if the entry has no time. */
  readonly time: string | undefined;
}

/** A field in the tree. */
export interface OwnedNode {
  /** Owners of the field itself, not of nested fields. */
  readonly owners: readonly Owner[];
  /** Nested fields, keyed by the path elements of `fieldsV1`, such as `f:name`. */
  readonly below: ReadonlyMap<string, OwnedNode>;
}

interface Builder extends OwnedNode {
  readonly owners: Owner[];
  readonly below: Map<string, Builder>;
}

/** Maximum depth. Objects are never this deep. */
const depthMax = 200;

/** Returns the owner that an entry of managedFields describes. */
export function ownerOf(entry: ManagedFieldsEntry): Owner {
  const { manager = "", operation = "", subresource = "", apiVersion = "", time } = entry;
  return { name: manager, operation, subresource, apiVersion, time };
}

/** Returns the merged tree of all entries. */
export function ownedFields(entries: readonly ManagedFieldsEntry[]): OwnedNode {
  const root: Builder = { owners: [], below: new Map() };
  for (const entry of entries) addFields(root, entry.fieldsV1, { owner: ownerOf(entry), depth: 0 });
  return root;
}

function addFields(node: Builder, fields: unknown, { owner, depth }: { owner: Owner; depth: number }): void {
  if (typeof fields !== "object" || fields === null || depth > depthMax) return;
  for (const [step, below] of Object.entries(fields)) {
    if (step === selfStep) continue;
    const next: Builder = node.below.get(step) ?? { owners: [], below: new Map() };
    node.below.set(step, next);
    const steps = Object.keys((below ?? {}) as object);
    // An owner of nested fields is shown at these instead of here.
    if (steps.every((one) => one === selfStep)) next.owners.push(owner);
    addFields(next, below, { owner, depth: depth + 1 });
  }
}

const selfStep = ".";

/** Returns the node of an object's member. */
export function nodeOfMember(node: OwnedNode | undefined, name: string): OwnedNode | undefined {
  return node?.below.get(`f:${name}`);
}

/** Returns the node of a list item, which is addressed by its keys, value or index. */
export function nodeOfItem(node: OwnedNode | undefined, item: unknown, index: number): OwnedNode | undefined {
  if (!node) return undefined;
  const found = [...node.below].find(([step]) => leadsTo(step, item, index));
  return found?.[1];
}

function leadsTo(step: string, item: unknown, index: number): boolean {
  const content = step.slice(2);
  switch (step.slice(0, 2)) {
    case "k:":
      return hasKeys(item, parsed(content));
    case "v:":
      return item === parsed(content);
    case "i:":
      return Number(content) === index;
    default:
      return false;
  }
}

function hasKeys(item: unknown, keys: unknown): boolean {
  if (typeof item !== "object" || item === null || typeof keys !== "object" || keys === null) return false;
  return Object.entries(keys).every(([name, value]) => (item as Readonly<Record<string, unknown>>)[name] === value);
}

/** Returns undefined for invalid JSON. Such a path element matches no item. */
function parsed(text: string): unknown {
  try {
    return parseExact(text).value;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
