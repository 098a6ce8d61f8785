/** Reads objects with every field set, most of them to meaningless values. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { vocabularies } from "../../meta/vocabulary.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import { factsFolder, isOfReference } from "./facts.ts";

/** Recorded objects of `core`, `apps` and `batch`. Those of the other groups are written by hand. */
const folders = [join(factsFolder, "objects"), join(import.meta.dirname, "filled")];

/** Returns the filled object of a kind in this version, in the vocabulary `kubernetes`. Undefined if no file has it. */
export function readFilledObject({ group, version, kind }: KindDeclaration): object | undefined {
  const [label = ""] = (vocabularies.kubernetes.bind(group) || "core").split(".");
  const paths = folders.map((folder) => join(folder, `${label}.${version}.${kind}.json`));
  const path = paths.find((one) => existsSync(one));
  return path === undefined ? undefined : (JSON.parse(readFileSync(path, "utf8")) as object);
}

/**
 * Returns the fields besides kind, apiVersion and metadata that a valid object of the kind has. Those of a kind that the
 * reference does not have are those of its filled object. Empty for other kinds.
 */
export function contentOfOwnKind(declaration: KindDeclaration): object {
  if (isOfReference(declaration)) return {};
  const skipped = ["kind", "apiVersion", "metadata"];
  const fields = Object.entries(readFilledObject(declaration) ?? {});
  return Object.fromEntries(fields.filter(([name]) => !skipped.includes(name)));
}
