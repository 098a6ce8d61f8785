/** Prints what a comparison found. Pure: each function returns text. */
import type { DifferenceClass, Outcome, SuiteCounts } from "./outcome.ts";

/** Returns one row for each suite and one for all. */
export function summaryRows(outcome: Outcome): readonly (readonly string[])[] {
  const total: SuiteCounts = {
    exchanges: 0,
    sameVerdict: 0,
    verdicts: { identical: 0, intended: 0, "later step": 0, different: 0 },
  };
  for (const counts of outcome.suites.values()) {
    total.exchanges += counts.exchanges;
    total.sameVerdict += counts.sameVerdict;
    for (const verdict of Object.keys(total.verdicts) as (keyof typeof total.verdicts)[]) {
      total.verdicts[verdict] += counts.verdicts[verdict];
    }
  }
  return [...outcome.suites, ["all", total] as const].map(([name, { exchanges, sameVerdict, verdicts }]) => [
    name,
    String(exchanges),
    String(verdicts.identical),
    String(verdicts.intended),
    String(verdicts["later step"]),
    String(verdicts.different),
    percent(exchanges - verdicts.different, exchanges),
    percent(sameVerdict, exchanges),
  ]);
}

const heads = ["suite", "exchanges", "identical", "intended", "later step", "different", "as intended", "same verdict"];

/** Returns the summary as lined-up text. */
export function summaryTable(outcome: Outcome): string {
  const rows = [heads, ...summaryRows(outcome)];
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join("  "),
    )
    .join("\n");
}

/** Returns the summary as a table in Markdown. */
export function summaryMarkdown(outcome: Outcome): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rule = heads.map((_, column) => (column === 0 ? "---" : "---:"));
  return [line(heads), line(rule), ...summaryRows(outcome).map(line)].join("\n");
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "-" : `${((100 * part) / whole).toFixed(2)} %`;
}

/** Longest text of one value in a report. */
const valueMax = 600;

/** Returns a class with its smallest case. */
export function classText({ signature, count, example, exampleDifference, resources }: DifferenceClass): string {
  const { scenario, method, target, request } = example;
  const resourcesText = [...resources].slice(0, 8).join(", ");
  const more = resources.size > 8 ? `, and ${resources.size - 8} more` : "";
  return [
    `${count}x ${signature.slice(0, 160)}`,
    `    resources  ${resourcesText}${more}`,
    `    scenario   ${scenario}`,
    `    request    ${method} ${target}${headersText(request.headers)}`,
    ...(request.body === undefined ? [] : [`    body       ${shorten(bodyText(request.body))}`]),
    `    where      ${exampleDifference.where}`,
    `    reference  ${shorten(exampleDifference.reference)}`,
    `    orch       ${shorten(exampleDifference.orch)}`,
  ].join("\n");
}

function headersText(headers: Readonly<Record<string, string>> | undefined): string {
  return Object.entries(headers ?? {})
    .map(([name, value]) => `  ${name}: ${value}`)
    .join("");
}

function bodyText(body: unknown): string {
  if (body instanceof Uint8Array) return `base64 ${Buffer.from(body).toString("base64")}`;
  return typeof body === "string" ? body : JSON.stringify(body);
}

function shorten(text: string): string {
  return text.length > valueMax ? `${text.slice(0, valueMax)}... (${text.length} characters)` : text;
}
