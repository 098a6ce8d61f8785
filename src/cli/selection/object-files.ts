/** Objects in files. */
import { DocumentError, objectsOf, type ReadDocument } from "../../manifests/index.ts";
import { CommandError, type Terminal } from "../terminal.ts";
import { type ManifestFileOptions, readManifests } from "./manifest-files.ts";

/** Yields the documents of the files with their places. @throws CommandError at the first one that cannot be parsed */
export async function* validDocuments(
  options: ManifestFileOptions,
  terminal: Terminal,
): AsyncGenerator<{ readonly place: string; readonly document: ReadDocument }> {
  for await (const { place, document } of readManifests(options, terminal)) {
    if (document instanceof DocumentError) throw new CommandError(`${place}: ${document.message}`);
    yield { place, document };
  }
}

/** Returns the objects of all documents. @throws CommandError if a document cannot be parsed */
export async function objectsIn(options: ManifestFileOptions, terminal: Terminal): Promise<readonly unknown[]> {
  const objects: unknown[] = [];
  for await (const { document } of validDocuments(options, terminal)) objects.push(...objectsOf(document.object));
  return objects;
}

/** Returns the objects of one file. @throws CommandError if it has none, or if it cannot be parsed */
export async function objectsInFile(file: string, terminal: Terminal): Promise<readonly unknown[]> {
  const objects = await objectsIn({ files: [file], recursive: false }, terminal);
  if (objects.length === 0) throw new CommandError(`${file} contains no object`);
  return objects;
}
