import type { CelCommand } from "../../cli/cel/index.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { type Command, commandGroups } from "../command-line/command.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { withDefaults } from "../flags/flag-value.ts";
import { parseArguments } from "../flags/parse-flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { manifestVocabulary } from "./manifest-flags.ts";

const flags = [
  {
    name: "filename",
    short: "f",
    type: "path",
    group: "Flags",
    doc: "File with the object; - is standard input. If it has several objects, each is used in turn.",
  },
  {
    name: "old",
    type: "path",
    group: "Flags",
    doc: "File with the object before the change: the variable `oldSelf`.",
  },
  {
    name: "schema",
    type: "path",
    group: "Flags",
    doc: "File with an OpenAPI v3 schema of `self`, or with a CustomResourceDefinition.",
  },
  {
    name: "version",
    type: "string",
    placeholder: "NAME",
    group: "Flags",
    doc: "The version of the CustomResourceDefinition, if it has several.",
  },
  {
    name: "stored",
    type: "boolean",
    default: false,
    group: "Flags",
    doc: "Read the expression as the server reads one that it has stored: with everything that the newest release knows.",
  },
  {
    name: "output",
    short: "o",
    type: "enum",
    values: ["text", "json"],
    default: "text",
    group: "Flags",
    doc: "Form of the output.",
  },
  {
    name: "watch",
    short: "w",
    type: "boolean",
    default: false,
    group: "Flags",
    doc: "Evaluate again whenever one of the files changes.",
  },
  {
    name: "interactive",
    short: "i",
    type: "boolean",
    default: false,
    group: "Flags",
    doc: "Read expressions line by line from the terminal. The tab key completes names of fields and functions.",
  },
  manifestVocabulary,
] as const satisfies readonly FlagSpec[];

/** `orch cel`. */
export const celCommand: Command<CelCommand> = {
  name: "cel",
  group: commandGroups.manifests,
  usage: "EXPRESSION [flags]",
  summary: "evaluate an expression (CEL) on an object",
  doc: [
    "Evaluates an expression as the server does, and prints the result, its type, what the evaluation cost, and what it " +
      "can cost at most. Errors show the column.",
    "The object is the variable `self`, as in rules of custom types, and also `object`, as in policies. With --old, " +
      "`oldSelf` and `oldObject` are the object before the change. Their fields can have any types.",
    "With --schema, `self` and `oldSelf` have the types of a schema, so that a missing field is an error before the evaluation. " +
      "The command prints whether the server would reject a rule because it can cost too much. No object is required.",
    "Exits with 0 if the expression has a value, 1 if it has an error, and 2 if the command line is invalid.",
  ],
  examples: [
    ["orch cel 'self.spec.replicas <= 5' -f web.yaml", "one rule on one object"],
    [
      "orch cel 'self.replicas >= oldSelf.replicas' -f new.yaml --old old.yaml",
      "a rule that compares with the old object",
    ],
    ["orch cel 'self.spec.tags.all(t, t.size() < 9)' --schema crd.yaml", "a rule of a custom type, without an object"],
    ["orch cel -i -f web.yaml", "try expressions one after the other"],
  ],
  program: "server",
  flags,
  read(args) {
    const { explicitValues, problems, words } = parseArguments<(typeof flags)[number]>(flags, args);
    const values = withDefaults<(typeof flags)[number]>(flags, explicitValues);
    const faults = [...problems, ...faultsOf(words, values)];
    if (faults.length > 0) throw new UsageError(faults);
    return {
      expression: words[0],
      file: values.filename,
      oldFile: values.old,
      schemaFile: values.schema,
      schemaVersion: values.version,
      isStored: values.stored,
      output: values.output,
      watches: values.watch,
      isInteractive: values.interactive,
      vocabulary: vocabularies[values.vocabulary],
    };
  },
  async run(options) {
    const { runCel } = await import("../offline/run-cel-command.ts");
    return await runCel(options);
  },
};

interface ModeFlags {
  readonly interactive: boolean;
  readonly watch: boolean;
  readonly output: string;
  readonly filename?: string | undefined;
  readonly schema?: string | undefined;
  readonly version?: string | undefined;
}

function faultsOf(
  words: readonly string[],
  { interactive, watch, output, filename, schema, version }: ModeFlags,
): readonly string[] {
  const faults: string[] = [];
  if (words.length > 1) faults.push("one expression is expected; put it in single quotes");
  if (words.length === 0 && !interactive) faults.push("an expression is required, or -i to enter expressions");
  if (words.length > 0 && interactive) faults.push("an expression cannot be combined with --interactive");
  if (watch && interactive) faults.push("--watch cannot be combined with --interactive");
  if (watch && filename === undefined) faults.push("--watch requires a file: -f FILE");
  if (version !== undefined && schema === undefined) faults.push("--version requires --schema");
  if (output === "json" && interactive) faults.push("--output=json cannot be combined with --interactive");
  if (filename === "-" && (watch || interactive)) {
    faults.push(`standard input cannot be combined with ${watch ? "--watch" : "--interactive"}`);
  }
  return faults;
}
