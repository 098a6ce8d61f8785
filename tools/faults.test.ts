import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { chosenRooms, parseArguments } from "./faults/arguments.ts";
import { runCampaign } from "./faults/campaign.ts";
import { catalogue } from "./faults/catalogue/index.ts";
import type { Fault, Trial } from "./faults/fault.ts";
import { misfits } from "./faults/fit.ts";
import { renderDocument, renderTable } from "./faults/render.ts";
import type { TrialLimits } from "./faults/try-fault.ts";

const checkout = dirname(import.meta.dirname);
const limits = { timeLimitMs: 60_000, hangLimitMs: 60_000, testTimeoutMs: 1000 };

let folder: string;
let root: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "orch-faults-test-"));
  root = join(folder, "checkout");
  await write("package.json", JSON.stringify({ name: "checkout", type: "module" }));
  await write("vitest.config.ts", `export default { test: { include: ["src/*.test.ts"], globals: true } };`);
  await write("src/sum.ts", "export function sum(a, b) {\n  for (let i = 0; i < b; i++) a++;\n  return a;\n}\n");
  await write(
    "src/sum.test.ts",
    `import { sum } from "./sum.ts";
     test("two and two are four", () => expect(sum(2, 2)).toBe(4));
     describe("nothing", () => { test("added is nothing", () => expect(sum(2, 0)).toBe(2)); });
     test("three and one are four", () => expect(sum(3, 1)).toBe(4));`,
  );
  await write(
    "src/loose.test.ts",
    `import { sum } from "./sum.ts"; test("it answers", () => expect(sum(1, 1)).toBeDefined());`,
  );
  await symlink(join(checkout, "node_modules"), join(root, "node_modules"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

/** Returns a fault of `src/sum.ts`. */
function fault(change: Partial<Fault> & Pick<Fault, "find" | "replace">): Fault {
  return { name: "wrong-sum", breaks: "sums are wrong", file: "src/sum.ts", tests: ["src/sum.test.ts"], ...change };
}

const lines: string[] = [];

async function campaign(faults: readonly Fault[], changedLimits: Partial<TrialLimits> = {}): Promise<Trial[]> {
  lines.length = 0;
  const rooms = [{ room: "sums", faults }];
  const say = (line: string): void => void lines.push(line);
  const { signal } = new AbortController();
  return await runCampaign({ root, rooms, limits: { ...limits, ...changedLimits }, copies: 2, say, signal });
}

describe("planting faults", () => {
  test("names the first test that fails with each fault, and restores the source", async () => {
    const before = await readFile(join(root, "src/sum.ts"), "utf8");
    const trials = await campaign([
      fault({ name: "one-too-few", find: "i < b", replace: "i < b - 1" }),
      fault({ name: "one-too-many", find: "let i = 0", replace: "let i = -1" }),
      fault({ name: "nothing-added", find: "a++", replace: "a += 0" }),
      fault({ name: "zero-is-one", find: "  return a;", replace: "  return b === 0 ? a + 1 : a;" }),
    ]);
    const caught = (by: string): object => ({ outcome: "caught", by, where: "src/sum.test.ts" });
    expect(trials.map(({ verdict }) => verdict)).toEqual([
      caught("two and two are four"),
      caught("two and two are four"),
      caught("two and two are four"),
      caught("nothing added is nothing"),
    ]);
    expect(await readFile(join(root, "src/sum.ts"), "utf8")).toBe(before);
    expect(lines[0]).toBe("running the tests and checks without any fault ...");
    expect(lines).toHaveLength(5);
    expect(lines[4]).toMatch(/^4\/4 [a-z-]+: caught by ".+"/);
  });

  test("reports a fault as surviving if no test fails by its name", async () => {
    const unnoticed = { find: "i < b", replace: "i < b - 1", tests: ["src/loose.test.ts"] };
    const broken = { find: "return a;", replace: "return a);" };
    const outside = { find: "  return a;", replace: `  Promise.reject(new Error("loose"));\n  return a;` };
    const trials = await campaign([
      fault({ ...unnoticed, name: "unnoticed" }),
      fault({ ...broken, name: "not-loaded" }),
      fault({ ...outside, name: "outside-of-tests" }),
    ]);
    const because = (text: string): object => {
      return { outcome: "survived", why: expect.stringContaining(text) as string };
    };
    expect(trials.map(({ verdict }) => verdict)).toEqual([
      because("every test passed"),
      because("src/sum.test.ts could not be run"),
      because("an error outside of all tests"),
    ]);
  });

  test("takes the time limit for noticing only if the fault is known to hang the tests", async () => {
    const endless = { find: "i < b", replace: "i < b || true" };
    const [known, unknown] = await campaign(
      [fault({ ...endless, name: "endless", hangs: true }), fault({ ...endless, name: "unexpected" })],
      { timeLimitMs: 3000, hangLimitMs: 3000 },
    );
    expect(known?.verdict).toEqual({ outcome: "caught", by: "time limit", where: "src/sum.test.ts" });
    expect(unknown?.verdict).toEqual({
      outcome: "survived",
      why: "the tests took more than 3 s, and the fault is not one that hangs",
    });
  });

  test("reports a fault of a check as caught only if the check names it", async () => {
    await write("layers.json", JSON.stringify({ rooms: { sums: { imports: [], npm: [] } } }));
    await write("src/sums/one.ts", "export const one = 1;\n");
    await write(
      "tools/check-layers.ts",
      `import { readFileSync } from "node:fs";
       const isBroken = readFileSync("src/sums/one.ts", "utf8").includes("import");
       if (isBroken) { console.error("src/sums/one.ts:1 imports what it must not"); process.exit(1); }`,
    );
    const planted = { breaks: "a room crosses", file: "src/sums/one.ts", find: "export", check: "layers" } as const;
    const [named, another, none] = await campaign([
      { ...planted, name: "named", replace: `import "../sum.ts";\nexport`, names: "src/sums/one.ts:1 imports" },
      { ...planted, name: "another", replace: `import "../sum.ts";\nexport`, names: "src/sums/two.ts" },
      { ...planted, name: "none", replace: "export  ", names: "src/sums/one.ts" },
    ]);
    expect(named?.verdict).toMatchObject({ outcome: "caught", by: "src/sums/one.ts:1 imports what it must not" });
    expect(another?.verdict).toEqual({
      outcome: "survived",
      why: "npm run layers reports a problem, but not src/sums/two.ts",
    });
    expect(none?.verdict).toEqual({ outcome: "survived", why: "npm run layers reports nothing" });
  });
});

describe("the campaign plants no fault", () => {
  const misfitting: readonly [what: string, one: Fault, problem: string][] = [
    [
      "has a text that its file does not contain",
      fault({ find: "minus", replace: "plus" }),
      "src/sum.ts contains its text 0 times, not once",
    ],
    [
      "has a text that its file contains several times",
      fault({ find: "a,", replace: "b," }),
      "src/sum.ts contains its text 3 times, not once",
    ],
    ["names a missing file", fault({ file: "src/no.ts", find: "a", replace: "b" }), "there is no src/no.ts"],
    ["changes nothing", fault({ find: "i < b", replace: "i < b" }), "it changes nothing"],
    ["names no test", fault({ find: "i < b", replace: "", tests: [] }), "it needs 1 to 4 test files"],
    ["names a missing test", fault({ find: "i < b", replace: "", tests: ["no.test.ts"] }), "there is no no.test.ts"],
  ];

  test.each(misfitting)("if a fault %s", async (_what, one, problem) => {
    await write(
      "src/sum.ts",
      "export function sum(a, b) {\n  for (let i = 0; i < b; i++) a++;\n  return [a, a, b][0];\n}\n",
    );
    await expect(campaign([one])).rejects.toThrow(`the catalogue does not fit the sources:\n  wrong-sum: ${problem}`);
    expect(lines).toEqual([]);
  });

  test("if two faults have the same name", async () => {
    const one = fault({ find: "i < b", replace: "i < 0" });
    await expect(campaign([one, one])).rejects.toThrow("wrong-sum: two faults have this name");
  });

  test("if a test fails without a fault, because it would seem to catch every fault", async () => {
    await write("src/loose.test.ts", `test("it never worked", () => expect(1).toBe(2));`);
    const one = fault({ find: "i < b", replace: "i < 0", tests: ["src/sum.test.ts", "src/loose.test.ts"] });
    await expect(campaign([one])).rejects.toThrow(
      "without any fault, these fail already:\n  src/loose.test.ts: it never worked",
    );
  });
});

test("the copies are removed, also after the campaign is interrupted", async () => {
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = join(folder, "copies");
  await mkdir(join(folder, "copies"));
  try {
    const stop = new AbortController();
    const rooms = [{ room: "sums", faults: [fault({ find: "i < b", replace: "i < b || true" })] }];
    const say = (): void => stop.abort(new Error("enough"));
    await expect(runCampaign({ root, rooms, limits, copies: 2, say, signal: stop.signal })).rejects.toThrow("enough");
    await campaign([fault({ find: "i < b", replace: "i < 0" })]);
    expect(await readdir(join(folder, "copies"))).toEqual([]);
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
});

const trials: readonly Trial[] = [
  {
    room: "sums",
    fault: fault({ find: "a", replace: "b" }),
    verdict: { outcome: "caught", by: "a | b is <c>", where: "src/sum.test.ts" },
    seconds: 1.26,
  },
  {
    room: "products",
    fault: fault({ find: "a", replace: "b", name: "wrong", breaks: "products are wrong" }),
    verdict: { outcome: "survived", why: "every test passed" },
    seconds: 12,
  },
];

test("renderTable() aligns its columns and counts the faults", () => {
  expect(renderTable(trials)).toEqual([
    `sums      wrong-sum    1.3 s  caught by "a | b is <c>"`,
    "products  wrong       12.0 s  SURVIVED, every test passed",
    "",
    "1 caught, 1 survived",
  ]);
});

describe("renderDocument()", () => {
  const rooms = [
    { room: "sums", faults: [trials[0]?.fault, trials[1]?.fault].filter((one) => one !== undefined) },
    { room: "products", faults: [fault({ find: "a", replace: "b", name: "untried" })] },
  ];

  test("shows a table for each room, without times", () => {
    const document = renderDocument(rooms, trials);
    expect(document).toContain("2 faults, 1 caught, 1 not.");
    expect(document).toContain(
      "| wrong-sum | `src/sum.ts` | sums are wrong | “a \\| b is \\<c>” (`src/sum.test.ts`) |",
    );
    expect(document).toContain("| wrong | `src/sum.ts` | products are wrong | **nothing**: every test passed |");
    expect(document).not.toContain("12");
    expect(document).not.toContain("untried");
  });

  test("keeps the results of faults that were not tried again", () => {
    const before = renderDocument(rooms, trials);
    const retried = trials.slice(1).map((trial) => ({
      ...trial,
      verdict: { outcome: "caught", by: "time limit", where: "src/sum.test.ts" } as const,
    }));
    const document = renderDocument(rooms, retried, before);
    expect(document).toContain("2 faults, 2 caught.");
    expect(document).toContain(
      "| wrong-sum | `src/sum.ts` | sums are wrong | “a \\| b is \\<c>” (`src/sum.test.ts`) |",
    );
    expect(document).toContain("| wrong | `src/sum.ts` | products are wrong | the time limit of `src/sum.test.ts` |");
  });
});

test("arguments choose faults by name or room, and unknown ones are rejected", () => {
  const rooms = [
    { room: "sums", faults: [fault({ find: "a", replace: "b" })] },
    { room: "products", faults: [fault({ find: "a", replace: "b", name: "wrong" })] },
  ];
  expect(parseArguments([], rooms)).toEqual({ action: "run", names: [] });
  expect(parseArguments(["wrong", "--list"], rooms)).toEqual({ action: "list", names: ["wrong"] });
  expect(parseArguments(["--help"], rooms)).toEqual({ action: "help", names: [] });
  expect(parseArguments(["sums", "wrong"], rooms)).toEqual({ action: "run", names: ["wrong-sum", "wrong"] });
  expect(() => parseArguments(["--lst"], rooms)).toThrow("unknown option --lst");
  expect(() => parseArguments(["worng"], rooms)).toThrow("there is no fault or room worng; --list prints them");
  expect(chosenRooms(rooms, ["wrong"]).map(({ room }) => room)).toEqual(["products"]);
  expect(chosenRooms(rooms, [])).toEqual(rooms);
});

test("the command lists its faults and rejects unknown arguments with exit code 2", () => {
  const run = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, ["--import", "tsx", join(import.meta.dirname, "faults.ts"), ...args], {
      encoding: "utf8",
    });
  expect(run("--nope")).toMatchObject({ status: 2, stdout: "", stderr: "faults: unknown option --nope\n" });
  const listed = run("--list").stdout.trimEnd().split("\n");
  expect(listed).toHaveLength(catalogue.flatMap(({ faults }) => faults).length);
  expect(listed[0]).toMatch(/^storage {2}[a-z-]+: /);
  expect(run("--help").stdout).toContain("Usage: npm run faults");
});

describe("the committed catalogue", () => {
  test("fits the sources", () => {
    expect(misfits(checkout, catalogue)).toEqual([]);
  });

  test("is described by docs/faults.md: each fault is listed and caught", async () => {
    const path = join(checkout, "docs/faults.md");
    expect(existsSync(path)).toBe(true);
    const rows = (await readFile(path, "utf8")).split("\n").filter((line) => /^\| [a-z0-9-]+ \| `/.test(line));
    const described = rows.map((row) => row.split(" | ").slice(0, 3).join(" | "));
    const faults = catalogue.flatMap((room) => room.faults);
    expect(described).toEqual(faults.map(({ name, file, breaks }) => `| ${name} | \`${file}\` | ${breaks}`));
    expect(rows.filter((row) => row.includes("**nothing**"))).toEqual([]);
  });
});
