/** Positions of fields in files, for messages. */
import { type TextPosition, YamlPositions } from "../../codec/index.ts";
import { isListOfObjects, type ReadDocument } from "../../manifests/index.ts";

/** Returns the line at which the object with this index begins. */
export function objectLine(document: ReadDocument, index: number): number {
  if (!isListOfObjects(document.object)) return document.line;
  return document.line + (new YamlPositions(document.text).find(`items[${index}]`)?.line ?? 1) - 1;
}

/** Returns a function that returns the position of a field of the object with this index. */
export function fieldPlaces(
  file: string,
  document: ReadDocument,
): (field: string | undefined, index: number) => string {
  let positions: YamlPositions | undefined;
  const isList = isListOfObjects(document.object);
  return (field, index) => {
    if (field === undefined) return `${file}:${document.line}`;
    // Most documents have no faults, so they are not parsed again.
    positions ??= new YamlPositions(document.text);
    const found = positions.find(isList ? `items[${index}].${field}` : field);
    return found ? placeInFile(file, document, found) : `${file}:${document.line}`;
  };
}

/** Returns the position of a part of a document: `FILE:LINE:COLUMN`. */
export function placeInFile(file: string, document: ReadDocument, { line, column }: TextPosition): string {
  return `${file}:${document.line + line - 1}:${column}`;
}
