import { type Shell, shells } from "../../cli/index.ts";
import { type Command, commandGroups } from "../command-line/command.ts";
import { completionLines } from "../command-line/run-completion.ts";
import { UsageError } from "../flags/usage-error.ts";

/** An incomplete command line, as a shell passes it. */
export interface CompleteOptions {
  readonly shell: Shell;
  /** Words after `orch`; the last one is incomplete. */
  readonly words: readonly string[];
  readonly commands: readonly Command[];
}

/** `orch __complete`. */
export const completeCommand: Command<CompleteOptions> = {
  name: "__complete",
  group: commandGroups.others,
  isHidden: true,
  usage: "bash|zsh -- WORD...",
  summary: "answer a shell what may stand where somebody is writing",
  doc: [
    "Answers the scripts of `orch completion`: words behind orch as the shell has them, the last one being written.",
  ],
  program: "client",
  flags: [],
  takesRawArguments: true,
  read(args, { commands }) {
    const [name, separator, ...words] = args;
    const shell = shells.find((known) => known === name);
    if (shell && separator === "--") return { shell, words, commands };
    throw new UsageError(["it is asked by the scripts of `orch completion` alone"]);
  },
  async run({ shell, words, commands }) {
    const lines = await completionLines(shell, words, commands);
    process.stdout.write(lines.map((line) => `${line}\n`).join(""));
    return 0;
  },
};
