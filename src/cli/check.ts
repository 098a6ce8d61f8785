/** `orch check`: reports the errors and warnings that a server would return for manifests, without a server. */

import { isJsonObject } from "../base/json-object.ts";
import {
  ConversionError,
  DocumentError,
  isListOfObjects,
  knownType,
  noObject,
  type ReadDocument,
  type RemovedVersion,
  spelledVersion,
  type Tree,
  whyUnknown,
} from "../manifests/index.ts";
import type { Vocabulary } from "../meta/vocabulary.ts";
import type { KindDeclaration } from "../schema/index.ts";
import { type ManifestFileOptions, readManifests, titleOf } from "./selection/manifest-files.ts";
import { CommandError, count, exitCodes, type Terminal } from "./terminal.ts";

/** Options of `orch check`. */
export interface CheckCommand extends ManifestFileOptions {
  readonly vocabulary: Vocabulary;
}

/** The result of checking one object. */
export interface Judgement {
  /** Errors for which the server would reject the object. */
  readonly errors: readonly string[];
  /** Warnings that the server would return. */
  readonly warnings: readonly string[];
}

/** Checks objects like a server without stored objects. */
export interface Judge extends AsyncDisposable {
  judge(object: Tree, kind: KindDeclaration): Promise<Judgement>;
}

interface Finding extends Judgement {
  /** Whether the type is not built in, so that the object was not checked. */
  readonly isUnknown?: boolean;
}

interface Counts {
  fine: number;
  wrong: number;
  warned: number;
  unknown: number;
}

/**
 * Checks all objects of the manifests. Prints one line per error or warning, `FILE:LINE: Kind name: error: text`, and a
 * summary.
 * @param openJudge opens a checker for the vocabulary of a manifest
 * @returns the exit code: 1 if an object would be rejected
 * @throws CommandError if there is no object, or a file cannot be read
 */
export async function check(
  command: CheckCommand,
  openJudge: (vocabulary: Vocabulary) => Promise<Judge>,
  terminal: Terminal,
): Promise<number> {
  await using judges = new Judges(openJudge);
  const counts: Counts = { fine: 0, wrong: 0, warned: 0, unknown: 0 };
  for await (const { place, document } of readManifests(command, terminal)) {
    if (document instanceof DocumentError) {
      printFinding(terminal, place, { errors: [document.message], warnings: [] }, counts);
      continue;
    }
    for (const [index, object] of objectsOf(document).entries()) {
      const { errors, ...rest } = await examine(object, judges, command.vocabulary);
      // Errors of the whole document are reported with its first object.
      const all = [...(index === 0 ? document.duplicates : []), ...errors];
      printFinding(terminal, `${place}: ${titleOf(object)}`, { ...rest, errors: all }, counts);
    }
  }
  if (Object.values(counts).every((number) => number === 0)) {
    throw new CommandError("there is nothing to check: the files contain no objects");
  }
  terminal.out(`${summary(counts)}\n`);
  return counts.wrong > 0 ? exitCodes.failed : exitCodes.fine;
}

/** Returns the objects of a document. The items of a List can be any values. */
function objectsOf({ object }: ReadDocument): readonly unknown[] {
  return isListOfObjects(object) ? object.items : [object];
}

async function examine(object: unknown, judges: Judges, otherwise: Vocabulary): Promise<Finding> {
  const wrong = (why: string): Finding => ({ errors: [why], warnings: [] });
  if (!isJsonObject(object)) return wrong(noObject);
  try {
    const { vocabulary, removed, isBuiltIn, declaration } = knownType(object, otherwise);
    if (removed) return wrong(whyRemoved(removed, vocabulary));
    if (!isBuiltIn) return { errors: [], warnings: [], isUnknown: true };
    if (!declaration) return wrong(whyUnknown(object, vocabulary));
    const judge = await judges.of(vocabulary);
    return await judge.judge(object, declaration);
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    return wrong(error.message);
  }
}

function whyRemoved(removed: RemovedVersion, vocabulary: Vocabulary): string {
  const { removedIn, successor } = removed;
  const gone = `${spelledVersion(removed, vocabulary)} is not served since ${removedIn}`;
  if (!successor) return `${gone}, and nothing is in its place; \`orch convert\` says what to use`;
  return `${gone}; \`orch convert\` makes it ${spelledVersion(successor, vocabulary)}`;
}

function printFinding(
  terminal: Terminal,
  title: string,
  { errors, warnings, isUnknown }: Finding,
  counts: Counts,
): void {
  for (const error of errors) terminal.out(`${title}: error: ${error}\n`);
  for (const warning of warnings) terminal.out(`${title}: warning: ${warning}\n`);
  if (isUnknown) terminal.out(`${title}: not checked: its type is none that is built in\n`);
  if (errors.length > 0) counts.wrong += 1;
  else if (isUnknown) counts.unknown += 1;
  else if (warnings.length > 0) counts.warned += 1;
  else counts.fine += 1;
}

function summary({ fine, wrong, warned, unknown }: Counts): string {
  const parts = [
    `${fine} fine`,
    ...(warned > 0 ? [`${warned} with warnings`] : []),
    ...(unknown > 0 ? [`${unknown} not checked`] : []),
    `${wrong} would be refused`,
  ];
  return `${count(fine + wrong + warned + unknown, "object")}: ${parts.join(", ")}`;
}

/** The open checkers, one per vocabulary, because the manifests of one command may use both. */
class Judges implements AsyncDisposable {
  readonly #open: (vocabulary: Vocabulary) => Promise<Judge>;
  readonly #opened = new Map<Vocabulary, Judge>();

  constructor(open: (vocabulary: Vocabulary) => Promise<Judge>) {
    this.#open = open;
  }

  async of(vocabulary: Vocabulary): Promise<Judge> {
    const judge = this.#opened.get(vocabulary) ?? (await this.#open(vocabulary));
    this.#opened.set(vocabulary, judge);
    return judge;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const judge of this.#opened.values()) await judge[Symbol.asyncDispose]();
  }
}
