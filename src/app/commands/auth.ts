import { type AuthCommand, auth } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import type { ExplicitValues, FlagValues } from "../flags/flag-spec.ts";
import { UsageError } from "../flags/usage-error.ts";
import { authActions, authFlags, misplacedAuthFlags } from "./auth-flags.ts";
import { formOf, manifestsOf } from "./shared-flags.ts";
import { typeNames } from "./shared-text.ts";

type AuthFlag = (typeof authFlags)[number];

/** `orch auth`. */
export const authCommand = clientCommand({
  name: "auth",
  usage:
    "can-i VERB TYPE|TYPE/NAME|/PATH | can-i --list | whoami | why VERB TYPE [NAME] | who-can VERB TYPE [NAME] | " +
    "reconcile -f FILE [flags]",
  summary: "ask what users may do and why, and reconcile roles",
  doc: [
    "`can-i` prints whether you may perform an action. It exits with 1 if you may not. With --list it prints all actions that " +
      "you may perform in the namespace. `whoami` prints the user as whom the server authenticates you.",
    "`why` explains the answer. It prints the authorizer, the binding, the role and the rule that allow the action. If it is " +
      "not allowed, it prints the smallest role that would allow it, with a binding, and the users who could create them.",
    "`who-can` lists the subjects that roles allow to perform an action, with the binding and the role of each one.",
    "`why` and `who-can` read roles and bindings with your own permissions, also if --as names another user. They report what " +
      "you may not read. If the user of --as may not ask about itself, `can-i` and `why` ask with your permissions.",
    "`reconcile` creates roles and bindings of manifests, and adds missing permissions and subjects to existing ones. It keeps " +
      "the others, unless a flag removes them. A binding of another role is created again.",
    typeNames,
    "Exits with 0 on success or if the action is allowed, 1 if it is not allowed or if the command failed, 2 if the command " +
      "line is invalid, and 130 if it is interrupted.",
  ],
  examples: [
    ["orch auth can-i delete pods -n shop", "yes or no"],
    ["orch auth can-i get pods --subresource=log --as=ann", "the same for another user"],
    ["orch auth can-i --list", "everything that you may do"],
    ["orch auth why delete pods -n shop --as=system:serviceaccount:shop:web", "what allows it, or what is missing"],
    ["orch auth who-can get secrets -n shop", "everyone whom a role allows it"],
    ["orch auth reconcile -f roles.yaml --dry-run=client", "the changes that roles need"],
  ],
  flags: authFlags,
  options: readAuthCommand,
  execute: auth,
});

function readAuthCommand(
  values: FlagValues<AuthFlag>,
  [word, ...words]: readonly string[],
  explicitValues: ExplicitValues<AuthFlag>,
): AuthCommand {
  const action = authActions.find((name) => name === word);
  if (action === undefined) throw new UsageError([`name an action: ${authActions.join(", ")}`]);
  reject(misplacedAuthFlags(explicitValues, action));
  switch (action) {
    case "whoami":
      reject(words.map(unexpected));
      return { action, ...formOf(values) };
    case "reconcile":
      reject(words.map(unexpected));
      return {
        action,
        ...manifestsOf(values),
        removesExtraPermissions: values["remove-extra-permissions"],
        removesExtraSubjects: values["remove-extra-subjects"],
        dryRun: values["dry-run"],
        ...formOf(values),
      };
    case "can-i":
      return values.list ? readListCommand(values, words) : readCanICommand(values, words);
    case "why":
      return { action, words: actionWords(values, words, { hasName: true }) };
    case "who-can":
      reject(
        values.output === "name" ? ["-o name prints names of objects, but `orch auth who-can` lists subjects"] : [],
      );
      return {
        action,
        words: actionWords(values, words, { hasName: true }),
        hasHeaders: !values["no-headers"],
        ...formOf(values),
      };
  }
}

function readListCommand(values: FlagValues<AuthFlag>, words: readonly string[]): AuthCommand {
  const isContradiction = values.quiet || values["all-namespaces"] || values.subresource !== undefined;
  reject([
    ...(words.length > 0 ? ["list option must be specified with no arguments"] : []),
    ...(isContradiction
      ? ["list option can't be specified with neither quiet, all-namespaces nor subresource options"]
      : []),
  ]);
  return { action: "list", hasHeaders: !values["no-headers"] };
}

function readCanICommand(values: FlagValues<AuthFlag>, words: readonly string[]): AuthCommand {
  const actionOfWords = actionWords(values, words, { hasName: false });
  reject(values["no-headers"] ? ["--no-headers cannot be set without --list specified"] : []);
  return { action: "can-i", words: actionOfWords, isQuiet: values.quiet };
}

type ActionWords = Extract<AuthCommand, { readonly action: "can-i" }>["words"];

/** Returns the action that the words name. @throws UsageError with the messages of kubectl */
function actionWords(
  values: FlagValues<AuthFlag>,
  words: readonly string[],
  { hasName }: { readonly hasName: boolean },
): ActionWords {
  const [verb = "", target = "", name] = words;
  const { subresource, "all-namespaces": allNamespaces } = values;
  const isTooLong = words.length > (hasName && !target.includes("/") ? 3 : 2);
  reject([
    ...(words.length < 2 || isTooLong
      ? ["you must specify two arguments: verb resource or verb resource/resourceName."]
      : []),
    ...(target.startsWith("/") && subresource !== undefined
      ? ["--subresource can not be used with NonResourceURL"]
      : []),
  ]);
  return { verb, target, name, subresource, allNamespaces };
}

function reject(problems: readonly string[]): void {
  if (problems.length > 0) throw new UsageError(problems);
}

function unexpected(word: string): string {
  return `unexpected argument ${JSON.stringify(word)}`;
}
