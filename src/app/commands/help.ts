import { type Command, commandGroups } from "../command-line/command.ts";
import { type PrintedText, printText, requestedHelp } from "../command-line/printed-text.ts";

/** `orch help`. */
export const helpCommand: Command<PrintedText> = {
  name: "help",
  group: commandGroups.others,
  words: "commands",
  usage: "[command]",
  summary: "explain a command and its flags",
  doc: ["Explains a command and its flags, or lists the commands."],
  hasSection: false,
  program: "client",
  flags: [],
  takesRawArguments: true,
  read: (args, { commands, columns }) => requestedHelp(args, commands, columns),
  run: async (answer) => printText(answer),
};
