import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { commands, serverCommands } from "../src/app/commands/index.ts";
import { TemporaryDirectory } from "../src/storage/testing/temporary-directory.ts";

const root = join(import.meta.dirname, "..");

beforeAll(() => {
  execFileSync(process.execPath, ["tools/setup.mjs"], { cwd: root });
}, 120_000);

/** A source map. Its sections are those of the parts of a program. */
interface MapFile {
  readonly sources?: readonly string[];
  readonly sections?: readonly { readonly map: { readonly sources: readonly string[] } }[];
}

/** Returns the source map of a file of a program. */
function mapOf(file: string): MapFile {
  return JSON.parse(readFileSync(join(root, `dist/app/${file}.map`), "utf8")) as MapFile;
}

/** Returns the rooms whose modules are in a program, from its source maps. */
function roomsOf(program: string): Set<string> {
  const { sources = [] } = mapOf(`${program}.cjs`);
  const { sections = [] } = mapOf(`${program}.parts.js`);
  const all = [...sources, ...sections.flatMap(({ map }) => map.sources)];
  return new Set(all.flatMap((source) => /^\.\.\/\.\.\/src\/([\w-]+)\//.exec(source)?.[1] ?? []));
}

test("the client program contains no module of the serving rooms", () => {
  const rooms = roomsOf("client");
  const serving = ["kinds", "storage", "cache", "registry", "ownership", "admission", "authn", "authz", "server"];
  expect(rooms).toContain("cli");
  expect(serving.filter((room) => rooms.has(room))).toEqual([]);
});

test("the server program contains the serving rooms", () => {
  expect([...roomsOf("main")]).toEqual(expect.arrayContaining(["kinds", "registry", "server", "storage"]));
});

/** Code that a server has loaded when it is ready. */
interface LoadedCode {
  readonly packages: readonly string[];
  /** Number of parts. */
  readonly parts: number;
}

/** Starts the server, and returns what it has loaded when it is ready. */
async function codeOfServer(dataDir: string): Promise<LoadedCode> {
  const hook = join(import.meta.dirname, "report-loaded-code.cjs");
  const args = ["--require", hook, "bin/orch.js", "apiserver", `--data-dir=${dataDir}`, "--secure-port=0"];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "ignore", "ipc"] });
  try {
    await once(child.stdout ?? child, "data");
    const code = once(child, "message");
    child.send("code");
    return ((await code) as [LoadedCode])[0];
  } finally {
    child.kill();
    await once(child, "close");
  }
}

test("a server loads the code for certificates, expressions, keys and outbound requests only when it needs it", async () => {
  using folder = new TemporaryDirectory();
  const dataDir = join(folder.path, "data");
  // The first start creates keys and certificates, with a library that is in a part.
  expect((await codeOfServer(dataDir)).parts).toBeGreaterThan(0);
  const { packages, parts } = await codeOfServer(dataDir);
  expect(packages).toContain("lmdb");
  const later = ["@peculiar/x509", "reflect-metadata", "re2js", "jose", "undici"];
  expect(packages.filter((name) => later.includes(name))).toEqual([]);
  // `startModules` in `tools/build.ts` lists what every start imports, so that it is in one file with compiled code.
  expect(parts).toBe(0);
}, 60_000);

test.each(["client.cjs", "client.parts.js", "main.cjs", "main.parts.js"])(
  "%s imports nothing by itself, because its compiled code is stored and parts are not files",
  (program) => {
    const source = readFileSync(join(root, "dist/app", program), "utf8");
    expect(source).not.toMatch(/\bimport\("/);
  },
);

test("a license is beside the programs for each package that they contain", () => {
  const maps = ["client.cjs", "client.parts.js", "main.cjs", "main.parts.js"].map(mapOf);
  const sources = maps.flatMap((map) => [
    ...(map.sources ?? []),
    ...(map.sections ?? []).flatMap((one) => one.map.sources),
  ]);
  const contained = new Set(sources.flatMap((path) => /\bnode_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []));
  expect(contained).toContain("@peculiar/x509");
  const licenses = readFileSync(join(root, "dist/app/third-party-licenses.txt"), "utf8");
  const licensed = [...licenses.matchAll(/^((?:@[\w-]+\/)?[\w-]+) \d+\.\d+\.\d+$/gm)].map(([, name]) => name);
  expect([...contained].filter((name) => !licensed.includes(name))).toEqual([]);
});

test("bin/orch.js runs each command with the program that contains it", () => {
  const file = join(root, "dist/app/server-commands.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(serverCommands.map(({ name }) => name));
  expect(serverCommands).toEqual(commands.filter(({ program }) => program === "server"));
});
