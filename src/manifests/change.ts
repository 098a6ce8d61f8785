/** What brings an object from a removed version to a served one does, and what it tells. */
import type { Vocabulary } from "../meta/vocabulary.ts";
import { isUnset, type Tree } from "./tree.ts";

/** Something that whoever keeps the manifest should look at. */
export interface Note {
  /** `spec.selector`; empty: the object as a whole. */
  readonly path: string;
  /** The rest of the sentence. */
  readonly text: string;
}

export interface ChangeContext {
  readonly vocabulary: Vocabulary;
  /** `apps/v1beta1`, as it was written. */
  readonly from: string;
  note(path: string, text: string): void;
}

/** Changes the object in place. @throws ConversionError when there is no way */
export type Change = (object: Tree, context: ChangeContext) => void;

/** An object that has no form in the version that was asked for. The message is for whoever wrote it. */
export class ConversionError extends Error {
  override readonly name = "ConversionError";
}

/**
 * Writes down what an older version took where nothing was said, because the new one would take something else.
 * @param path of `tree`, for the note
 */
export function keepDefault(
  tree: Tree,
  name: string,
  { value, path, context }: { value: unknown; path: string; context: ChangeContext },
): void {
  if (!isUnset(tree[name])) return;
  tree[name] = value;
  context.note(
    `${path}.${name}`,
    `is set to ${JSON.stringify(value)}, which ${context.from} took where nothing was said`,
  );
}

/** Takes out a field that the new version does not have. */
export function dropField(tree: Tree | undefined, name: string, path: string, context: ChangeContext): void {
  if (!tree || !Object.hasOwn(tree, name)) return;
  delete tree[name];
  context.note(`${path}.${name}`, "is left out: there is no such field any more");
}
