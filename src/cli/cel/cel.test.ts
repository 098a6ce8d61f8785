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
