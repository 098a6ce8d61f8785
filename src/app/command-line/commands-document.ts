/** `docs/commands.md`, from the descriptions of the commands. */
import { flagSyntax, isListed, shownDefault } from "../flags/flag-help.ts";
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
    "The commands of `orch` that do not run a server ([flags of servers](flags.md), [a recorded session](commands-session.md)).",
    "`--name=value` and `--name value` mean the same, as do `-n value`, `-n=value` and `-nvalue`. Letters of flags without values",
    "can be combined. Words and flags can be mixed; after `--`, every argument is a word. `orch help COMMAND` shows the same text",
    "as this page.",
    "",
    "## Server selection",
    "",
    "Commands use the first of these configurations that exists:",
    "",
    "1. the file of `--kubeconfig`;",
    "2. the files in `ORCHCONFIG`, separated like those in `PATH`;",
    "3. `~/.orch/config`;",
    "4. the service account that is mounted into the Pod in which the command runs;",
    "5. `./.orch/admin.kubeconfig`, which `orch up` writes if it is started without flags. Other users may have created this",
    "   folder, so the file must not name programs or other files, unless `--kubeconfig` names it.",
    "",
    "With `--vocabulary=kubernetes`, the variable is `KUBECONFIG` and the file is `~/.kube/config`.",
    "",
    "## Exit codes",
    "",
    "| code | meaning |",
    "| --- | --- |",
    "| 0 | success; `diff`: nothing would change |",
    "| 1 | failure, reported on standard error; `diff`: something would change |",
    "| 2 | invalid command line, nothing was done; `diff` also: the changes could not be determined |",
    "| 130, 143 | interrupted by SIGINT, by SIGTERM |",
    "| 141 | the reader of the output has closed the pipe |",
    ...sharedFlags(),
    ...described.flatMap(commandSection),
    "",
  ].join("\n");
}

/** Whether the flag chooses the server. Every command that connects to a server has these flags. */
function isShared({ group }: FlagSpec): boolean {
  return group === connectionGroup;
}

const sharedFlagsTitle = "Flags of all commands that connect to a server";
const sharedFlagsAddress = `#${sharedFlagsTitle.toLowerCase().replaceAll(" ", "-")}`;

/** Names the flags of a command that its table leaves out. */
function sharedFlagsLine(flags: readonly FlagSpec[]): string {
  const names = flags.filter((spec) => isListed(spec) && isShared(spec)).map(({ name }) => `\`--${name}\``);
  return `[Flags that choose the server](${sharedFlagsAddress}): ${names.join(", ")}.`;
}

function sharedFlags(): string[] {
  return ["", `## ${sharedFlagsTitle}`, "", ...table([namespaceFlag, ...serverChoiceFlags])];
}

function commandSection({ name, usage, summary, doc, examples = [], flags: all }: Command): string[] {
  const flags = all.filter((spec) => isListed(spec) && !isShared(spec));
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
    ...(all.some(isShared) ? ["", sharedFlagsLine(all)] : []),
  ];
}

function table(specs: readonly FlagSpec[]): string[] {
  const rows = specs.map((spec) => {
    const defaultValue = spec.type === "boolean" && !spec.default ? undefined : shownDefault(spec);
    return `| \`${cell(flagSyntax(spec))}\` | ${defaultValue === undefined ? "" : `\`${cell(defaultValue)}\``} | ${cell(spec.doc)} |`;
  });
  return ["| flag | default | meaning |", "| --- | --- | --- |", ...rows];
}

function cell(content: string): string {
  return content.replaceAll("|", "\\|");
}
