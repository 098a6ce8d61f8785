/**
 * Converts CBOR to a tree in JSON, so that a difference has a location and values can be replaced. The tree shows the
 * encoding of each item: text strings, tags and floating point numbers differ from byte strings and integers. Members
 * are sorted, because the reference sends them in a random order. The reader shares no code with the server.
 */
import { readCborTrees } from "../test/support/cbor-items.ts";

const prefix = Buffer.from("d9d9f7", "hex");

/** Returns the tree of a document. Undefined if the bytes are not one document. */
export function cborTree(bytes: Buffer): unknown {
  if (!prefix.equals(bytes.subarray(0, prefix.length))) return undefined;
  const trees = cborFrames(bytes);
  return trees.length === 1 ? (trees[0] as { value: unknown }).value : undefined;
}

/** Returns the trees of the complete documents in a sequence. */
export function cborFrames(bytes: Buffer): readonly unknown[] {
  const trees: unknown[] = [];
  try {
    for (const tree of readCborTrees(bytes)) trees.push(tree);
  } catch (error) {
    // The last document is not complete yet.
    if (!(error instanceof RangeError)) throw error;
  }
  return trees;
}
