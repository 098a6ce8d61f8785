import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkImports } from "./layers/check-imports.ts";

let root: string;

const table = {
  rooms: {
    base: { purpose: "what every room may use", imports: [], npm: ["prom-client"] },
    storage: { imports: ["base"], npm: [] },
    "storage/lmdb": { imports: ["base"], npm: ["lmdb"] },
    server: { imports: ["base", "storage"], npm: [] },
    app: { imports: ["*"], npm: [] },
  },
  openRooms: ["base"],
  builtins: { "node:http": ["server"] },
};

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "orch-layers-"));
  await write("layers.json", JSON.stringify(table));
  const dependencies = { lmdb: "1", "prom-client": "1" };
  await write("package.json", JSON.stringify({ name: "checkout", dependencies, devDependencies: { vitest: "4" } }));
  await write("src/base/clock.ts", `import "prom-client";\nexport const clock = 1;\n`);
  await write("src/storage/engine.ts", `import { clock } from "../base/clock.ts";\nexport const engine = clock;\n`);
  await write("src/storage/index.ts", `export { engine } from "./engine.ts";\n`);
  await write(
    "src/storage/lmdb/txn.ts",
    `import { engine } from "../engine.ts";\nimport "../../base/clock.ts";\nimport "lmdb/part";\nexport const txn = engine;\n`,
  );
  await write("src/storage/lmdb/index.ts", `export { txn } from "./txn.ts";\n`);
  await write(
    "src/server/listener.ts",
    `import "node:http";\nimport "../base/clock.ts";\nexport { engine } from "../storage/index.ts";\n`,
  );
  await write("src/server/index.ts", `export { engine } from "./listener.ts";\n`);
  await write("src/app/main.ts", `export { txn } from "../storage/lmdb/index.ts";\n`);
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

function complaints(): readonly string[] {
  return checkImports(root).complaints;
}

test("the imports of this project follow layers.json", () => {
  const report = checkImports(dirname(import.meta.dirname));
  expect(report.complaints).toEqual([]);
  expect(report.files).toBeGreaterThan(100);
});

test("checkImports() reports nothing for a tree that follows its table", () => {
  expect(checkImports(root)).toEqual({ files: 8, imports: 12, complaints: [] });
});

