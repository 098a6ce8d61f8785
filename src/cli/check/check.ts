/** `orch check`: reports the errors and warnings that a server would return for manifests, without a server. */

import type { TextPosition } from "../../codec/index.ts";
import { DocumentError, objectsOf, type ReadDocument, type Tree } from "../../manifests/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { fieldPlaces, placeInFile } from "../selection/field-places.ts";
import { type FoundDocument, type ManifestFileOptions, readManifests, titleOf } from "../selection/manifest-files.ts";
import { CommandError, count, exitCodes, type Terminal } from "../terminal.ts";
import { Examiner, type Finding } from "./examine.ts";
import type { ObjectFault, OpenJudge } from "./judge.ts";

/** Options of `orch check`. */
export interface CheckCommand extends ManifestFileOptions {
  readonly vocabulary: Vocabulary;
  /** Whether the costs of rules in definitions are printed. */
  readonly showsCosts: boolean;
}

/** Functions for servers and expressions, which only some programs contain. */
export interface CheckServices {
  readonly openJudge: OpenJudge;
  /** Returns a line for each rule of a definition and for its total cost. */
  costsOf(definition: Tree, vocabulary: Vocabulary): readonly ObjectFault[];
}

/** A fault in a file. */
interface PlacedFault extends ObjectFault {
  /** Its position in the text of the document, if it is not that of the field. */
  readonly position?: TextPosition | undefined;
}

interface Counts {
  fine: number;
  wrong: number;
  warned: number;
  unknown: number;
}

/**
 * Checks all objects of the manifests. Prints one line per error or warning, `FILE:LINE:COLUMN: Kind name: error: text`, and
 * a summary. The position is that of the field, or that of the document if the message is about no field.
 * @returns the exit code: 1 if an object would be rejected
 * @throws CommandError if there is no object, or a file cannot be read
 */
export async function check(command: CheckCommand, services: CheckServices, terminal: Terminal): Promise<number> {
  await using examiner = new Examiner(services.openJudge, command.vocabulary);
  const counts: Counts = { fine: 0, wrong: 0, warned: 0, unknown: 0 };
  const found = await readAll(command, terminal);
  for (const { document } of found) {
    if (document instanceof DocumentError) continue;
    for (const object of objectsOf(document.object)) await examiner.define(object);
  }
  for (const { place, file, document } of found) {
    if (document instanceof DocumentError) {
      printFinding(terminal, () => place, { errors: [{ text: document.message }], warnings: [] }, counts);
      continue;
    }
    const placeOf = fieldPlaces(file, document);
    for (const [index, object] of objectsOf(document.object).entries()) {
      const { errors, ...rest } = await examiner.examine(object);
      // Errors of the whole document are reported with its first object.
      const all = [...(index === 0 ? repeatedKeys(document) : []), ...errors];
      const title = ({ field, position }: Partial<PlacedFault> = {}): string =>
        `${position ? placeInFile(file, document, position) : placeOf(field, index)}: ${titleOf(object)}`;
      printFinding(terminal, title, { ...rest, errors: all }, counts);
      if (!command.showsCosts || !rest.definedIn) continue;
      for (const cost of services.costsOf(object as Tree, rest.definedIn)) {
        terminal.out(`${title(cost)}: cost: ${cost.text}\n`);
      }
    }
  }
  if (Object.values(counts).every((number) => number === 0)) {
    throw new CommandError("there is nothing to check: the files contain no objects");
  }
  terminal.out(`${summary(counts)}\n`);
  return counts.wrong > 0 ? exitCodes.failed : exitCodes.fine;
}

/** Reads all documents, because a definition may follow the objects of its type. */
async function readAll(command: CheckCommand, terminal: Terminal): Promise<readonly FoundDocument[]> {
  const found: FoundDocument[] = [];
  for await (const one of readManifests(command, terminal)) found.push(one);
  return found;
}

/** Returns the errors of repeated keys. The position replaces the line in their texts. */
function repeatedKeys({ duplicates, duplicatePositions }: ReadDocument): readonly PlacedFault[] {
  return duplicates.map((text, index) => ({
    text: text.replace(/^line \d+: /, ""),
    position: duplicatePositions[index],
  }));
}

function printFinding(
  terminal: Terminal,
  title: (fault?: PlacedFault) => string,
  { errors, warnings, uncheckedReason }: Finding,
  counts: Counts,
): void {
  for (const error of errors) terminal.out(`${title(error)}: error: ${error.text}\n`);
  for (const warning of warnings) terminal.out(`${title(warning)}: warning: ${warning.text}\n`);
  if (uncheckedReason !== undefined) terminal.out(`${title()}: not checked: ${uncheckedReason}\n`);
  if (errors.length > 0) counts.wrong += 1;
  else if (uncheckedReason !== undefined) counts.unknown += 1;
  else if (warnings.length > 0) counts.warned += 1;
  else counts.fine += 1;
}

function summary({ fine, wrong, warned, unknown }: Counts): string {
  const parts = [
    `${fine} fine`,
    ...(warned > 0 ? [`${warned} with warnings`] : []),
    ...(unknown > 0 ? [`${unknown} not checked`] : []),
    `${wrong} would be rejected`,
  ];
  return `${count(fine + wrong + warned + unknown, "object")}: ${parts.join(", ")}`;
}
