import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { cel } from "./cel.ts";
import type { CelCommand } from "./cel-command.ts";
import type { LineCompleter } from "./cel-terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "orch-cel-"));
afterAll(() => rmSync(folder, { recursive: true }));

writeFileSync(
  join(folder, "web.yaml"),
  'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, labels: {app: web}}\nspec: {replicas: 3, "a-b": 1}\n',
);
writeFileSync(join(folder, "two.yaml"), "kind: A\nmetadata: {name: one}\n---\nkind: A\nmetadata: {name: two}\n");

writeFileSync(
  join(folder, "widgets.yaml"),
  `kind: CustomResourceDefinition
spec:
  versions:
    - {name: v1, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {
        tags: {type: array, x-orch-list-type: set, items: {type: string}}, size: {type: integer}}}}}}}
    - {name: v2, schema: {openAPIV3Schema: {type: object}}}
`,
);
writeFileSync(join(folder, "widget.yaml"), "kind: Widget\nmetadata: {name: w}\nspec: {tags: [a, b], size: 2}\n");
writeFileSync(join(folder, "old-widget.yaml"), "kind: Widget\nmetadata: {name: w}\nspec: {tags: [b, a], size: 1}\n");

interface Run {
  readonly code: number;
  readonly out: string;
  readonly completer: LineCompleter | undefined;
}

async function run(options: Partial<CelCommand>, input: readonly string[] = []): Promise<Run> {
  const parts: string[] = [];
  let completer: LineCompleter | undefined;
  const command: CelCommand = {
    expression: undefined,
    file: "web.yaml",
    oldFile: undefined,
    schemaFile: undefined,
    schemaVersion: undefined,
    isStored: false,
    output: "text",
    watches: false,
    isInteractive: false,
    vocabulary: vocabularies.orch,
    ...options,
  };
  const code = await cel(command, {
    cwd: folder,
    input: (async function* () {})(),
    out: (text) => parts.push(text),
    error: (text) => parts.push(text),
    clock: new ManualClock(),
    signal: new AbortController().signal,
    async *lines(given) {
      completer = given;
      yield* input;
    },
  });
  return { code, out: parts.join(""), completer };
}

describe("orch cel", () => {
  test("prints the result, its type, its cost and the estimate", async () => {
    expect(await run({ expression: "self.spec.replicas * 2" })).toMatchObject({
      code: 0,
      out: "result     6\ntype       int\ncost       4\nestimate   2\n",
    });
  });

  test("prints faults with their column, and returns 1", async () => {
    expect(await run({ expression: "self.spec +" })).toMatchObject({ code: 1 });
    expect((await run({ expression: "1 + 'a'" })).out).toBe(
      "ERROR: <input>:1:3: found no matching overload for '_+_' applied to '(int, string)'\n | 1 + 'a'\n | ..^\n",
    );
  });

  test("prints the error of an evaluation with its cost, and returns 1", async () => {
    expect(await run({ expression: "self.nope" })).toMatchObject({
      code: 1,
      out: "error      no such key: nope\ntype       dyn\ncost       2\nestimate   1\n",
    });
  });

  test("evaluates for each object of a file", async () => {
    const { out } = await run({ file: "two.yaml", expression: "self.metadata.name" });
    expect(out).toMatch(/^A one\nresult {5}"one"\n.*\n\nA two\nresult {5}"two"\n/s);
  });

  test("compares with an older object", async () => {
    const { out } = await run({ expression: "self.kind == oldObject.kind", oldFile: "two.yaml" });
    expect(out).toContain("result     false");
  });

  test("prints JSON", async () => {
    const { out } = await run({ expression: "{'n': [1u, 2u]}", output: "json" });
    expect(JSON.parse(out)).toEqual({
      result: { n: [1, 2] },
      type: "map(string, list(uint))",
      cost: 0,
      estimate: { min: 40, max: 40 },
    });
  });

  test("reads expressions line by line, and completes names", async () => {
    const { code, out, completer } = await run({ isInteractive: true }, ["self.spec.replicas", ":vars", ":quit", "1"]);
    expect(code).toBe(0);
    expect(out).toContain("result     3\n");
    expect(out).toContain("self: dyn\nobject: dyn\n");
    expect(out).not.toContain("result     1\n");
    expect(completer?.("self.spec.rep")).toEqual([["replicas", "replace("], "rep"]);
    expect(completer?.("1 + se")).toEqual([["self", "sets.contains(", "sets.equivalent(", "sets.intersects("], "se"]);
  });
});

describe("orch cel with a schema", () => {
  const schema = { schemaFile: "widgets.yaml", schemaVersion: "v1", file: "widget.yaml" };

  test("reports a missing field before the evaluation", async () => {
    const { code, out } = await run({ ...schema, expression: "self.spec.sise > 1" });
    expect(code).toBe(1);
    expect(out).toBe("ERROR: <input>:1:10: undefined field 'sise'\n | self.spec.sise > 1\n | .........^\n");
  });

  test("compares values as the schema says", async () => {
    const { code, out } = await run({
      ...schema,
      oldFile: "old-widget.yaml",
      expression: "self.spec.tags == oldSelf.spec.tags && self.metadata.name == 'w'",
    });
    expect([code, out]).toEqual([0, expect.stringMatching(/^result {5}true\ntype {7}bool\n/)]);
  });

  test("prints why the server would reject a rule, and what would help", async () => {
    const { code, out } = await run({ ...schema, expression: "self.spec.tags.all(t, t.contains(t))" });
    expect(code).toBe(1);
    expect(out).toMatch(/^rejected {3}estimated rule cost exceeds budget by factor of more than 100x \(/m);
    expect(out).toMatch(
      /^advice {5}set maxLength of self\.spec\.tags\[\*\]\nadvice {5}set maxItems of self\.spec\.tags\n$/m,
    );
  });

  test("needs no object", async () => {
    expect(await run({ ...schema, file: undefined, expression: "self.spec.size > 1" })).toMatchObject({
      code: 0,
      out: "type       bool\nestimate   4\n",
    });
    const json = await run({ ...schema, file: undefined, expression: "self.spec.size", output: "json" });
    expect(JSON.parse(json.out)).toEqual({ type: "int", estimate: { min: 3, max: 3 } });
  });

  test("completes the fields of the schema", async () => {
    const { out, completer } = await run({ ...schema, file: undefined, isInteractive: true }, [":vars"]);
    expect(out).toContain("self: selfType\noldSelf: selfType\n");
    expect(completer?.("self.spec.ta")).toEqual([["tags"], "ta"]);
  });

  test("asks for the version if a definition has several", async () => {
    await expect(run({ ...schema, schemaVersion: undefined, expression: "1" })).rejects.toThrow(
      "widgets.yaml has the versions v1, v2; choose one with --version",
    );
    await expect(run({ ...schema, schemaVersion: "v3", expression: "1" })).rejects.toThrow(
      "widgets.yaml has no version v3; it has: v1, v2",
    );
  });

  test("reports a file without a schema", async () => {
    await expect(run({ ...schema, schemaFile: "widget.yaml", expression: "1" })).rejects.toThrow(
      "widget.yaml: the schema has no type that expressions can use",
    );
  });
});
