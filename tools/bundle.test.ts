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

/** Returns the rooms whose modules are in a program, from its source map. */
function roomsOf(program: string): Set<string> {
  const { sources } = JSON.parse(readFileSync(join(root, `dist/app/${program}.map`), "utf8")) as { sources: string[] };
  return new Set(sources.flatMap((source) => /^\.\.\/\.\.\/src\/([\w-]+)\//.exec(source)?.[1] ?? []));
}

test("the client program contains no module of the serving rooms", () => {
  const rooms = roomsOf("client.cjs");
  const serving = ["kinds", "storage", "cache", "registry", "ownership", "admission", "authn", "authz", "server"];
  expect(rooms).toContain("cli");
  expect(serving.filter((room) => rooms.has(room))).toEqual([]);
});

test("the server program contains the serving rooms", () => {
  expect([...roomsOf("main.cjs")]).toEqual(expect.arrayContaining(["kinds", "registry", "server", "storage"]));
});

/** Starts the server, and returns the packages that it has loaded when it is ready. */
async function packagesOfServer(dataDir: string): Promise<readonly string[]> {
  const hook = join(import.meta.dirname, "bundle-packages.cjs");
  const args = ["--require", hook, "bin/orch.js", "apiserver", `--data-dir=${dataDir}`, "--secure-port=0"];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "ignore", "ipc"] });
  try {
    await once(child.stdout ?? child, "data");
    const names = once(child, "message");
    child.send("packages");
    return ((await names) as [string[]])[0];
  } finally {
    child.kill();
    await once(child, "close");
  }
}

test("a server loads the packages for expressions, keys and outbound requests only when it needs them", async () => {
  using folder = new TemporaryDirectory();
  const dataDir = join(folder.path, "data");
  // The first start creates keys and certificates.
  expect(await packagesOfServer(dataDir)).toContain("@peculiar/x509");
  const names = await packagesOfServer(dataDir);
  expect(names).toContain("lmdb");
  const later = ["@peculiar/x509", "re2js", "jose", "undici"];
  expect(names.filter((name) => later.includes(name))).toEqual([]);
}, 60_000);

test.each(["client.cjs", "main.cjs"])(
  "%s imports no package by itself, because its compiled code is stored",
  (program) => {
    const source = readFileSync(join(root, "dist/app", program), "utf8");
    expect(source).not.toMatch(/\bimport\("[^"./]/);
  },
);

test("bin/orch.js runs each command with the program that contains it", () => {
  const file = join(root, "dist/app/server-commands.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(serverCommands.map(({ name }) => name));
  expect(serverCommands).toEqual(commands.filter(({ program }) => program === "server"));
});
