import { completionScripts, type Shell, shells } from "../../cli/index.ts";
import { type Command, commandGroups } from "../command-line/command.ts";
import { parseArguments } from "../flags/parse-flags.ts";
import { UsageError } from "../flags/usage-error.ts";

/** `orch completion`. */
export const completionCommand: Command<Shell> = {
  name: "completion",
  group: commandGroups.others,
  words: "shells",
  usage: "bash|zsh",
  summary: "print a completion script for a shell",
  doc: [
    "Prints a script with which a shell completes commands, flags and their values, and the names of types, " +
      "namespaces and objects. It requests these names from the server.",
  ],
  examples: [
    ["source <(orch completion bash)", "completion in this shell"],
    ["orch completion zsh > ~/.zsh/functions/_orch", "in every zsh, if this folder is in fpath"],
  ],
  program: "client",
  flags: [],
  read(args) {
    const { problems, words } = parseArguments([], args);
    const [word, ...others] = words;
    const unexpected = others.map((argument) => `unexpected argument ${JSON.stringify(argument)}`);
    if (problems.length + unexpected.length > 0) throw new UsageError([...problems, ...unexpected]);
    const shell = shells.find((name) => name === word);
    if (shell) return shell;
    const problem =
      word === undefined ? "name a shell" : `no script exists for ${JSON.stringify(word)}; name another shell`;
    throw new UsageError([`${problem}: ${shells.join(" or ")}`]);
  },
  async run(shell) {
    process.stdout.write(completionScripts[shell]);
    return 0;
  },
};
