/** `orch crd diff`: reports the changes of a definition that break clients or stored objects. */
import { isJsonObject } from "../../../base/json-object.ts";
import { type Tree, textAt } from "../../../manifests/index.ts";
import type { Vocabulary } from "../../../meta/vocabulary.ts";
import type { OpenJudge } from "../../check/judge.ts";
import type { ManifestFileOptions } from "../../selection/manifest-files.ts";
import { objectsIn } from "../../selection/object-files.ts";
import { CommandError, exitCodes, type Terminal } from "../../terminal.ts";
import { type Definition, readDefinitions } from "../definition.ts";
import type { DefinitionChange } from "./change.ts";
import { compareDefinitions } from "./compare-definitions.ts";
import { ObjectComparison, type ObjectFinding, type UncheckedObject } from "./compare-objects.ts";
import { type DefinitionDifferences, differenceLines, differencesJson, isBreaking } from "./print-changes.ts";

/** Options of `orch crd diff`. */
export interface CrdDiffCommand {
  /** File with the old definitions. Undefined: those of the server. */
  readonly oldFile: string | undefined;
  readonly newFile: string;
  /** Files with objects to check. */
  readonly objects: ManifestFileOptions;
  /** Whether the objects of the server are checked. */
  readonly usesServerObjects: boolean;
  readonly output: "text" | "json";
  readonly vocabulary: Vocabulary;
}

/** The terminal, and the servers that the command may use. */
export interface CrdDiffServices {
  readonly terminal: Terminal;
  /** Opens a checker without stored objects. */
  readonly openJudge: OpenJudge;
  /** Returns the definition with this name on the server; undefined if there is none. */
  serverDefinition(name: string): Promise<Definition | undefined>;
  /** Yields the objects of a type on the server, in this version. */
  serverObjects(definition: Definition, version: string): AsyncIterable<Tree>;
}

/**
 * Prints the changes and the objects that they concern.
 * @returns the exit code: 1 if a client or an object notices a change in a bad way, else 2 if an object could not be checked
 * @throws CommandError if a file cannot be read or compared
 */
export async function crdDiff(command: CrdDiffCommand, services: CrdDiffServices): Promise<number> {
  const { terminal } = services;
  const pairs = await readPairs(command, services);
  const changes = pairs.flatMap(({ old, now }) => {
    const found: readonly DefinitionChange[] = now ? compareDefinitions(old, now) : [removal];
    return found.map((change) => ({ definition: old.name, ...change }));
  });
  const differences: DefinitionDifferences = { changes, ...(await compareAllObjects(pairs, command, services)) };
  if (command.output === "json") terminal.out(`${differencesJson(differences)}\n`);
  else
    terminal.out(
      differenceLines(differences)
        .map((line) => `${line}\n`)
        .join(""),
    );
  if (isBreaking(differences)) return exitCodes.changed;
  return differences.uncheckedObjects.length > 0 ? exitCodes.diffFailed : exitCodes.fine;
}

const removal: DefinitionChange = {
  class: "loses-data",
  path: "",
  text: "has no definition any more; deleting a definition deletes all objects of its type",
};

interface Pair {
  readonly old: Definition;
  /** Undefined if there is no new definition. */
  readonly now: Definition | undefined;
}

async function readPairs(command: CrdDiffCommand, services: CrdDiffServices): Promise<readonly Pair[]> {
  const { vocabulary } = command;
  const read = (file: string): Promise<readonly Definition[]> =>
    readDefinitions({ files: [file], recursive: false, vocabulary }, services.terminal);
  const newDefinitions = await read(command.newFile);
  if (command.oldFile === undefined) return await serverPairs(newDefinitions, services);
  const oldDefinitions = await read(command.oldFile);
  const [[old, ...others], [now, ...otherNew]] = [oldDefinitions, newDefinitions];
  // Two files with one definition each are compared even if its name has changed.
  if (old && now && others.length === 0 && otherNew.length === 0) return [{ old, now }];
  return oldDefinitions.map((one) => ({ old: one, now: newDefinitions.find(({ name }) => name === one.name) }));
}

async function serverPairs(newDefinitions: readonly Definition[], services: CrdDiffServices): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (const now of newDefinitions) {
    const old = await services.serverDefinition(now.name);
    if (old) pairs.push({ old, now });
  }
  if (pairs.length > 0) return pairs;
  throw new CommandError(`the server has no definition ${newDefinitions.map(({ name }) => name).join(", ")}`);
}

async function compareAllObjects(
  pairs: readonly Pair[],
  command: CrdDiffCommand,
  services: CrdDiffServices,
): Promise<Omit<DefinitionDifferences, "changes">> {
  const { objects: files, usesServerObjects } = command;
  if (files.files.length === 0 && !usesServerObjects)
    return { objects: [], uncheckedObjects: [], checkedObjects: undefined };
  const findings: ObjectFinding[] = [];
  const uncheckedObjects: UncheckedObject[] = [];
  let checkedObjects = 0;
  const objects = files.files.length > 0 ? (await objectsIn(files, services.terminal)).filter(isJsonObject) : [];
  for (const { old, now } of pairs) {
    if (!now) continue;
    await using comparison = await ObjectComparison.open(old, now, services.openJudge);
    for await (const object of usesServerObjects ? onServer(old, now, services) : objects) {
      if (!isOfType(object, old)) continue;
      const finding = await comparison.compare(object);
      if (finding && "reason" in finding) uncheckedObjects.push(finding);
      else {
        checkedObjects += 1;
        if (finding) findings.push(finding);
      }
    }
  }
  return { objects: findings, uncheckedObjects, checkedObjects };
}

/** Yields the objects of the server in a version that both definitions serve. */
function onServer(old: Definition, now: Definition, services: CrdDiffServices): AsyncIterable<Tree> {
  const common = old.versions.filter(
    ({ name, isServed }) => isServed && now.versions.some((other) => other.name === name && other.isServed),
  );
  const version = common.find(({ isStorage }) => isStorage) ?? common[0];
  if (!version) throw new CommandError(`${old.name}: the definitions serve no common version`);
  return services.serverObjects(old, version.name);
}

function isOfType(object: Tree, { group, kind }: Definition): boolean {
  return textAt(object, "kind") === kind && (textAt(object, "apiVersion") ?? "").startsWith(`${group}/`);
}
