/** The report about cases in the form of JUnit, which systems of continuous integration read. */
import type { CaseResult } from "../run-cases.ts";
import type { TestRun } from "../test-run.ts";

/** Returns the report: a suite for each file. */
export function junitReport({ results, coverage }: TestRun): string {
  const files = new Map<string, CaseResult[]>();
  for (const result of results) {
    const ofFile = files.get(result.tested.file);
    if (ofFile) ofFile.push(result);
    else files.set(result.tested.file, [result]);
  }
  const attributes = coverage
    ? `<properties><property name="coverage" value="${coverage.totals.covered}/${coverage.totals.possible}"/></properties>`
    : "";
  const suites = [...files].map(([file, cases]) =>
    [
      `  <testsuite name="${escaped(file)}" tests="${cases.length}" failures="${failedOf(cases)}">${attributes}`,
      ...cases.map((one) => testCase(one)),
      "  </testsuite>",
    ].join("\n"),
  );
  const totals = `tests="${results.length}" failures="${failedOf(results)}"`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites ${totals}>`, ...suites, "</testsuites>", ""].join(
    "\n",
  );
}

function failedOf(results: readonly CaseResult[]): number {
  return results.filter(({ failures }) => failures.length > 0).length;
}

function testCase({ tested: { name, file, line }, failures }: CaseResult): string {
  const attributes = `name="${escaped(name)}" classname="${escaped(file)}" file="${escaped(file)}" line="${line}"`;
  if (failures.length === 0) return `    <testcase ${attributes}/>`;
  const [first = ""] = failures;
  const failure = `<failure message="${escaped(first)}">${escaped(failures.join("\n"))}</failure>`;
  return `    <testcase ${attributes}>${failure}</testcase>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
};
// oxlint-disable-next-line no-control-regex -- XML cannot contain these
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

function escaped(text: string): string {
  return text.replace(forbidden, "\uFFFD").replace(/[&<>"\n]/g, (character) => entities[character] ?? character);
}
