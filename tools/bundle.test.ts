import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { commands, serverCommands } from "../src/app/commands/index.ts";

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

test("the server program evaluates the modules of the expression language only when one is needed", () => {
  const program = readFileSync(join(root, "dist/app/main.cjs"), "utf8");
  // The bundler wraps a module in a function if it is only reached by dynamic imports.
  const wrapped = new Set([...program.matchAll(/__esm\(\{\n\s*"[^"/]+\/(.*?)\.js"\(/g)].map(([, module]) => module));
  const { sources } = JSON.parse(readFileSync(join(root, "dist/app/main.cjs.map"), "utf8")) as { sources: string[] };
  const modules = sources.flatMap((source) => /^\.\.\/\.\.\/src\/(cel\/.*)\.ts$/.exec(source)?.[1] ?? []);
  expect(modules.length).toBeGreaterThan(50);
  expect(modules.filter((module) => !wrapped.has(module))).toEqual([]);
});

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
