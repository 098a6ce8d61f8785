/** `docs/flags.md`, from the table of flags. */

import { flagSyntax, isListed, shownDefault } from "../flags/flag-help.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";
import type { Command } from "./command.ts";

/**
 * Returns `docs/flags.md`.
 * @param flags that the page describes
 * @param commands whose names it shows beside the flags that they have
 */
export function flagsDocument(flags: readonly FlagSpec[], commands: readonly Command[]): string {
  const listed = flags.filter(isListed);
  const groups = [...new Set(listed.map(({ group }) => group))];
  return [
    "# Flags",
    "",
    "<!-- Generated from src/app/config/server-flags.ts by `npm run docs`; edit that file. -->",
    "",
    "Flags of `orch up` and `orch apiserver`. `--name=value` and `--name value` mean the same. A boolean flag without a value",
    "is true. If a flag is repeated, its last value counts; repeated lists grow. Durations are written as `300ms`, `10s` or",
    "`1h30m`. Unknown, malformed or conflicting flags are rejected. The command lists every problem and exits with code 2.",
    "A server exits with code 1 if it cannot use a file that a flag names, or the values of `--oidc-required-claim` and",
    "`--oidc-signing-algs`, or if the content of a file conflicts with a flag.",
    ...groups.flatMap((group) => [
      "",
      `## ${group}`,
      "",
      ...table(
        listed.filter((spec) => spec.group === group),
        commands,
      ),
    ]),
    "",
  ].join("\n");
}

function table(specs: readonly FlagSpec[], commands: readonly Command[]): string[] {
  const rows = specs.map((spec) => {
    const defaultValue = shownDefault(spec);
    const commandsWithFlag = commands.filter(({ flags }) => flags.includes(spec));
    const commandNames = commandsWithFlag.map(({ name }) => `\`${name}\``).join(", ");
    return `| \`${cell(flagSyntax(spec))}\` | ${defaultValue === undefined ? "" : `\`${cell(defaultValue)}\``} | ${commandNames} | ${cell(spec.doc)} |`;
  });
  return ["| flag | default | commands | meaning |", "| --- | --- | --- | --- |", ...rows];
}

function cell(content: string): string {
  return content.replaceAll("|", "\\|");
}
