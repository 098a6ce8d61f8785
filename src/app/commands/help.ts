import { type Answer, helpAnswer, printAnswer } from "../command-line/answers.ts";
import { type Command, commandGroups } from "../command-line/command.ts";

/** `orch help`. */
export const helpCommand: Command<Answer> = {
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
  read: (args, { commands, columns }) => helpAnswer(args, commands, columns),
  run: async (answer) => printAnswer(answer),
};
