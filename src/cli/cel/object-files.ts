/** Objects in files. */
import { DocumentError, isListOfObjects } from "../../manifests/index.ts";
import { readManifests } from "../selection/manifest-files.ts";
import { CommandError, type Terminal } from "../terminal.ts";

/** Returns the objects of a file. @throws CommandError if it has none */
export async function readObjects(file: string, terminal: Terminal): Promise<readonly unknown[]> {
  const objects: unknown[] = [];
  for await (const { place, document } of readManifests({ files: [file], recursive: false }, terminal)) {
    if (document instanceof DocumentError) throw new CommandError(`${place}: ${document.message}`);
    const { object } = document;
    objects.push(...(isListOfObjects(object) ? object.items : [object]));
  }
  if (objects.length === 0) throw new CommandError(`${file} contains no object`);
  return objects;
}
