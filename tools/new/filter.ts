/** The files of a new filter of the API server. */
import type { FilterRequest } from "./arguments.ts";
import type { SourceEdits } from "./source-edits.ts";
import { camelCase } from "./spellings.ts";

const server = "src/server/api-server.ts";
const architecture = "ARCHITECTURE.md";

/** Adds a filter that runs after authorization. Returns the next steps for its author. */
export function newFilter(edits: SourceEdits, { name }: FilterRequest): readonly string[] {
  const camel = camelCase(name);
  const page = `src/server/filters/${name}.ts`;
  edits.create(page, filterPage(name));
  edits.create(`src/server/filters/${name}.test.ts`, filterTest(name));
  edits.import(server, `./filters/${name}.ts`, camel);
  edits.insertBefore(server, /^ *\.\.\.\(options\.faults \?/m, `        ${camel},\n`);
  const step = `     ├─ ${`filters/${name}.ts`.padEnd(26)}passes every request\n`;
  edits.insertBefore(architecture, /^ {5}├─ filters\/faults\.ts /m, step);
  return [
    `write what the filter does in ${page} and in ${architecture}, and test it`,
    `move it to its position in ${server} and ${architecture}`,
    "check it: npm run check && npm test -- src/server/filters src/server/chain tools/architecture test/smoke",
  ];
}

function filterPage(name: string): string {
  return `/** The filter \`${name}\`. It passes every request. */
import type { Filter } from "../chain.ts";

/** The filter that passes every request. */
export const ${camelCase(name)}: Filter = (call, next) => next(call);
`;
}

function filterTest(name: string): string {
  const camel = camelCase(name);
  return `import { expect, test } from "vitest";
import { runFilter, testCall } from "../testing/test-call.ts";
import { ${camel} } from "./${name}.ts";

test("the filter ${name} continues with the next filter", async () => {
  const { call } = testCall("/api/v1/nodes");
  let hasContinued = false;
  await runFilter(${camel}, call, async () => {
    hasContinued = true;
  });
  expect(hasContinued).toBe(true);
});
`;
}
