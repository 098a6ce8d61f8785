import { execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

const tools = import.meta.dirname;

/** Replaces the build: copies the sources and logs that it ran. Waits while the file `hold` exists. */
const compiler = `
import { appendFileSync, cpSync, existsSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
console.log("build: copying the sources");
appendFileSync("builds.log", "begin\\n");
while (existsSync("hold")) await setTimeout(20);
if (readFileSync("src/main.ts", "utf8").includes("broken")) {
  console.log("src/main.ts(1,1): error TS0000: this is broken");
  process.exit(2);
}
cpSync("src", process.argv[process.argv.indexOf("--outDir") + 1], { recursive: true });
appendFileSync("builds.log", "end\\n");
`;

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "orch-setup-"));
  await cp(join(tools, "setup"), join(root, "tools/setup"), { recursive: true });
  await cp(join(tools, "setup.mjs"), join(root, "tools/setup.mjs"));
  const manifest = { name: "checkout", version: "1.0.0", dependencies: { part: "file:part" } };
  await write("package.json", JSON.stringify({ ...manifest, scripts: { build: "node compiler.mjs" } }));
  await write("part/package.json", JSON.stringify({ name: "part", version: "1.0.0" }));
  await write(
    "package-lock.json",
    JSON.stringify({
      name: "checkout",
      version: "1.0.0",
      lockfileVersion: 3,
      requires: true,
      packages: {
        "": manifest,
        "node_modules/part": { resolved: "part", link: true },
        part: { version: "1.0.0" },
      },
    }),
  );
  await write("compiler.mjs", compiler);
  await write("src/main.ts", "export const answer = 1;\n");
  await write("src/room/part.ts", "export const part = 1;\n");
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

/** Writes the record that npm leaves in `node_modules`, without running npm. */
async function pretendInstalled(): Promise<void> {
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as { packages: object };
  await write("node_modules/.package-lock.json", JSON.stringify({ packages }));
}

