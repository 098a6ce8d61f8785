import { type Command, commandGroups } from "../command-line/command.ts";
import { parseFlags } from "../flags/parse-flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { packageVersion } from "../machine/package-version.ts";

/** `orch version`. */
export const versionCommand: Command<void> = {
  name: "version",
  group: commandGroups.others,
  usage: "",
  summary: "print the version",
  doc: ["Prints the version."],
  hasSection: false,
  program: "client",
  flags: [],
  read(args) {
    const { problems } = parseFlags([], args);
    if (problems.length > 0) throw new UsageError(problems);
  },
  async run() {
    process.stdout.write(`orch ${packageVersion()}\n`);
    return 0;
  },
};
