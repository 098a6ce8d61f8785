import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { brokenSourceRules } from "./sources/source-rules.ts";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "orch-sources-"));
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

test("only the allowed files of this project contain product names, read the clock, or create random values", () => {
  expect(brokenSourceRules(dirname(import.meta.dirname))).toEqual([]);
});

const useVocabulary = "declare a token of meta/vocabulary.ts and bind it";
const useClock = "take the time from a Clock that is passed in (base/clock.ts)";
const useRandom = "take random values from a Random that is passed in (base/random.ts)";

const violations: readonly [code: string, found: string, remedy: string][] = [
  [`const label = "kubernetes.io/metadata.name";`, "kubernetes.io", useVocabulary],
  [`const label = 'node.orch.io/unreachable';`, "orch.io", useVocabulary],
  ["const group = `${stem}.k8s.io`;", "k8s.io", useVocabulary],
  ["const group = `a ${`${stem}.orch.io`} b`;", "orch.io", useVocabulary],
  [`const definition = "io.k8s.api.core.v1.Pod";`, "io.k8s", useVocabulary],
  [`const extension = "x-kubernetes-list-type";`, "x-kubernetes-", useVocabulary],
  [`const type = "application/vnd.kubernetes.protobuf";`, "vnd.kubernetes", useVocabulary],
  [`const namespace = "kube-system";`, "kube-", useVocabulary],
  [`const namespace = "orch-system";`, "orch-", useVocabulary],
  ["const now = Date.now();", "Date.now", useClock],
  ["const now = new Date();", "new Date()", useClock],
  ["const now = performance.now();", "performance.now", useClock],
  ["const now = process.hrtime();", "hrtime", useClock],
  ["setTimeout(() => undefined, 1);", "setTimeout", useClock],
  [`import { setTimeout as sleep } from "node:timers/promises";`, "setTimeout", useClock],
  ["setInterval(() => undefined, 1);", "setInterval", useClock],
  ["const dice = Math.random();", "Math.random", useRandom],
  [`import { randomUUID } from "node:crypto";`, "randomUUID", useRandom],
  ["crypto.getRandomValues(bytes);", "getRandomValues", useRandom],
];

test.each(violations)("brokenSourceRules() reports %s", async (code, found, remedy) => {
  await write("src/room/file.ts", `// first line\n${code}\n`);
  expect(brokenSourceRules(root)).toEqual([`src/room/file.ts:2 contains ${found}; ${remedy}`]);
});

test("brokenSourceRules() ignores text that only resembles a violation", async () => {
  await write(
    "src/room/file.ts",
    `
    // kubernetes.io/metadata.name, Date.now(), Math.random()
    /** \`meta.orch.io/v1\`; see k8s.io/apimachinery */
    const names = ["orchestra", "kubernetes", "orch", "workbench.iox", "cube-system"];
    const then = new Date(0); const parsed = Date.parse("2020-01-01T00:00:00Z");
    session.setTimeout(1); const clock = { now: () => 0 }; clock.now();
    const pattern = \`\${/"orch.io/.test(name)}\`;
    `,
  );
  expect(brokenSourceRules(root)).toEqual([]);
});

test("brokenSourceRules() ignores tests and the files that a rule allows", async () => {
  const all = `const all = ["kubernetes.io", Date.now(), Math.random()];`;
  await write("src/meta/vocabulary.ts", `const all = "kubernetes.io";`);
  await write("src/base/clock.ts", "const all = Date.now();");
  await write("src/base/random.ts", "const all = Math.random();");
  await write("src/base/web-random.ts", "const all = crypto.randomUUID();");
  await write("src/room/file.test.ts", all);
  await write("src/room/testing/fixture.ts", all);
  expect(brokenSourceRules(root)).toEqual([]);
});

test("brokenSourceRules() rejects a tree without sources instead of reporting success", () => {
  expect(() => brokenSourceRules(root)).toThrow("no source files under");
});
