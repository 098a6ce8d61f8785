/** Checks that the `@example` blocks in the docstrings of `orch/client` compile. */
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as api from "../../src/api/index.ts";
import * as client from "../../src/app/client.ts";
import { CompiledFolder } from "../support/compiled-folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Values that the examples use without declaring them. */
const ambientValues = [
  { name: "client", declaration: 'declare const client: import("orch/client").Client;' },
  { name: "controller", declaration: 'declare const controller: import("orch/client").Controller;' },
  { name: "signal", declaration: "declare const signal: AbortSignal;" },
];

interface Example {
  /** File and line of the `@example` tag. */
  readonly place: string;
  readonly code: string;
}

async function examplesIn(file: string): Promise<readonly Example[]> {
  const text = await readFile(file, "utf8");
  return [...text.matchAll(/^ *\* @example\n *\* ```ts\n(?<body>(?: *\*(?! ```).*\n)*) *\* ```$/gm)].map(
    ({ index, groups }) => ({
      place: `${relative(root, file)}:${text.slice(0, index).split("\n").length}`,
      code: (groups?.["body"] ?? "").replace(/^ *\* ?/gm, ""),
    }),
  );
}

async function sourceFiles(): Promise<readonly string[]> {
  const files = await readdir(join(root, "src/client"), { recursive: true });
  const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  return [...sources.map((file) => join(root, "src/client", file)), join(root, "src/app/client.ts")];
}

/** Returns a module that imports and declares what the example uses, and contains its code. */
function moduleOf({ place, code }: Example): string {
  const uses = (name: string): boolean => new RegExp(`(?<![.\\w])${name}\\b`).test(code);
  const declares = (name: string): boolean => new RegExp(`(?:const|let|using) ${name}\\b`).test(code);
  return [
    `// ${place}`,
    `import { ${Object.keys(client).filter(uses).join(", ")} } from "orch/client";`,
    `import { ${Object.keys(api).filter(uses).join(", ")} } from "orch/api";`,
    ...ambientValues.filter(({ name }) => uses(name) && !declares(name)).map(({ declaration }) => declaration),
    code,
  ].join("\n");
}

test("every example in the docstrings of orch/client compiles", async () => {
  const examples = (await Promise.all((await sourceFiles()).map(examplesIn))).flat();
  expect(examples.length).toBeGreaterThan(20);
  await using folder = await CompiledFolder.create("doc-examples", "src/app/client.ts");
  await Promise.all(examples.map((example, index) => folder.write(`example-${index}.ts`, moduleOf(example))));
  expect(await folder.compile()).toBe("");
}, 120_000);

test("every function and class of orch/client has an example", async () => {
  const sources = await Promise.all((await sourceFiles()).map((file) => readFile(file, "utf8")));
  const declarationOf = (name: string): RegExp =>
    new RegExp(`^(?<docs>/\\*\\*\\n(?: \\*.*\\n)*)?export (?:async )?(?:function\\*?|class) ${name}\\b`, "m");
  const withoutExample = Object.keys(client).filter((name) =>
    sources.some((text) => {
      const declaration = declarationOf(name).exec(text);
      return declaration !== null && !(declaration.groups?.["docs"] ?? "").includes("@example");
    }),
  );
  expect(withoutExample).toEqual([]);
});
