/** Who owns which fields of an object, as `metadata.managedFields` say: a tree of the steps that lead to fields. */
import { parseExact } from "../../codec/index.ts";
import type { ManagedFieldsEntry } from "../../meta/object-meta.ts";

/** One entry of managedFields. */
export interface Owner {
  readonly name: string;
  readonly operation: string;
  /** Empty: the object itself. */
  readonly subresource: string;
  readonly apiVersion: string;
  /** RFC 3339. */
  readonly time: string | undefined;
}

/** A place in the object, and who owns something there or below. */
export interface OwnedNode {
  /** Of the field itself, nothing below. */
  readonly owners: readonly Owner[];
  /** By steps as `fieldsV1` writes them. */
  readonly below: ReadonlyMap<string, OwnedNode>;
}

interface Builder extends OwnedNode {
  readonly owners: Owner[];
  readonly below: Map<string, Builder>;
}

/** Deeper than any object is. */
const depthMax = 200;

export function ownerOf(entry: ManagedFieldsEntry): Owner {
  const { manager = "", operation = "", subresource = "", apiVersion = "", time } = entry;
  return { name: manager, operation, subresource, apiVersion, time };
}

/** The trees of all entries together. */
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
    // What is owned together with fields below it is shown by these.
    if (steps.every((one) => one === selfStep)) next.owners.push(owner);
    addFields(next, below, { owner, depth: depth + 1 });
  }
}

const selfStep = ".";

/** The place that a member of an object leads to. */
export function nodeOfMember(node: OwnedNode | undefined, name: string): OwnedNode | undefined {
  return node?.below.get(`f:${name}`);
}

/** The place of an item: by its keys, its value or its position. */
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

/** Undefined for what is no JSON: then it leads nowhere. */
function parsed(text: string): unknown {
  try {
    return parseExact(text).value;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
