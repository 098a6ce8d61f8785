import { exitCodes } from "../../cli/index.ts";
import type { WriteWhyCommand } from "../../cli/policy/index.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import type { ClientInvocation } from "../command-line/client-command.ts";
import { type Command, commandGroups } from "../command-line/command.ts";
import { colorFlag, connectionOf, serverChoiceFlags } from "../command-line/connection-flags.ts";
import { runClientCommand } from "../command-line/run-client-command.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { withDefaults } from "../flags/flag-value.ts";
import { parseArguments } from "../flags/parse-flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import type { PolicyCommand } from "../offline/run-policy-command.ts";
import { manifestFiles, manifestFolders, manifestVocabulary } from "./manifest-flags.ts";

const testGroup = "Flags of test";
const whyGroup = "Flags of why";

type ServerFlag = Exclude<(typeof serverChoiceFlags)[number], { readonly name: "vocabulary" }>;
const serverFlags = serverChoiceFlags.filter((flag): flag is ServerFlag => flag.name !== "vocabulary");

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
  colorFlag,
  ...serverFlags,
] as const satisfies readonly FlagSpec[];

type Values = ReturnType<typeof withDefaults<(typeof flags)[number]>>;

/** `orch policy why` with a server. */
interface WriteWhyInvocation extends ClientInvocation<WriteWhyCommand> {
  readonly action: "why-write";
}

/** `orch policy`. */
export const policyCommand: Command<PolicyCommand | WriteWhyInvocation> = {
  name: "policy",
  group: commandGroups.manifests,
  usage: "test -f FILE|FOLDER ... | why -f FILE|FOLDER REQUEST | why OBJECT [flags]",
  summary: "test and explain policies",
  doc: [
    "Applies MutatingAdmissionPolicies, the levels of security of namespaces, and ValidatingAdmissionPolicies, as a server does. Webhooks " +
      "are not called. Without a server, nothing is sent.",
    "`test` runs cases: requests with the decisions that are expected. The files also have the policies, their bindings and parameters, " +
      "namespaces, roles, and definitions of custom types. docs/admission.md describes cases.",
    "Without cases, `test` judges all other manifests as if an ordinary user created them, and prints a table of the verdicts.",
    "`why` explains one request: which policies and bindings match it, why others do not, and the value and the cost of " +
      "each expression, and which fields mutating policies change. REQUEST is a file with an object, or with a case.",
    "`why` without `-f` sends the object in a file to the server of the client configuration, as a dry run: an update if the object exists, " +
      "else a create. It reports each field that the server changes, and the policy, plugin or webhook that rejects the object or warns " +
      "about it, if the response names it. A response does not say which plugin or webhook has changed a field, so servers " +
      "in this process repeat the changes, with those objects of the server that you may read. --vocabulary is then only for the client " +
      "configuration: the names are those of the server.",
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
    ["orch policy why web.yaml -n shop", "explain what the server does with an object"],
  ],
  program: "server",
  words: "files",
  flags,
  read(args) {
    const { explicitValues, problems, words } = parseArguments<(typeof flags)[number]>(flags, args);
    const values: Values = withDefaults<(typeof flags)[number]>(flags, explicitValues);
    const [action, request, ...others] = words;
    const faults = [...problems, ...faultsOf(action, request, others, values, explicitValues)];
    if (action === "test" && values.filename.length === 0) faults.push("policies are required: -f FILE or -f FOLDER");
    if (faults.length > 0 || (action !== "test" && action !== "why")) throw new UsageError(faults);
    const files = {
      files: values.filename,
      recursive: values.recursive,
      vocabulary: vocabularies[values.vocabulary],
    };
    const { output, operation } = values;
    const file = request ?? "";
    if (action === "why" && values.filename.length === 0) {
      if (operation === "CONNECT") throw new UsageError(["--operation=CONNECT needs policies: -f FILE or -f FOLDER"]);
      const options = { file, operation, output: output === "json" ? output : ("text" as const) };
      return { action: "why-write", connection: connectionOf(explicitValues), options };
    }
    if (action === "test") {
      return { action, options: { ...files, caseName: values.case, output, showsCoverage: values.coverage } };
    }
    return {
      action,
      options: {
        ...files,
        output: output === "json" ? output : "text",
        request: {
          file,
          caseName: values.case,
          operation,
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
    const { runPolicy, runWriteWhy } = await import("../offline/run-policy-command.ts");
    if (command.action !== "why-write") return await runPolicy(command);
    const warnings: string[] = [];
    return await runClientCommand({
      name: "policy",
      connection: command.connection,
      failureCode: exitCodes.failed,
      onWarning: (warning) => warnings.push(warning),
      execute: (context) => runWriteWhy(command.options, context, warnings),
    });
  },
};

function faultsOf(
  action: string | undefined,
  request: string | undefined,
  others: readonly string[],
  values: Values,
  explicitValues: Readonly<Record<string, unknown>>,
): string[] {
  if (action !== "test" && action !== "why") return ["name an action: test or why"];
  const unexpected = action === "test" && request !== undefined ? [request, ...others] : others;
  const faults = unexpected.map((word) => `unexpected argument ${JSON.stringify(word)}`);
  if (action === "why" && request === undefined) faults.push("name a file with a request");
  if (action === "why" && values.output === "junit") faults.push("--output=junit is a form of test");
  if (action === "why" && values.coverage) faults.push("--coverage is a flag of test");
  const serverNames = [colorFlag, ...serverFlags].map(({ name }) => name);
  const usedServerFlags = serverNames.filter((name) => explicitValues[name] !== undefined);
  if (action === "test" || values.filename.length > 0) {
    faults.push(...usedServerFlags.map((name) => `--${name} is a flag of why without -f`));
  } else {
    const { case: caseName, old, subresource, user } = values;
    const used = Object.entries({ case: caseName, old, subresource, user }).filter(([, value]) => value !== undefined);
    faults.push(...used.map(([name]) => `--${name} needs policies: -f FILE or -f FOLDER`));
    if (values["user-groups"].length > 0) faults.push("--user-groups needs policies: -f FILE or -f FOLDER");
  }
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
