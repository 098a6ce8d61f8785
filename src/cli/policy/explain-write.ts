/** `orch policy why` with a server: reports what the server changes in an object, or why it rejects it. */
import { objectsOf, type Tree } from "../../manifests/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { ClientContext } from "../context.ts";
import { fieldPlaces } from "../selection/field-places.ts";
import { titleOf } from "../selection/manifest-files.ts";
import { type ManifestObject, manifestObject } from "../selection/manifest-objects.ts";
import { CommandError, exitCodes } from "../terminal.ts";
import { loadTypes } from "../types/load-types.ts";
import { serverVocabulary } from "../types/server-vocabulary.ts";
import { type CompletedObjects, explainedChanges } from "./change-origins.ts";
import { dryRunWrite, type WriteOperation } from "./dry-run-write.ts";
import { hasCases } from "./read-cases.ts";
import { type ReadObjects, relatedObjects } from "./related-objects.ts";
import { writeJson, writeText } from "./reports/write-report.ts";
import { onlyDocument } from "./request-file.ts";

/** Options of `orch policy why` without policies. */
export interface WriteWhyCommand {
  /** File with the object. `-` is standard input. */
  readonly file: string;
  /** Undefined: an update if the object exists, else a create. */
  readonly operation: WriteOperation | undefined;
  readonly output: "text" | "json";
}

/** The parts of the program that the command needs besides the server. */
export interface WriteWhyParts {
  readonly context: ClientContext;
  /** The warnings that the server has returned so far. */
  readonly warnings: readonly string[];
  /** Returns the object as servers in this process would complete it, with the vocabulary and some objects of the other server. */
  readonly completedObjects: (
    object: Tree,
    place: WrittenObjectPlace,
    parts: CompletionParts,
  ) => Promise<CompletedObjects>;
}

/** The other server, as far as the completion of an object depends on it. */
export interface CompletionParts {
  readonly vocabulary: Vocabulary;
  readonly readObjects: ReadObjects;
  /** Ends the completion before its next server starts. */
  readonly signal: AbortSignal;
}

/** Type and namespace of an object. The namespace is empty for a cluster-scoped object. */
export interface WrittenObjectPlace {
  readonly type: ManifestObject["type"];
  readonly namespace: string;
}

/**
 * Prints the report.
 * @returns 0, whether or not the server rejects the object
 * @throws CommandError if the file does not contain exactly one object; ConnectionError if the server does not respond
 */
export async function explainWrite(
  { file: path, operation, output }: WriteWhyCommand,
  { context, warnings, completedObjects }: WriteWhyParts,
): Promise<number> {
  const { terminal, client, signal } = context;
  const { file, document } = await onlyDocument(path, terminal);
  if (hasCases(document.object)) throw new CommandError(`${path} contains cases, which need policies: -f FILE`);
  const [object, another] = objectsOf(document.object);
  if (another !== undefined) throw new CommandError(`${path} must contain one object`);
  const title = `${file}:${document.line}: ${titleOf(object)}`;
  const types = await loadTypes(client, signal);
  const vocabulary = serverVocabulary(types, context.vocabulary);
  const manifest = manifestObject(object, title, { types, context });
  const outcome = await dryRunWrite(manifest, operation, context);
  const { sent, result, stored } = outcome;
  const readObjects = relatedObjects({ client, types, vocabulary, signal });
  const place = { type: manifest.type, namespace: manifest.api.namespace };
  const changes = result
    ? explainedChanges({
        sent,
        result,
        stored,
        completed: await completedObjects(sent, place, { vocabulary, readObjects, signal }),
      })
    : [];
  const places = fieldPlaces(file, document);
  const report = { manifest, outcome, changes, warnings, placeOf: (field?: string) => places(field, 0) };
  terminal.out(output === "json" ? writeJson(report) : writeText(report));
  return exitCodes.fine;
}
