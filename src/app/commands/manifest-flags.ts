/** Flags of the commands that read manifests without a server. */
import { type Vocabulary, vocabularies, vocabularyNames } from "../../meta/vocabulary.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";
import type { ParsedFlags } from "../flags/parse-flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { filename, recursiveFolders } from "./shared-flags.ts";

/** Heading of these flags in help. */
const group = "Flags";

/** `--filename`, which these commands require. */
export const manifestFiles = { ...filename, group } as const satisfies FlagSpec;

/** `--recursive`, with the short form `-R`. */
export const manifestFolders = { ...recursiveFolders, group } as const satisfies FlagSpec;

/** `--vocabulary`, of commands that read the manifests of either vocabulary. */
export const manifestVocabulary = {
  name: "vocabulary",
  type: "enum",
  values: vocabularyNames,
  default: "orch",
  group,
  doc: "Spelling of names that contain the product's name, for manifests whose group does not determine it.",
} as const satisfies FlagSpec;

type ManifestFlag = typeof manifestFiles | typeof manifestFolders | typeof manifestVocabulary;

/** Values of the flags that all these commands have. */
interface ManifestValues {
  readonly files: readonly string[];
  readonly recursive: boolean;
  readonly vocabulary: Vocabulary;
}

/**
 * Returns the values of `--filename`, `--recursive` and `--vocabulary`.
 * @throws UsageError with all problems of the command line, if there is any or no file is named
 */
export function manifestValues({
  explicitValues: { filename: files = [], recursive = false, vocabulary = "orch" },
  problems,
}: Pick<ParsedFlags<ManifestFlag>, "explicitValues" | "problems">): ManifestValues {
  const missingFiles =
    files.length === 0 ? ["manifests are required: -f FILE, -f FOLDER, or -f - for standard input"] : [];
  if (problems.length + missingFiles.length > 0) throw new UsageError([...problems, ...missingFiles]);
  return { files, recursive, vocabulary: vocabularies[vocabulary] };
}
