import { vocabularies } from "../../meta/vocabulary.ts";
import { type Command, commandGroups } from "../command-line/command.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { withDefaults } from "../flags/flag-value.ts";
import { parseArguments } from "../flags/parse-flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import type { PolicyCommand } from "../offline/run-policy-command.ts";
import { manifestFiles, manifestFolders, manifestVocabulary } from "./manifest-flags.ts";

const testGroup = "Flags of test";
const whyGroup = "Flags of why";

const flags = [
  {
    ...manifestFiles,
    doc: "Files and folders with policies, bindings, parameters, cases and manifests; - is standard input.",
  },
  manifestFolders,
  {
    name: "case",
    type: "string",
    placeholder: "TEXT",
    group: "Flags",
    doc: "Only the cases whose names contain this text, or the manifests such as Deployment/web.",
  },
  {
    name: "output",
    short: "o",
    type: "enum",
    values: ["text", "json", "junit"],
    default: "text",
    group: "Flags",
    doc: "Form of the output. `why` has no `junit`.",
  },
  manifestVocabulary,
  {
    name: "coverage",
    type: "boolean",
    default: false,
    group: testGroup,
    doc:
      "Print which rules, conditions, validations and bindings decided about the cases, and in which ways. List the expressions that " +
      "were never true or never false.",
  },
  {
    name: "operation",
    type: "enum",
    values: ["CREATE", "UPDATE", "DELETE", "CONNECT"],
    group: whyGroup,
    doc: "Operation of the request.",
  },
  { name: "old", type: "path", group: whyGroup, doc: "File with the object before the change." },
  { name: "subresource", type: "string", placeholder: "NAME", group: whyGroup, doc: "Subresource of the request." },
  {
    name: "namespace",
    short: "n",
    type: "string",
    placeholder: "NAME",
    group: whyGroup,
    doc: "Namespace of the request, if the object has none.",
  },
  { name: "user", type: "string", placeholder: "NAME", group: whyGroup, doc: "User who sends the request." },
  {
    name: "user-groups",
    type: "list",
    placeholder: "NAME,...",
    default: [],
    group: whyGroup,
    doc: "Groups of the user.",
  },
] as const satisfies readonly FlagSpec[];

type Values = ReturnType<typeof withDefaults<(typeof flags)[number]>>;

/** `orch policy`. */
export const policyCommand: Command<PolicyCommand> = {
  name: "policy",
  group: commandGroups.manifests,
  usage: "test -f FILE|FOLDER ... | why -f FILE|FOLDER REQUEST [flags]",
  summary: "test and explain policies without a server",
  doc: [
    "Evaluates ValidatingAdmissionPolicies, and the levels of security of namespaces, as a server does. Other policies and webhooks " +
      "are not evaluated. Nothing is sent to a server.",
    "`test` runs cases: requests with the decisions that are expected. The files also have the policies, their bindings and parameters, " +
      "namespaces, roles, and definitions of custom types. docs/admission.md describes cases.",
    "Without cases, `test` judges all other manifests as if an ordinary user created them, and prints a table of the verdicts.",
    "`why` explains one request: which policies and bindings match it, why others do not, and the value and the cost of " +
      "each expression. REQUEST is a file with an object, or with a case.",
    "Exits with 0 if all cases pass, 1 if a case fails, a manifest is denied or a file has an error, and 2 if the command line is invalid. `why` " +
      "exits with 0 whether or not the request is denied.",
  ],
  examples: [
    ["orch policy test -f policies.yaml -f cases/", "run all cases in a folder"],
    ["orch policy test -f policies/ -f objects/", "judge the manifests in a folder"],
    ["orch policy test -f policies/ --coverage", "also print what no case has decided"],
    ["orch policy test -f policies/ --output=junit > report.xml", "a report for continuous integration"],
    ["orch policy why -f policies.yaml web.yaml --user=ann", "explain the creation of an object"],
    ["orch policy why -f policies.yaml cases/web.yaml --case='too many'", "explain a case"],
  ],
  program: "server",
  words: "files",
  flags,
  read(args) {
    const { explicitValues, problems, words } = parseArguments<(typeof flags)[number]>(flags, args);
    const values: Values = withDefaults<(typeof flags)[number]>(flags, explicitValues);
    const [action, request, ...others] = words;
    const faults = [...problems, ...faultsOf(action, request, others, values)];
    if (values.filename.length === 0) faults.push("policies are required: -f FILE or -f FOLDER");
    if (faults.length > 0 || (action !== "test" && action !== "why")) throw new UsageError(faults);
    const files = {
      files: values.filename,
      recursive: values.recursive,
      vocabulary: vocabularies[values.vocabulary],
    };
    const { output } = values;
    if (action === "test") {
      return { action, options: { ...files, caseName: values.case, output, showsCoverage: values.coverage } };
    }
    return {
      action,
      options: {
        ...files,
        output: output === "json" ? output : "text",
        request: {
          file: request ?? "",
          caseName: values.case,
          operation: values.operation,
          oldFile: values.old,
          subresource: values.subresource,
          namespace: values.namespace,
          user: values.user,
          groups: values["user-groups"],
        },
      },
    };
  },
  async run(command) {
    const { runPolicy } = await import("../offline/run-policy-command.ts");
    return await runPolicy(command);
  },
};

function faultsOf(
  action: string | undefined,
  request: string | undefined,
  others: readonly string[],
  values: Values,
): string[] {
  if (action !== "test" && action !== "why") return ["name an action: test or why"];
  const unexpected = action === "test" && request !== undefined ? [request, ...others] : others;
  const faults = unexpected.map((word) => `unexpected argument ${JSON.stringify(word)}`);
  if (action === "why" && request === undefined) faults.push("name a file with a request");
  if (action === "why" && values.output === "junit") faults.push("--output=junit is a form of test");
  if (action === "why" && values.coverage) faults.push("--coverage is a flag of test");
  if (action === "test") {
    const { operation, old, subresource, namespace, user } = values;
    const used = Object.entries({ operation, old, subresource, namespace, user }).filter(
      ([, value]) => value !== undefined,
    );
    faults.push(...used.map(([name]) => `--${name} is a flag of why`));
    if (values["user-groups"].length > 0) faults.push("--user-groups is a flag of why");
  }
  return faults;
}