interface SetupRun {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

interface Outcome {
  readonly code: number;
  readonly said: string;
}

async function setup({ env = {}, args = [] }: SetupRun = {}): Promise<Outcome> {
  const options = { cwd: tmpdir(), env: { ...process.env, ...env } };
  try {
    const command = [join(root, "tools/setup.mjs"), ...args];
    const { stderr, stdout } = await promisify(execFile)(process.execPath, command, options);
    expect(stdout).toBe("");
    return { code: 0, said: stderr };
  } catch (error) {
    const failure = error as Error & { code?: number; stderr?: string };
    return { code: failure.code ?? -1, said: failure.stderr ?? "" };
  }
}

async function builds(mark: "begin" | "end"): Promise<number> {
  const log = await readFile(join(root, "builds.log"), "utf8").catch(() => "");
  return log.split("\n").filter((line) => line === mark).length;
}

async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + 20_000;
  while (!(await condition())) {
    if (performance.now() > deadlineMs) throw new Error(`timed out while waiting for ${what}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("setup installs and builds a fresh checkout, and prints nothing in one that is ready", async () => {
  const first = await setup();
  expect(first.code).toBe(0);
  expect(first.said).toMatch(
    /^orch: installing packages \.\.\.\norch: installing packages took \d+\.\d s\norch: building \.\.\.\norch: building took \d+\.\d s\n$/,
  );
  expect(await readdir(join(root, "node_modules"))).toContain("part");
  expect(await readFile(join(root, "dist/room/part.ts"), "utf8")).toBe("export const part = 1;\n");
  expect(await setup()).toEqual({ code: 0, said: "" });
  expect(await builds("begin")).toBe(1);
  expect((await readdir(root)).filter((name) => name.startsWith("dist"))).toEqual(["dist"]);
});

test("setup --progress-ms reports the current activity while it installs and builds", async () => {
  await write("hold", "");
  const child = spawn(process.execPath, [join(root, "tools/setup.mjs"), "--progress-ms=20"]);
  let said = "";
  child.stderr.on("data", (text: Buffer) => {
    said += text.toString();
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const building = /^orch: building: copying the sources \(\d+ s\)$/m;
  await until("the progress of the build", async () => building.test(said));
  await rm(join(root, "hold"));
  expect(await ended).toBe(0);
  expect(said).toMatch(/^orch: installing packages: [12] of 2 packages are in node_modules \(\d+ s\)$/m);
});

test("setup --packages-only installs the packages and does not build", async () => {
  const { code, said } = await setup({ args: ["--packages-only"] });
  expect(code).toBe(0);
  expect(said).toContain("orch: installing packages ...");
  expect(await readdir(join(root, "node_modules"))).toContain("part");
  expect(await builds("begin")).toBe(0);
});

test("setup builds again after a source was added or removed, and removes the files of the old build", async () => {
  await pretendInstalled();
  await setup();
  await write("src/room/more.ts", "export const more = 1;\n");
  expect((await setup()).said).toContain("orch: building ...");
  expect(await readdir(join(root, "dist/room"))).toEqual(["more.ts", "part.ts"]);
  await rm(join(root, "src/room/part.ts"));
  expect((await setup()).said).toContain("orch: building ...");
  expect(await readdir(join(root, "dist/room"))).toEqual(["more.ts"]);
});

test("setup builds again after a source changed whose size and time are the same", async () => {
  await pretendInstalled();
  await setup();
  const path = join(root, "src/main.ts");
  const { atime, mtime } = await stat(path);
  await writeFile(path, "export const answer = 2;\n");
  await utimes(path, atime, mtime);
  expect((await setup()).said).toContain("orch: building ...");
  expect(await readFile(join(root, "dist/main.ts"), "utf8")).toBe("export const answer = 2;\n");
});

test("setup does not build after sources were touched or tests were changed", async () => {
  await pretendInstalled();
  await setup();
  await utimes(join(root, "src/main.ts"), new Date(), new Date());
  await write("src/main.test.ts", "// a test\n");
  await write("src/room/testing/suite.ts", "// for tests\n");
  expect(await setup()).toEqual({ code: 0, said: "" });
});

test("setup prints the compiler's errors and the next step when the build fails, and keeps the previous build", async () => {
  await pretendInstalled();
  await setup();
  await write("src/main.ts", "broken\n");
  const outcome = await setup();
  expect(outcome.code).toBe(1);
  expect(outcome.said).toContain("src/main.ts(1,1): error TS0000: this is broken\n");
  expect(outcome.said).toMatch(/orch: building failed .*exit code 2.*: fix the errors above, then run .* again\.\n$/);
  expect(await readFile(join(root, "dist/main.ts"), "utf8")).toBe("export const answer = 1;\n");
  expect((await setup()).code).toBe(1);
});

test("setup installs the packages again after npm removed some or the lock file changed", async () => {
  await setup();
  await rm(join(root, "node_modules"), { recursive: true });
  expect((await setup()).said).toContain("orch: installing packages ...");
  await write("part/package.json", JSON.stringify({ name: "part", version: "1.0.1" }));
  const lock = await readFile(join(root, "package-lock.json"), "utf8");
  await writeFile(
    join(root, "package-lock.json"),
    lock.replace('"part":{"version":"1.0.0"}', '"part":{"version":"1.0.1"}'),
  );
  expect((await setup()).said).toContain("orch: installing packages ...");
  expect(await setup()).toEqual({ code: 0, said: "" });
});

test("setup accepts an installation that was made by hand and matches the lock file", async () => {
  await promisify(execFile)("npm", ["ci"], { cwd: root });
  expect((await setup()).said).not.toContain("installing");
});

test("setup reports an incomplete lock file and runs npm install", async () => {
  await write(
    "package-lock.json",
    JSON.stringify({ name: "checkout", version: "1.0.0", lockfileVersion: 3, requires: true, packages: { "": {} } }),
  );
  const outcome = await setup();
  expect(outcome.code).toBe(0);
  expect(outcome.said).toContain("package-lock.json does not list all dependencies of package.json");
  expect(await readdir(join(root, "node_modules"))).toContain("part");
});

test("setup prints npm's errors and the next step when the installation fails", async () => {
  await rm(join(root, "package-lock.json"));
  const missing = { name: "checkout", version: "1.0.0", dependencies: { part: "file:nowhere.tgz" } };
  await write("package.json", JSON.stringify(missing));
  const outcome = await setup();
  expect(outcome.code).toBe(1);
  expect(outcome.said).toContain("npm error");
  expect(outcome.said).toMatch(/orch: installing packages failed .*then run the same command again\.\n$/);
});

test("setup reports that npm is not on the PATH", async () => {
  const outcome = await setup({ env: { PATH: "/nowhere" } });
  expect(outcome.code).toBe(1);
  expect(outcome.said).toContain("cannot run `npm`");
});

test("setup in an older Node names the version that is required", async () => {
  await write("package.json", JSON.stringify({ name: "checkout", engines: { node: ">=2000.1" } }));
  const outcome = await setup();
  expect(outcome).toEqual({
    code: 1,
    said: `orch: this is Node ${process.versions.node}; install Node 2000.1 or later and run the same command again.\n`,
  });
});

test("of two setups at the same time, one works and the other waits for it", async () => {
  await pretendInstalled();
  await write("hold", "");
  const first = setup();
  await until("the first build", async () => (await builds("begin")) === 1);
  const second = setup();
  await until("the lock", async () => (await readdir(join(root, ".cache"))).includes("setup.lock"));
  await rm(join(root, "hold"));
  expect((await first).code).toBe(0);
  expect((await second).code).toBe(0);
  expect(await builds("begin")).toBe(1);
  expect(await readdir(join(root, ".cache"))).toEqual([]);
});

test("setup repeats the work of a killed setup, and takes over its lock", async () => {
  await pretendInstalled();
  await write("hold", "");
  const killed = spawn(process.execPath, [join(root, "tools/setup.mjs")]);
  await until("the build", async () => (await builds("begin")) === 1);
  const ended = new Promise((resolve) => killed.once("exit", resolve));
  killed.kill("SIGKILL");
  await ended;
  expect(await readdir(join(root, ".cache"))).toEqual(["setup.lock"]);
  await rm(join(root, "hold"));
  expect((await setup()).said).toContain("orch: building ...");
  expect(await readFile(join(root, "dist/main.ts"), "utf8")).toBe("export const answer = 1;\n");
  expect(await readdir(join(root, ".cache"))).toEqual([]);
  await until("the compiler that outlived its setup", async () => (await builds("end")) === 2);
});

test("of several setups that find the lock of a dead process, one takes it over", async () => {
  await pretendInstalled();
  const dead = spawn(process.execPath, ["--version"]);
  await new Promise((resolve) => dead.once("exit", resolve));
  await write(".cache/setup.lock", JSON.stringify({ pid: dead.pid, host: hostname() }));
  const outcomes = await Promise.all([setup(), setup(), setup()]);
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(await builds("begin")).toBe(1);
  expect(await readdir(join(root, ".cache"))).toEqual([]);
});

test("a stop signal ends the running command first and then releases the lock", async () => {
  await pretendInstalled();
  await write("hold", "");
  const stopped = spawn(process.execPath, [join(root, "tools/setup.mjs")]);
  await until("the build", async () => (await builds("begin")) === 1);
  const ended = new Promise((resolve) => stopped.once("close", (code) => resolve(code)));
  stopped.kill("SIGTERM");
  expect(await ended).toBe(143);
  expect(await readdir(join(root, ".cache"))).toEqual([]);
  expect(await builds("end")).toBe(0);
});

test("setup waits for a lock whose holder is alive", async () => {
  await pretendInstalled();
  await write(".cache/setup.lock", JSON.stringify({ pid: process.pid, host: hostname() }));
  const waiting = spawn(process.execPath, [join(root, "tools/setup.mjs")]);
  let said = "";
  waiting.stderr.on("data", (text: Buffer) => {
    said += text.toString();
  });
  await until("the message", async () => said.includes("waiting"));
  expect(said).toBe(`orch: waiting for another setup of this checkout (process ${process.pid} on ${hostname()}) ...\n`);
  const ended = new Promise((resolve) => waiting.once("close", resolve));
  await rm(join(root, ".cache/setup.lock"));
  await ended;
  expect(await builds("begin")).toBe(1);
});
