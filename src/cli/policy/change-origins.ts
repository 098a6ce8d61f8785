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
  /** The object as a server without plugins returns it. Undefined if this program does not know the type. */
  readonly completed: Tree | undefined;
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
  const [storedValues, completedValues] = [stored, completed].map((other) => valuesByPath(sent, other));
  return fieldChanges(sent, result)
    .filter(({ path }) => !isBelow(path, ownersPath))
    .map((change) => {
      const isAs = (values: ReadonlyMap<string, unknown> | undefined): boolean =>
        values?.has(change.path) === true && equalJson(values.get(change.path), change.result);
      const origin = writtenMetadata.includes(change.path)
        ? "every write"
        : isAs(completedValues)
          ? change.change === "added"
            ? "default of the type"
            : "canonical form of the type"
          : isAs(storedValues)
            ? "kept from the stored object"
            : pluginOf(change);
      return { ...change, by: origin };
    });
}

function isBelow(path: string, parent: string): boolean {
  return path.startsWith(parent) && ["", ".", "["].includes(path.slice(parent.length, parent.length + 1));
}

/** Returns the values that another object has in fields in which it differs from the object that was sent. */
function valuesByPath(sent: Tree, other: Tree | undefined): ReadonlyMap<string, unknown> {
  return new Map(other ? fieldChanges(sent, other).map(({ path, result }) => [path, result]) : []);
}

function pluginOf({ path, result }: ChangedField): string {
  const plugin = typeof result === "string" ? pluginNote.exec(result)?.groups?.["plugin"] : undefined;
  return path.startsWith("metadata.annotations") && plugin !== undefined ? plugin : "changed by the server";
}
