/**
 * Reads manifests from files, folders and standard input. Each document is parsed separately, so that an invalid one
 * does not affect the others.
 */

import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { isJsonObject } from "../../base/json-object.ts";
import {
  DocumentError,
  isListOfObjects,
  type ReadDocument,
  readDocument,
  splitDocuments,
  textAt,
  treeAt,
} from "../../manifests/index.ts";
import { CommandError, type Terminal } from "../terminal.ts";

/** Which files to read. */
export interface ManifestFileOptions {
  /** Paths of files and folders. `-` is standard input. */
  readonly files: readonly string[];
  /** Whether subfolders are read as well. */
  readonly recursive: boolean;
}

/** A document with its location. */
export interface FoundDocument {
  /** `FILE:LINE`. */
  readonly place: string;
  /** Path of the file for messages. */
  readonly file: string;
  readonly document: ReadDocument | DocumentError;
}

const extensions = [".yaml", ".yml", ".json"];
/** Maximum size of a file. Manifests are far smaller. */
const fileBytesMax = 64 * 1024 * 1024;
const standardInput = "-";

/**
 * Yields the documents of the files in order. A document that cannot be parsed is yielded as an error. @throws
 * CommandError for a file that cannot be read, before its first document
 */
export async function* readManifests(options: ManifestFileOptions, terminal: Terminal): AsyncGenerator<FoundDocument> {
  for (const requestedPath of options.files) {
    for (const path of await filesOf(requestedPath, options, terminal)) {
      const text = path === standardInput ? await readInput(terminal) : await readText(path, requestedPath);
      for (const document of splitDocuments(text)) {
        const file = shownPath(path, terminal);
        const place = `${file}:${document.line}`;
        try {
          yield { place, file, document: await readDocument(document) };
        } catch (error) {
          if (!(error instanceof DocumentError)) throw error;
          yield { place, file, document: error };
        }
      }
    }
  }
}

function shownPath(path: string, { cwd }: Terminal): string {
  if (path === standardInput) return "standard input";
  const shorter = relative(cwd, path);
  return shorter.startsWith("..") ? path : shorter;
}

/** Returns the files to read, in order of their names. @throws CommandError if there are none */
async function filesOf(
  requestedPath: string,
  { recursive }: ManifestFileOptions,
  { cwd }: Terminal,
): Promise<readonly string[]> {
  if (requestedPath === standardInput) return [standardInput];
  const path = resolve(cwd, requestedPath);
  const found = await stat(path).catch((error: unknown) => unreadable(requestedPath, error));
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { recursive, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && extensions.some((extension) => entry.name.endsWith(extension)))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  if (files.length > 0) return files;
  const hint = recursive ? "" : "; -R looks into the folders in it";
  throw new CommandError(`${requestedPath} contains no file that ends in ${extensions.join(", ")}${hint}`);
}

/**
 * Reads a text file that is not a manifest. @param requestedPath path, or `-` for standard input @throws CommandError
 */
export async function readTextFile(requestedPath: string, terminal: Terminal): Promise<string> {
  if (requestedPath === standardInput) return await readInput(terminal);
  const path = resolve(terminal.cwd, requestedPath);
  await stat(path).catch((error: unknown) => unreadable(requestedPath, error));
  return await readText(path, requestedPath);
}

async function readText(path: string, requestedPath: string): Promise<string> {
  const { size } = await stat(path);
  if (size > fileBytesMax) throw tooLarge(path);
  return await readFile(path, "utf8").catch((error: unknown) => unreadable(requestedPath, error));
}

async function readInput({ input }: Terminal): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of input) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > fileBytesMax) throw tooLarge("standard input");
  }
  return Buffer.concat(pieces).toString("utf8");
}

function tooLarge(name: string): CommandError {
  return new CommandError(`${name} has more than ${fileBytesMax / 1024 / 1024} MB, the limit for manifests`);
}

function unreadable(requestedPath: string, cause: unknown): never {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  const why =
    code === "ENOENT" ? "there is no such file or folder" : String(cause instanceof Error ? cause.message : cause);
  throw new CommandError(`${requestedPath}: ${why}`, { cause });
}

/** Returns the title of an object for messages: `Deployment web`, `Role shop/reader`. */
export function titleOf(object: unknown): string {
  if (!isJsonObject(object)) return "object";
  const metadata = treeAt(object, "metadata");
  const name = textAt(metadata, "name") ?? textAt(metadata, "generateName");
  const namespace = textAt(metadata, "namespace");
  const kind = isListOfObjects(object) ? "List" : (textAt(object, "kind") ?? "object");
  return [kind, name === undefined ? "" : `${namespace === undefined ? "" : `${namespace}/`}${name}`].join(" ").trim();
}
