/** `orch convert`: converts manifests of removed API versions to served versions. */
import { stringifyJson, stringifyYaml } from "../codec/index.ts";
import {
  ConversionError,
  type Converted,
  convertManifest,
  DocumentError,
  isServedVersion,
  type ReadDocument,
} from "../manifests/index.ts";
import { type GroupVersion, parseGroupVersion } from "../meta/group-version.ts";
import type { Vocabulary } from "../meta/vocabulary.ts";
import { type ManifestFileOptions, readManifests, titleOf } from "./selection/manifest-files.ts";
import { CommandError, count, exitCodes, type Terminal } from "./terminal.ts";

/** Options of `orch convert`. */
export interface ConvertCommand extends ManifestFileOptions {
  /** `apps/v1`. Undefined: the successor of each removed version. */
  readonly outputVersion: string | undefined;
  readonly output: "yaml" | "json";
  readonly vocabulary: Vocabulary;
}

interface Output {
  readonly comments: readonly string[];
  readonly converted: Converted;
}

/**
 * Prints all converted documents, or none if one of them cannot be converted: a partial output might be applied by
 * mistake.
 * @returns the exit code: 1 if a document cannot be converted
 * @throws CommandError if there is no object, or a file cannot be read
 */
export async function convert(command: ConvertCommand, terminal: Terminal): Promise<number> {
  const outputVersion = readVersion(command.outputVersion);
  const outputs: Output[] = [];
  let failures = 0;
  for await (const { place, document } of readManifests(command, terminal)) {
    try {
      if (document instanceof DocumentError) throw document;
      outputs.push(convertDocument(document, { place, outputVersion, command, terminal }));
    } catch (error) {
      if (!(error instanceof ConversionError || error instanceof DocumentError)) throw error;
      failures += 1;
      const title = document instanceof DocumentError ? "" : ` ${titleOf(document.object)}:`;
      terminal.error(`${place}:${title} ${error.message}\n`);
    }
  }
  if (failures > 0) {
    terminal.error(`orch convert: nothing is printed, because ${count(failures, "document")} cannot be converted\n`);
    return exitCodes.failed;
  }
  if (outputs.length === 0) throw new CommandError("there is nothing to convert: the files contain no objects");
  print(outputs, command, terminal);
  return exitCodes.fine;
}

interface Setting {
  readonly place: string;
  readonly outputVersion: GroupVersion | undefined;
  readonly command: ConvertCommand;
  readonly terminal: Terminal;
}

function convertDocument(document: ReadDocument, { place, outputVersion, command, terminal }: Setting): Output {
  const [repeated] = document.duplicates;
  if (repeated !== undefined) throw new DocumentError(`${repeated}; remove one of them`);
  const { vocabulary } = command;
  const converted = convertManifest(document.object, { vocabulary, ...(outputVersion ? { outputVersion } : {}) });
  for (const { path, text } of converted.notes) {
    terminal.error(`${place}: ${titleOf(document.object)}: ${path} ${text}\n`);
  }
  return { comments: document.comments, converted };
}

/** Parses `--output-version`. @throws CommandError for a version that no kind has */
function readVersion(text: string | undefined): GroupVersion | undefined {
  if (text === undefined) return undefined;
  const version = parseGroupVersion(text);
  if (version && isServedVersion(version)) return version;
  throw new CommandError(
    `--output-version: no kind has a version ${JSON.stringify(text)}; use GROUP/VERSION, such as apps/v1`,
  );
}

function print(outputs: readonly Output[], { output }: ConvertCommand, terminal: Terminal): void {
  const objects = outputs.map(({ converted }) => converted.object);
  if (output === "json") {
    const whole = objects.length === 1 ? objects[0] : { apiVersion: "v1", kind: "List", items: objects };
    terminal.out(`${stringifyJson(whole, { exact: true, pretty: true })}\n`);
    return;
  }
  outputs.forEach(({ comments, converted }, index) => {
    if (index > 0) terminal.out("---\n");
    terminal.out(comments.map((line) => `${line}\n`).join(""));
    terminal.out(stringifyYaml(converted.object, { sortKeys: false }));
  });
}
