/** Changes that convert an object of a removed version to a served one, and the notes about them. */
import type { Vocabulary } from "../meta/vocabulary.ts";
import { isUnset, type Tree } from "./tree.ts";

/** A change that the author of the manifest should review. */
export interface Note {
  /** Path of the field, such as `spec.selector`. Empty for the object as a whole. */
  readonly path: string;
  /** Text that continues a sentence that begins with the path. */
  readonly text: string;
}

/** The vocabulary and version of the object, and where to report notes. */
export interface ChangeContext {
  readonly vocabulary: Vocabulary;
  /** The apiVersion of the object as it was written, such as `apps/v1beta1`. */
  readonly from: string;
  note(path: string, text: string): void;
}

/** Changes an object in place. @throws ConversionError if it cannot be converted */
export type ManifestChange = (object: Tree, context: ChangeContext) => void;

/** The object has no equivalent in the requested version. The message is for the author of the manifest. */
export class ConversionError extends Error {
  override readonly name = "ConversionError";
}

/**
 * Sets a field to the old version's default, because the new version has another default.
 * @param tree the object that contains the field
 * @param options `path` is the path of `tree`, for the note
 */
export function keepDefault(
  tree: Tree,
  name: string,
  { value, path, context }: { value: unknown; path: string; context: ChangeContext },
): void {
  if (!isUnset(tree[name])) return;
  tree[name] = value;
  context.note(`${path}.${name}`, `is set to ${JSON.stringify(value)}, the default of ${context.from}`);
}

/** Removes a field that the new version lacks. */
export function dropField(tree: Tree | undefined, name: string, path: string, context: ChangeContext): void {
  if (!tree || !Object.hasOwn(tree, name)) return;
  delete tree[name];
  context.note(`${path}.${name}`, "is removed: this version has no such field");
}