const violations: readonly [what: string, path: string, content: string, complaint: string][] = [
  [
    "a room that is not listed",
    "src/storage/lmdb/more.ts",
    `import { engine } from "../../server/index.ts";`,
    "src/storage/lmdb/more.ts:1 imports server/: storage/lmdb may import base, storage only; move the needed code to a lower room, or pass it in (layers.json)",
  ],
  [
    "a room that is not listed, for types only",
    "src/storage/more.ts",
    `// one line before\nimport type { engine } from "../server/index.ts";`,
    "src/storage/more.ts:2 imports server/: storage may import base only; move the needed code to a lower room, or pass it in (layers.json)",
  ],
  [
    "a room that is not listed, at run time",
    "src/base/more.ts",
    `export const load = () => import("../server/index.ts");`,
    "src/base/more.ts:1 imports server/: base may import no other room; move the needed code to a lower room, or pass it in (layers.json)",
  ],
  [
    "a room that is not listed, with import() as a type",
    "src/base/more.ts",
    `export type Engine = import("../storage/index.ts").Engine;`,
    "src/base/more.ts:1 imports storage/: base may import no other room; move the needed code to a lower room, or pass it in (layers.json)",
  ],
  [
    "a room that is not listed, by a re-export",
    "src/base/more.ts",
    `export * from "../storage/index.ts";`,
    "src/base/more.ts:1 imports storage/: base may import no other room; move the needed code to a lower room, or pass it in (layers.json)",
  ],
  [
    "a room that is not listed, as the entry of a worker",
    "src/base/more.ts",
    `new Worker(new URL("../server/listener.ts", import.meta.url));`,
    "src/base/more.ts:1 imports server/: base may import no other room; move the needed code to a lower room, or pass it in (layers.json)",
  ],
  [
    "an inner room from its outer room",
    "src/storage/more.ts",
    `import { txn } from "./lmdb/index.ts";`,
    "src/storage/more.ts:1 imports storage/lmdb/: storage may import base only; move the needed code to a lower room, or pass it in (layers.json)",
  ],
  [
    "a room through another file than its index",
    "src/server/more.ts",
    `import { engine } from "../storage/engine.ts";`,
    "src/server/more.ts:1 imports storage/engine.ts: storage is entered through storage/index.ts; export it there",
  ],
  [
    "its own room's index",
    "src/storage/more.ts",
    `import { engine } from "./index.ts";`,
    "src/storage/more.ts:1 imports its own room's index (storage/index.ts): import the file that declares what it needs",
  ],
  [
    "the index of its outer room",
    "src/storage/lmdb/more.ts",
    `import { engine } from "../index.ts";`,
    "src/storage/lmdb/more.ts:1 imports its own room's index (storage/index.ts): import the file that declares what it needs",
  ],
  [
    "an npm package that its room may not use",
    "src/storage/more.ts",
    `import { open } from "lmdb";`,
    "src/storage/more.ts:1 imports lmdb: storage may use no npm package; use it through a room that may import it, or allow it (layers.json)",
  ],
  [
    "a part of an npm package that its room may not use",
    "src/base/more.ts",
    `import type { open } from "@scope/name/part";`,
    "src/base/more.ts:1 imports @scope/name: base may use prom-client; use it through a room that may import it, or allow it (layers.json)",
  ],
  [
    "an npm package that package.json does not list, in a test",
    "src/base/more.test.ts",
    `import { test } from "nowhere";`,
    "src/base/more.test.ts:1 imports nowhere: package.json does not depend on it",
  ],
  [
    "a built-in module that is reserved for other rooms",
    "src/base/more.ts",
    `import { request } from "node:http";`,
    "src/base/more.ts:1 imports node:http: only server may import it; pass in what is needed (layers.json)",
  ],
  [
    "a built-in module without `node:`",
    "src/base/more.ts",
    `import { readFile } from "fs/promises";`,
    "src/base/more.ts:1 imports fs/promises: write node:fs/promises",
  ],
  [
    "a file that does not exist",
    "src/base/more.ts",
    `import { clock } from "./clock.js";`,
    "src/base/more.ts:1 imports ./clock.js: the file does not exist",
  ],
  [
    "a file that does not exist, in a test",
    "test/more.ts",
    `import { clock } from "../src/base/nowhere.ts";`,
    "test/more.ts:1 imports ../src/base/nowhere.ts: the file does not exist",
  ],
  [
    "code for tests",
    "src/base/more.ts",
    `import { suite } from "./testing/suite.ts";`,
    "src/base/more.ts:1 imports src/base/testing/suite.ts: code for tests is not built; move the needed part to another file",
  ],
  [
    "code that is not built",
    "src/base/more.ts",
    `import { suite } from "../../test/suite.ts";`,
    "src/base/more.ts:1 imports test/suite.ts: the build only contains src/; move the file there",
  ],
  [
    "a computed path",
    "src/base/more.ts",
    "export const load = (name: string) => import(`./${name}.ts`);",
    "src/base/more.ts:1 imports a computed path; write it as a literal, so that it can be checked",
  ],
];

test.each(violations)("checkImports() reports an import of %s", async (_imported, path, content, complaint) => {
  await write("src/base/testing/suite.ts", "export const suite = 1;");
  await write("test/suite.ts", "export const suite = 1;");
  await write(path, content);
  expect(complaints()).toEqual([complaint]);
});

test("checkImports() reports an import of an npm package that package.json does not list", async () => {
  const { server } = table.rooms;
  await write(
    "layers.json",
    JSON.stringify({ ...table, rooms: { ...table.rooms, server: { ...server, npm: ["ws"] } } }),
  );
  await write("src/server/more.ts", `import { WebSocket } from "ws";`);
  expect(complaints()).toEqual(["src/server/more.ts:1 imports ws: it is not among the dependencies of package.json"]);
});

test("checkImports() reports entries of the table that no import needs", async () => {
  const rooms = {
    ...table.rooms,
    storage: { imports: ["base"], npm: ["lmdb"] },
    "storage/lmdb": { imports: ["base"], npm: ["lmdb", "sorted-btree"] },
    server: { imports: ["base", "storage", "storage/lmdb"], npm: [] },
  };
  const builtins = { "node:http": ["server", "base"], "node:net": [] };
  await write("layers.json", JSON.stringify({ rooms, openRooms: ["base", "storage"], builtins }));
  await write("src/server/listener.test.ts", `import "../storage/lmdb/index.ts";`);
  const reported = (where: string, name: string): string =>
    `layers.json: ${where} lists ${name}, but no import needs it: remove it`;
  expect(complaints()).toEqual([
    reported("rooms.storage/lmdb.npm", "sorted-btree"),
    reported("rooms.server.imports", "storage/lmdb"),
    reported("openRooms", "storage"),
    reported("builtins.node:http", "base"),
  ]);
});

