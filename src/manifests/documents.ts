/** Splits a file into documents. A file contains any number of YAML documents, or JSON, which is also YAML. */
import { isJsonObject } from "../base/json-object.ts";
import { DecodeError, parseYaml, type TextPosition } from "../codec/index.ts";
import { type Tree } from "./tree.ts";

/** A document of a file. */
export interface ManifestDocument {
  /** Lines of comments above the document, without line ends. */
  readonly comments: readonly string[];
  /** Line of the file at which the text begins. The first line is 1. */
  readonly line: number;
  readonly text: string;
}

/** A document with its parsed object. */
export interface ReadDocument extends ManifestDocument {
  readonly object: Tree;
  /** Errors of duplicate keys, such as `line 3: key "a" already set in map`, with line numbers of the file. */
  readonly duplicates: readonly string[];
  /** The positions of the repeated keys in the text of the document, in the order of `duplicates`. */
  readonly duplicatePositions: readonly TextPosition[];
}

/** A document that cannot be parsed as an object. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
}

/** Error message for a document that is not an object. */
export const noObject = "is no object: it must begin with apiVersion and kind";

const separator = /^---(?:[ \t].*)?$/;
const documentEnd = /^\.\.\.(?:[ \t].*)?$/;
const blankOrComment = /^[ \t]*(?:#.*)?$/;

/**
 * Splits a text into documents. Documents without content are skipped, and their comments are added to the next
 * document.
 */
export function splitDocuments(text: string): readonly ManifestDocument[] {
  const documents: ManifestDocument[] = [];
  let comments: string[] = [];
  let lines: string[] = [];
  let line = 1;
  const finish = (): void => {
    const first = lines.findIndex((one) => !blankOrComment.test(one));
    comments.push(...(first < 0 ? lines : lines.slice(0, first)));
    if (first >= 0) {
      documents.push({
        comments: withoutBlankEdges(comments),
        line: line + first,
        text: lines.slice(first).join("\n"),
      });
      comments = [];
    }
    lines = [];
  };
  const all = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  all.forEach((one, index) => {
    if (!separator.test(one) && !documentEnd.test(one)) {
      lines.push(one);
      return;
    }
    finish();
    line = index + 2;
    const rest = one.slice(3).trim();
    if (rest !== "" && !rest.startsWith("#")) {
      lines.push(rest);
      line = index + 1;
    }
  });
  finish();
  return documents;
}

/** Removes empty lines at the beginning and the end. */
function withoutBlankEdges(lines: readonly string[]): readonly string[] {
  const isFilled = (line: string): boolean => line.trim() !== "";
  const first = lines.findIndex(isFilled);
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(isFilled) + 1);
}

/** Parses a document. @throws DocumentError if it is not YAML or not an object */
export async function readDocument(document: ManifestDocument): Promise<ReadDocument> {
  try {
    const { value, duplicates, duplicatePositions } = await parseYaml(Buffer.from(document.text));
    if (!isJsonObject(value)) throw new DocumentError(noObject);
    return {
      ...document,
      object: value,
      duplicates: duplicates.map((text) => inFile(text, document)),
      duplicatePositions,
    };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new DocumentError(inFile(error.message.replace(/^yaml: /, ""), document), { cause: error });
  }
}

/** Converts the line number in a message from the document to the file. */
function inFile(message: string, { line }: ManifestDocument): string {
  return message.replace(/^line (\d+)/, (_, own: string) => `line ${Number(own) + line - 1}`);
}

/** Returns the items of a `List`, which can be any values, or the object itself if it is none. */
export function objectsOf(object: Tree): readonly unknown[] {
  return isListOfObjects(object) ? object.items : [object];
}

/** Whether the object is a `List`. Its items can be any values. */
export function isListOfObjects(object: Tree): object is Tree & { readonly items: readonly unknown[] } {
  return object["kind"] === "List" && object["apiVersion"] === "v1" && Array.isArray(object["items"]);
}
