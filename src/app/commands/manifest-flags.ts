/** Flags of the commands that read manifests without a server. */
import { vocabularyNames } from "../../meta/vocabulary.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { UsageError } from "../flags/usage-error.ts";

/** `--filename`, which these commands require. */
export const manifestFiles = {
  name: "filename",
  short: "f",
  type: "list",
  default: [],
  placeholder: "FILE",
  group: "Flags",
  doc: "Files and folders with manifests; - is standard input.",
} as const satisfies FlagSpec;

/** `--recursive`, with the short form `-R`. */
export const manifestFolders = {
  name: "recursive",
  short: "R",
  type: "boolean",
  default: false,
  group: "Flags",
  doc: "Also read the subfolders of folders.",
} as const satisfies FlagSpec;

/** `--vocabulary`, of commands that read the manifests of either vocabulary. */
export const manifestVocabulary = {
  name: "vocabulary",
  type: "enum",
  values: vocabularyNames,
  default: "orch",
  group: "Flags",
  doc: "Spelling of names that contain the product's name, for manifests whose group does not determine it.",
} as const satisfies FlagSpec;

/**
 * Returns the values of `--filename`.
 * @param problems problems of the command line that were found before
 * @throws UsageError with all problems, if there is any or no file is named
 */
export function requiredFiles(files: readonly string[] = [], problems: readonly string[]): readonly string[] {
  const missingFiles =
    files.length === 0 ? ["manifests are required: -f FILE, -f FOLDER, or -f - for standard input"] : [];
  if (problems.length + missingFiles.length > 0) throw new UsageError([...problems, ...missingFiles]);
  return files;
}
