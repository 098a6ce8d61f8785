/** Why a server returns other fields than a client sends, as far as a client can find out. */

import { equalJson } from "../../base/json-tree.ts";
import type { Tree } from "../../manifests/index.ts";
import { type ChangedField, fieldChanges } from "./field-changes.ts";

/** A change with its origin. */
export interface ExplainedChange extends ChangedField {
  readonly by: string;
}

/** Objects with which the result is compared. */
export interface ComparedObjects {
  readonly sent: Tree;
  readonly result: Tree;
  /** The object before an update. */
  readonly stored: Tree | undefined;
  readonly completed: CompletedObjects;
}

/** The object as servers of this program return it. */
export interface CompletedObjects {
  /** Undefined if this program does not know the type, or rejects the object. */
  readonly withoutPlugins: Tree | undefined;
  /** Results with one plugin or policy, by a text such as `the plugin Priority`. */
  readonly byOrigin: ReadonlyMap<string, Tree>;
}

/** Metadata that a server sets in every write. */
const writtenMetadata = ["uid", "creationTimestamp", "generation", "resourceVersion", "selfLink"].map(
  (name) => `metadata.${name}`,
);
/** Paths of lists that describe the write itself. */
const ownersPath = "metadata.managedFields";
/** An annotation in which a plugin describes its changes. */
const pluginNote = /^(?<plugin>\w+) plugin set: /;

/** Returns the fields that the server has changed. The owners of fields are left out. */
export function explainedChanges({ sent, result, stored, completed }: ComparedObjects): readonly ExplainedChange[] {
  const origins = originsOf(sent, stored, completed);
  return fieldChanges(sent, result)
    .filter(({ path }) => !isBelow(path, ownersPath))
    .map((change) => ({ ...change, by: originOf(change, origins) }));
}

/** An origin, and the values that it gives to fields. */
interface Origin {
  readonly added: string;
  /** Name of the origin of a value that replaces another one. */
  readonly changed: string;
  readonly values: ReadonlyMap<string, unknown>;
}

/** Returns the possible origins, the most probable one first. */
function originsOf(sent: Tree, stored: Tree | undefined, completed: CompletedObjects): readonly Origin[] {
  const origin = (added: string, other: Tree | undefined, changed = added): Origin => ({
    added,
    changed,
    values: new Map(other ? fieldChanges(sent, other).map(({ path, result }) => [path, result]) : []),
  });
  return [
    origin("default of the type", completed.withoutPlugins, "canonical form of the type"),
    origin("kept from the stored object", stored),
    ...[...completed.byOrigin].map(([title, other]) => origin(`as ${title} sets it`, other)),
  ];
}

function originOf(field: ChangedField, origins: readonly Origin[]): string {
  const { path, change, result } = field;
  if (writtenMetadata.includes(path)) return "every write";
  const plugin = pluginOf(field);
  if (plugin !== undefined) return plugin;
  const found = origins.find(({ values }) => values.has(path) && equalJson(values.get(path), result));
  if (found) return change === "added" ? found.added : found.changed;
  return "changed by the server";
}

function isBelow(path: string, parent: string): boolean {
  return path.startsWith(parent) && ["", ".", "["].includes(path.slice(parent.length, parent.length + 1));
}

/** Returns the plugin that describes its changes in this annotation. Undefined for other fields. */
function pluginOf({ path, result }: ChangedField): string | undefined {
  if (!path.startsWith("metadata.annotations") || typeof result !== "string") return undefined;
  return pluginNote.exec(result)?.groups?.["plugin"];
}
