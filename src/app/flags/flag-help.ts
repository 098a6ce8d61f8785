/** The part of help that explains flags. */
import { unreachable } from "../../base/assert.ts";
import type { FlagSpec } from "./flag-spec.ts";
import { wrapText } from "./wrap-text.ts";

/** Column at which the explanation of a flag starts. A longer flag gets a separate line. */
const docColumn = 32;

/** Returns the lines that explain the flags, under the headings of their groups. Hidden flags are left out. */
export function flagSections(specs: readonly FlagSpec[], columns: number): string[] {
  const listed = specs.filter(isListed);
  const groups = [...new Set(listed.map(({ group }) => group))];
  return groups.flatMap((group) => [
    "",
    `${group}:`,
    ...listed.filter((spec) => spec.group === group).flatMap((spec) => flagLines(spec, columns)),
  ]);
}

/** Whether help and documentation list a flag. */
export function isListed({ hidden, deprecation }: FlagSpec): boolean {
  return !hidden && deprecation === undefined;
}

function flagLines(spec: FlagSpec, columns: number): string[] {
  const head = `  ${flagSyntax(spec)}`;
  const defaultValue = shownDefault(spec);
  const doc = defaultValue === undefined ? spec.doc : `${spec.doc} (default ${defaultValue})`;
  const lines = wrapText(doc, { columns, indent: docColumn });
  if (head.length >= docColumn - 1) return [head, ...lines];
  const [first = "", ...rest] = lines;
  return [head.padEnd(docColumn) + first.trimStart(), ...rest];
}

/** Returns a flag as help shows it: `--secure-port=NUMBER`, `-n, --namespace=NAMESPACE`. */
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
      // The forms are too long for one line. The explanation of the flag names them.
      return spec.openValues ? "FORM" : spec.values.join("|");
    default:
      return unreachable(spec);
  }
}

/** Returns the default as it is typed on a command line. Undefined if the flag has none. */
export function shownDefault(spec: FlagSpec): string | undefined {
  if (spec.type === "list") return spec.default.length > 0 ? spec.default.join(",") : undefined;
  return spec.default === undefined ? undefined : String(spec.default);
}
