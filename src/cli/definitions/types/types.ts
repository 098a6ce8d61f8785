/** `orch types`: prints TypeScript types of custom types. */
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Vocabulary } from "../../../meta/vocabulary.ts";
import type { ManifestFileOptions } from "../../selection/manifest-files.ts";
import { CommandError, exitCodes, type Terminal } from "../../terminal.ts";
import { type Definition, readDefinitions } from "../definition.ts";
import { preferredVersion } from "./preferred-version.ts";
import { type TypedVersion, writeTypes } from "./write-types.ts";

/** Options of `orch types`. */
export interface TypesCommand extends ManifestFileOptions {
  /** Undefined: the version that clients prefer. */
  readonly version: string | undefined;
  /** File to write. Undefined: standard output. */
  readonly outputFile: string | undefined;
  readonly vocabulary: Vocabulary;
}

/**
 * Prints a module with the types of all definitions in the files.
 * @throws CommandError if a file has no definition, or a definition has no such version
 */
export async function types(command: TypesCommand, terminal: Terminal): Promise<number> {
  const definitions = await readDefinitions(command, terminal);
  const text = writeTypes(definitions.map((definition) => typedVersion(definition, command.version)));
  if (command.outputFile === undefined) terminal.out(text);
  else await writeOutput(resolve(terminal.cwd, command.outputFile), text);
  return exitCodes.fine;
}

function typedVersion(definition: Definition, name: string | undefined): TypedVersion {
  const { place, name: title, versions } = definition;
  if (definition.kind === "") throw new CommandError(`${place}: ${title} has no kind`);
  const version = name === undefined ? preferredVersion(versions) : versions.find((one) => one.name === name);
  if (version) return { definition, version };
  const names = versions.map((one) => one.name).join(", ");
  throw new CommandError(
    names === "" ? `${place}: ${title} has no version` : `${place}: ${title} has no version ${name}; it has: ${names}`,
  );
}

async function writeOutput(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: unknown) => {
    throw new CommandError(error instanceof Error ? error.message : String(error), { cause: error });
  });
}
