import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkProse } from "./check.ts";
import { judgeCommits, subjectProblems } from "./commit-subjects.ts";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "orch-prose-"));
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

function run(...args: readonly string[]): string {
  const identity = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...identity, ...args], { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
}

/** Commits all files, and returns the hash of the commit. */
function commit(subject: string): string {
  run("add", "--all");
  run("commit", "--quiet", "--allow-empty", "--message", subject);
  return run("rev-parse", "HEAD");
}

test("missing docstrings and unclear phrases of sources and documents are reported", async () => {
  await write("src/room/file.ts", "// Nobody reads it.\nexport class Hub {}\n");
  await write("README.md", "Nobody reads it.\n");
  expect(checkProse(root)).toEqual({
    violations: [
      expect.stringContaining("src/room/file.ts:2 Hub"),
      expect.stringContaining(`src/room/file.ts:1 "Nobody": `),
      expect.stringContaining(`README.md:1 "Nobody": `),
    ],
    notes: [expect.stringContaining("commits are not checked: no Git history after")],
  });
});

test("types that share a name are reported", async () => {
  await write("src/room/file.ts", "/** Hub of the first room. */\nexport class Hub {}\n");
  await write("src/other/file.ts", "/** Hub of the second room. */\nexport class Hub {}\n");
  expect(checkProse(root).violations).toEqual([
    "src/other/file.ts:2 Hub: src/room/file.ts:2 exports another type of this name; rename one of them",
    "src/room/file.ts:2 Hub: src/other/file.ts:2 exports another type of this name; rename one of them",
  ]);
});

test("a folder with more than 45 source files is reported, tests and pages of the API aside", async () => {
  for (let index = 0; index < 46; index++) {
    await write(`src/room/file-${index}.ts`, "");
    await write(`tools/room/file-${index}.test.ts`, "");
    await write(`src/api/core/v1/file-${index}.ts`, "");
    if (index > 0) await write(`bench/file-${index}.mjs`, "");
  }
  expect(checkProse(root).violations).toEqual(["src/room: has 46 source files, at most 45: divide it by topic"]);
});

test("subjects of commits after the start are judged, or those that origin/main lacks", () => {
  run("init", "--quiet", "--initial-branch=main");
  const start = commit("Whatever");
  const second = commit("Added a file");
  const third = commit("room: added a file");
  commit("room: add a file");
  const noArea = "has no area: begin with the area, as in `registry: reject empty names`";
  const noImperative = '"added" is not an imperative: write `area: add …`, `fix`, `move`, `rename`';
  expect(judgeCommits(root, start)).toEqual({
    violations: [
      `${third.slice(0, 7)} "room: added a file": ${noImperative}`,
      `${second.slice(0, 7)} "Added a file": ${noArea}`,
    ],
    skipped: undefined,
  });
  run("update-ref", "refs/remotes/origin/main", second);
  expect(judgeCommits(root, start).violations).toEqual([`${third.slice(0, 7)} "room: added a file": ${noImperative}`]);
});

test("without Git and in a shallow clone the check of commits says that it cannot check", async () => {
  expect(judgeCommits(root, "0123456789abcdef")).toEqual({
    violations: [],
    skipped: "no Git history after 0123456789",
  });
  run("init", "--quiet", "--initial-branch=main", "whole");
  run("-C", "whole", "commit", "--quiet", "--allow-empty", "--message", "Whatever");
  const start = run("-C", "whole", "rev-parse", "HEAD");
  run("-C", "whole", "commit", "--quiet", "--allow-empty", "--message", "Whatever");
  run("clone", "--quiet", "--depth=1", `file://${root}/whole`, "shallow");
  run("-C", "shallow", "update-ref", "-d", "refs/remotes/origin/main");
  expect(judgeCommits(join(root, "shallow"), start)).toEqual({
    violations: [],
    skipped: `no Git history after ${start.slice(0, 10)}`,
  });
});

test("a subject has an area, an imperative verb and at most 72 characters", () => {
  const good = [
    "registry: reject empty names",
    "src/app, docs: process bring-up",
    "kinds: pass addresses",
    "ci: feed it",
  ];
  expect(good.flatMap(subjectProblems)).toEqual([]);
  for (const verb of ["added", "adding", "adds", "made", "the", "no"]) {
    expect(subjectProblems(`room: ${verb} a file`)).toHaveLength(1);
  }
  expect(subjectProblems(`room: add ${"x".repeat(63)}`)).toEqual([
    "has 73 characters: at most 72, and give the reason in the body",
  ]);
});
