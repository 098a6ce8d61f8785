/** `docs/commands.md`, from the descriptions of the commands. */
import { flagSyntax, shownDefault } from "../flags/flag-help.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { type Command, listedCommands } from "./command.ts";
import { connectionGroup, namespaceFlag, serverChoiceFlags } from "./connection-flags.ts";

/** Returns `docs/commands.md`. */
export function commandsDocument(commands: readonly Command[]): string {
  const described = listedCommands(commands).filter(({ hasSection = true }) => hasSection);
  return [
    "# Commands",
    "",
    "<!-- Generated from src/app/commands/ by `npm run docs`; edit the files there. -->",
    "",
    "What `orch` does besides serving ([flags of servers](flags.md), [a recorded session](commands-session.md)). `--name=value`",
    "and `--name value` mean the same, as do `-n value`, `-n=value` and `-nvalue`; letters of flags without values may stand",
    "together. Words and flags may stand in any order; behind `--` everything is a word. `orch help COMMAND` says the same as",
    "this page.",
    "",
    "## Which server",
    "",
    "The first of these that there is:",
    "",
    "1. the file that `--kubeconfig` names;",
    "2. the files that `ORCHCONFIG` lists, with the separators of `PATH`;",
    "3. `~/.orch/config`;",
    "4. what is mounted into the Pod in which the command runs;",
    "5. `./.orch/admin.kubeconfig`, which `orch up` writes where it is started without flags. As this folder may be anybody's,",
    "   this file may not name programs or other files; named by `--kubeconfig`, it may.",
    "",
    "With `--vocabulary=kubernetes` the variable is `KUBECONFIG` and the file `~/.kube/config`.",
    "",
    "## Exit codes",
    "",
    "| code | meaning |",
    "| --- | --- |",
    "| 0 | all went well; of `diff`: nothing would change |",
    "| 1 | something could not be done, and is told on standard error; of `diff`: something would change |",
    "| 2 | the command line cannot be followed, and nothing was done; of `diff` also: what would change could not be found out |",
    "| 130, 143 | interrupted by SIGINT, by SIGTERM |",
    "| 141 | whoever read the output has enough of it |",
    ...sharedFlags(),
    ...described.flatMap(commandSection),
    "",
  ].join("\n");
}

/** Whether the flag chooses the server. Every command that connects to a server has these flags. */
function isShared({ group }: FlagSpec): boolean {
  return group === connectionGroup;
}

function sharedFlags(): string[] {
  return ["", "## Flags of all commands that ask a server", "", ...table([namespaceFlag, ...serverChoiceFlags])];
}

function commandSection({ name, usage, summary, doc, examples = [], flags: all }: Command): string[] {
  const flags = all.filter((spec) => !spec.hidden && !isShared(spec));
  return [
    "",
    `## orch ${name}`,
    "",
    `\`orch ${name} ${usage}\`: ${summary}.`,
    ...doc.flatMap((paragraph) => ["", paragraph]),
    ...(examples.length > 0
      ? ["", "```console", ...examples.map(([line, effect]) => `$ ${line}   # ${effect}`), "```"]
      : []),
    ...(flags.length > 0 ? ["", ...table(flags)] : []),
  ];
}

function table(specs: readonly FlagSpec[]): string[] {
  const rows = specs.map((spec) => {
    const shown = spec.type === "boolean" && !spec.default ? undefined : shownDefault(spec);
    return `| \`${cell(flagSyntax(spec))}\` | ${shown === undefined ? "" : `\`${cell(shown)}\``} | ${cell(spec.doc)} |`;
  });
  return ["| flag | default | meaning |", "| --- | --- | --- |", ...rows];
}

function cell(content: string): string {
  return content.replaceAll("|", "\\|");
}
