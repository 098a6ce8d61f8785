/** Help as text: the list of commands, and one command with its flags. */
import { flagSections } from "../flags/flag-help.ts";
import { wrapText } from "../flags/wrap-text.ts";
import { type Command, listedCommands } from "./command.ts";

/**
 * Returns the list of commands.
 * @param columns of the terminal; lines are 80 to 100 characters wide whatever it is
 */
export function overview(commands: readonly Command[], columns: number): string {
  const listed = listedCommands(commands);
  const nameWidth = Math.max(...listed.map(({ name }) => name.length));
  const groups = [...new Set(listed.map(({ group }) => group))];
  const list = groups.flatMap((group) => [
    "",
    `${group}:`,
    ...listed
      .filter((command) => command.group === group)
      .map(({ name, summary }) => `  ${name.padEnd(nameWidth)}  ${summary}`),
  ]);
  return asText([
    ...wrapText("orch is a complete cluster resource API in one program.", { columns }),
    "",
    "Usage: orch <command> [flags]",
    ...list,
    "",
    "`orch help <command>` explains a command and its flags.",
  ]);
}

/**
 * Returns the help of one command.
 * @param columns as for `overview`
 */
export function commandHelp({ name, usage, doc, examples = [], flags }: Command, columns: number): string {
  const usageLine = `Usage: orch ${name} ${usage}`.trimEnd();
  const paragraphs = doc.flatMap((paragraph) => ["", ...wrapText(paragraph, { columns })]);
  const exampleLines = examples.flatMap(([line, effect]) => [`  # ${effect}`, `  ${line}`]);
  const exampleSection = exampleLines.length > 0 ? ["", "Examples:", ...exampleLines] : [];
  return asText([usageLine, ...paragraphs, ...exampleSection, ...flagSections(flags, columns)]);
}

function asText(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
