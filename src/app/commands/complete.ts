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
  summary: "complete an incomplete command line",
  doc: [
    "Answers the scripts of `orch completion`. The arguments are the words after orch as the shell passes them; " +
      "the last one is incomplete.",
  ],
  program: "client",
  flags: [],
  takesRawArguments: true,
  read(args, { commands }) {
    const [name, separator, ...words] = args;
    const shell = shells.find((known) => known === name);
    if (shell && separator === "--") return { shell, words, commands };
    throw new UsageError(["only the scripts of `orch completion` may call it"]);
  },
  async run({ shell, words, commands }) {
    const lines = await completionLines(shell, words, commands);
    process.stdout.write(lines.map((line) => `${line}\n`).join(""));
    return 0;
  },
};
