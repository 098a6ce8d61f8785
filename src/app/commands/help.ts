/** Help as text: the list of commands, and one command with its flags, aligned and wrapped. */
import { unreachable } from "../../base/assert.ts";
import { controllerManagerFlags } from "../config/controller-manager-config.ts";
import { serverFlags } from "../config/server-flags.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { flagsOfClient } from "./client-flags.ts";
import {
  type CommandName,
  findCommand,
  isClientCommand,
  isFileCommand,
  isServerCommand,
  listedCommands,
} from "./commands.ts";
import { flagsOfFiles } from "./file-flags.ts";
import { storageFlags } from "./storage-flags.ts";

const widthMin = 80;
const widthMax = 100;
/** Where the explanation of a flag begins; a longer flag has a line of its own. */
const docColumn = 32;

/** @param columns of the terminal; lines are 80 to 100 characters wide whatever it is */
export function overview(columns: number): string {
  const nameWidth = Math.max(...listedCommands.map(({ name }) => name.length));
  const groups = [...new Set(listedCommands.map(({ group }) => group))];
  const list = groups.flatMap((group) => [
    "",
    `${group}:`,
    ...listedCommands
      .filter((command) => command.group === group)
      .map(({ name, summary }) => `  ${name.padEnd(nameWidth)}  ${summary}`),
  ]);
  return text([
    ...wrap("orch is a complete cluster resource API in one program.", { columns }),
    "",
    "Usage: orch <command> [flags]",
    ...list,
    "",
    "`orch help <command>` explains a command and its flags.",
  ]);
}

/** @param columns as for `overview` */
export function commandHelp(name: CommandName, columns: number): string {
  const command = findCommand(name);
  const usage = `Usage: orch ${name} ${command?.usage ?? ""}`.trimEnd();
  const paragraphs = (command?.doc ?? []).flatMap((paragraph) => ["", ...wrap(paragraph, { columns })]);
  const examples = (command?.examples ?? []).flatMap(([line, effect]) => [`  # ${effect}`, `  ${line}`]);
  const shown = examples.length > 0 ? ["", "Examples:", ...examples] : [];
  return text([usage, ...paragraphs, ...shown, ...flagSections(flagsOf(name), columns)]);
}

/** What may stand behind the name of a command. */
export function flagsOf(name: CommandName): readonly FlagSpec[] {
  if (isServerCommand(name)) return serverFlags(name);
  if (isClientCommand(name)) return flagsOfClient(name);
  if (name === "controller-manager") return controllerManagerFlags;
  if (name === "storage") return storageFlags;
  return isFileCommand(name) ? flagsOfFiles(name) : [];
}

function flagSections(specs: readonly FlagSpec[], columns: number): string[] {
  const listed = specs.filter(({ hidden }) => !hidden);
  const groups = [...new Set(listed.map(({ group }) => group))];
  return groups.flatMap((group) => [
    "",
    `${group}:`,
    ...listed.filter((spec) => spec.group === group).flatMap((spec) => flagLines(spec, columns)),
  ]);
}

function flagLines(spec: FlagSpec, columns: number): string[] {
  const head = `  ${flagSyntax(spec)}`;
  const shown = shownDefault(spec);
  const doc = shown === undefined ? spec.doc : `${spec.doc} (default ${shown})`;
  const lines = wrap(doc, { columns, indent: docColumn });
  if (head.length >= docColumn - 1) return [head, ...lines];
  const [first = "", ...rest] = lines;
  return [head.padEnd(docColumn) + first.trimStart(), ...rest];
}

/** `--secure-port=NUMBER`. */
export function flagSyntax(spec: FlagSpec): string {
  const letter = spec.short === undefined ? "" : `-${spec.short}, `;
  return `${letter}--${spec.name}${spec.type === "boolean" ? "" : `=${valueSyntax(spec)}`}`;
}

function valueSyntax(spec: Exclude<FlagSpec, { type: "boolean" }>): string {
  switch (spec.type) {
    case "string":
      return spec.placeholder;
    case "list":
      return `${spec.placeholder},...`;
    case "integer":
      return (spec.unit ?? "number").toUpperCase();
    case "duration":
      return "DURATION";
    case "path":
      return "PATH";
    case "enum":
      // Those that are open are too long for a line, and named by the explanation.
      return spec.openValues ? "FORM" : spec.values.join("|");
    default:
      return unreachable(spec);
  }
}

/** The default as one would type it; `undefined` where there is none to tell of. */
export function shownDefault(spec: FlagSpec): string | undefined {
  if (spec.type === "list") return spec.default.length > 0 ? spec.default.join(",") : undefined;
  return spec.default === undefined ? undefined : String(spec.default);
}

/** Lines of at most the terminal's width, every one indented. */
function wrap(paragraph: string, { columns, indent = 0 }: { columns: number; indent?: number }): string[] {
  const width = Math.min(widthMax, Math.max(widthMin, columns));
  const lines: string[] = [];
  for (const word of paragraph.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(" ".repeat(indent) + word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

function text(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