test("checkImports() treats a package that createRequire() loads as imported", async () => {
  await write("src/storage/more.ts", `const load = createRequire(import.meta.url);\nload("lmdb");`);
  expect(complaints()).toEqual([
    "src/storage/more.ts:2 imports lmdb: storage may use no npm package; use it through a room that may import it, or allow it (layers.json)",
  ]);
});

test("checkImports() reports a file that is in no room", async () => {
  await write("src/loose.ts", "export const loose = 1;");
  await write("src/utils/text.ts", "export const text = 1;");
  expect(complaints()).toEqual([
    "src/loose.ts is in no room; move it into one, or declare its room (layers.json)",
    "src/utils/text.ts is in no room; move it into one, or declare its room (layers.json)",
  ]);
});

test("checkImports() reports a cycle between files once, by its shortest path, and includes type imports", async () => {
  await write("src/base/a.ts", `import type { B } from "./b.ts"; import "./long.ts";`);
  await write("src/base/b.ts", `export type { A } from "./a.ts";`);
  await write("src/base/long.ts", `import "./b.ts";`);
  await write("src/base/self.ts", `import "./self.ts";`);
  expect(complaints()).toEqual([
    "import cycle: src/base/a.ts > src/base/b.ts > src/base/a.ts; move the shared code to a separate file",
    "import cycle: src/base/self.ts > src/base/self.ts; move the shared code to a separate file",
  ]);
});

test("checkImports() lets tests and their helpers import any file of any room", async () => {
  const everywhere = `import "../storage/lmdb/txn.ts"; import "vitest"; import "node:http"; import "checkout/server";`;
  await write("src/base/clock.test.ts", everywhere);
  await write("src/base/testing/suite.ts", everywhere.replace("../storage", "../../storage"));
  await write("test/whole.ts", everywhere.replace("../storage", "../src/storage"));
  await write("tools/tool.ts", everywhere.replace("../storage", "../src/storage"));
  expect(complaints()).toEqual([]);
});

test("checkImports() ignores text that only resembles an import", async () => {
  await write(
    "src/base/more.ts",
    `
    // import "../server/index.ts";
    /** \`import x from "../server/index.ts"\` */
    const text = 'import "../server/index.ts"';
    const template = \`import "../server/index.ts" \${"import '../server/index.ts'"} from "../server/index.ts"\`;
    const pattern = /["'\`]import "..\\/server/;
    const divided = 4 / 2; const quoted = "import('../server/index.ts')"; const again = 2 / 1;
    const object = { import: 1, from: "../server/index.ts" };
    object.import; module.require("../server/index.ts");
    export { text, template, pattern, divided, quoted, again };
    export const { from } = { from: "../server/index.ts" };
    console.log(new URL("../nowhere/data.json", import.meta.url));
    `,
  );
  expect(complaints()).toEqual([]);
});

test("checkImports() finds an import after strings and expressions with quotes and slashes", async () => {
  await write(
    "src/base/more.ts",
    [
      'const nested = `a ${[1].map((n) => `b ${{ n }.n} c`).join("`")} d`;',
      "const pattern = /[/\"'`]/u;",
      "import {",
      "  engine, // of storage",
      "  type Engine as Other,",
      '} from "../storage/index.ts";',
    ].join("\n"),
  );
  expect(complaints()).toEqual([
    "src/base/more.ts:3 imports storage/: base may import no other room; move the needed code to a lower room, or pass it in (layers.json)",
  ]);
});

const invalidTables: readonly [what: string, table: unknown, complaint: string][] = [
  ["an unknown room", { rooms: { a: { imports: ["b"], npm: [] } } }, "rooms.a.imports names b, which is not a room"],
  ["an unknown open room", { rooms: {}, openRooms: ["b"] }, "openRooms names b, which is not a room"],
  ["an unknown key", { rooms: {}, openrooms: [] }, "unknown key openrooms"],
  ["an unknown key of a room", { rooms: { a: { imports: [], npm: [], nmp: [] } } }, "rooms.a has an unknown key nmp"],
  [
    "a cycle of rooms",
    { rooms: { a: { imports: ["b"], npm: [] }, b: { imports: ["a"], npm: [] } } },
    "rooms import each other in a cycle: a > b > a",
  ],
];

test.each(invalidTables)("checkImports() rejects a table with %s", async (_problem, table, complaint) => {
  await write("layers.json", JSON.stringify(table));
  expect(complaints).toThrow(`layers.json: ${complaint}`);
});

test("checkImports() rejects a tree without sources instead of reporting success", async () => {
  await rm(join(root, "src"), { recursive: true });
  expect(complaints).toThrow("no source files under");
});
