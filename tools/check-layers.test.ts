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

test("the source of this project keeps to its table of rooms", () => {
  const report = checkImports(dirname(import.meta.dirname));
  expect(report.complaints).toEqual([]);
  expect(report.files).toBeGreaterThan(100);
});

test("a tree that keeps to the table has no complaint", () => {
  expect(checkImports(root)).toEqual({ files: 8, imports: 12, complaints: [] });
});

const violations: readonly [what: string, path: string, content: string, complaint: string][] = [
  [
    "a room that is not listed",
    "src/storage/lmdb/more.ts",
    `import { engine } from "../../server/index.ts";`,
    "src/storage/lmdb/more.ts:1 imports server/: storage/lmdb may import base, storage only; move what it needs down or pass it in (layers.json)",
  ],
  [
    "a room that is not listed, for its types",
    "src/storage/more.ts",
    `// one line before\nimport type { engine } from "../server/index.ts";`,
    "src/storage/more.ts:2 imports server/: storage may import base only; move what it needs down or pass it in (layers.json)",
  ],
  [
    "a room that is not listed, at run time",
    "src/base/more.ts",
    `export const load = () => import("../server/index.ts");`,
    "src/base/more.ts:1 imports server/: base may import no other room; move what it needs down or pass it in (layers.json)",
  ],
  [
    "a room that is not listed, in the place of a type",
    "src/base/more.ts",
    `export type Engine = import("../storage/index.ts").Engine;`,
    "src/base/more.ts:1 imports storage/: base may import no other room; move what it needs down or pass it in (layers.json)",
  ],
  [
    "a room that is not listed, by exporting it again",
    "src/base/more.ts",
    `export * from "../storage/index.ts";`,
    "src/base/more.ts:1 imports storage/: base may import no other room; move what it needs down or pass it in (layers.json)",
  ],
  [
    "a room that is not listed, as the entry of a worker",
    "src/base/more.ts",
    `new Worker(new URL("../server/listener.ts", import.meta.url));`,
    "src/base/more.ts:1 imports server/: base may import no other room; move what it needs down or pass it in (layers.json)",
  ],
  [
    "a room inside a room, from the outer one",
    "src/storage/more.ts",
    `import { txn } from "./lmdb/index.ts";`,
    "src/storage/more.ts:1 imports storage/lmdb/: storage may import base only; move what it needs down or pass it in (layers.json)",
  ],
  [
    "a room by another file than its index",
    "src/server/more.ts",
    `import { engine } from "../storage/engine.ts";`,
    "src/server/more.ts:1 imports storage/engine.ts: storage is entered through storage/index.ts; export what is needed there",
  ],
  [
    "its own room's index",
    "src/storage/more.ts",
    `import { engine } from "./index.ts";`,
    "src/storage/more.ts:1 imports its own room's index (storage/index.ts): import the file that declares what it needs",
  ],
  [
    "the index of the room around its own",
    "src/storage/lmdb/more.ts",
    `import { engine } from "../index.ts";`,
    "src/storage/lmdb/more.ts:1 imports its own room's index (storage/index.ts): import the file that declares what it needs",
  ],
  [
    "an npm package that its room has not",
    "src/storage/more.ts",
    `import { open } from "lmdb";`,
    "src/storage/more.ts:1 imports lmdb: storage may use no npm package; use it through a room that has it, or allow it (layers.json)",
  ],
  [
    "a part of an npm package that its room has not",
    "src/base/more.ts",
    `import type { open } from "@scope/name/part";`,
    "src/base/more.ts:1 imports @scope/name: base may use prom-client; use it through a room that has it, or allow it (layers.json)",
  ],
  [
    "an npm package that package.json does not know, in a test",
    "src/base/more.test.ts",
    `import { test } from "nowhere";`,
    "src/base/more.test.ts:1 imports nowhere: package.json does not depend on it",
  ],
  [
    "a built-in module that is for other rooms",
    "src/base/more.ts",
    `import { request } from "node:http";`,
    "src/base/more.ts:1 imports node:http: it is for server only; pass in what is needed (layers.json)",
  ],
  [
    "a built-in module by its old name",
    "src/base/more.ts",
    `import { readFile } from "fs/promises";`,
    "src/base/more.ts:1 imports fs/promises: write node:fs/promises",
  ],
  [
    "a file that does not exist",
    "src/base/more.ts",
    `import { clock } from "./clock.js";`,
    "src/base/more.ts:1 imports ./clock.js: there is no such file",
  ],
  [
    "a file that does not exist, in a test",
    "test/more.ts",
    `import { clock } from "../src/base/nowhere.ts";`,
    "test/more.ts:1 imports ../src/base/nowhere.ts: there is no such file",
  ],
  [
    "code for tests",
    "src/base/more.ts",
    `import { suite } from "./testing/suite.ts";`,
    "src/base/more.ts:1 imports src/base/testing/suite.ts: code for tests is not built; move what is needed out of it",
  ],
  [
    "code that is not built",
    "src/base/more.ts",
    `import { suite } from "../../test/suite.ts";`,
    "src/base/more.ts:1 imports test/suite.ts: what is built lies under src/; move it there",
  ],
  [
    "a path that cannot be known",
    "src/base/more.ts",
    "export const load = (name: string) => import(`./${name}.ts`);",
    "src/base/more.ts:1 imports a computed path: write it out, so that it can be checked",
  ],
];

test.each(violations)("importing %s is complained of", async (_what, path, content, complaint) => {
  await write("src/base/testing/suite.ts", "export const suite = 1;");
  await write("test/suite.ts", "export const suite = 1;");
  await write(path, content);
  expect(complaints()).toEqual([complaint]);
});

test("importing an npm package that package.json does not list is reported", async () => {
  const { server } = table.rooms;
  await write(
    "layers.json",
    JSON.stringify({ ...table, rooms: { ...table.rooms, server: { ...server, npm: ["ws"] } } }),
  );
  await write("src/server/more.ts", `import { WebSocket } from "ws";`);
  expect(complaints()).toEqual(["src/server/more.ts:1 imports ws: it is not among the dependencies of package.json"]);
});

test("entries of the table that no import needs are reported", async () => {
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

test("a package that createRequire loads counts as imported", async () => {
  await write("src/storage/more.ts", `const load = createRequire(import.meta.url);\nload("lmdb");`);
  expect(complaints()).toEqual([
    "src/storage/more.ts:2 imports lmdb: storage may use no npm package; use it through a room that has it, or allow it (layers.json)",
  ]);
});

test("a file outside every room is complained of", async () => {
  await write("src/loose.ts", "export const loose = 1;");
  await write("src/utils/text.ts", "export const text = 1;");
  expect(complaints()).toEqual([
    "src/loose.ts lies in no room: move it into one, or declare its room (layers.json)",
    "src/utils/text.ts lies in no room: move it into one, or declare its room (layers.json)",
  ]);
});

test("a cycle between files is complained of once, shortest way round, type imports included", async () => {
  await write("src/base/a.ts", `import type { B } from "./b.ts"; import "./long.ts";`);
  await write("src/base/b.ts", `export type { A } from "./a.ts";`);
  await write("src/base/long.ts", `import "./b.ts";`);
  await write("src/base/self.ts", `import "./self.ts";`);
  expect(complaints()).toEqual([
    "import cycle: src/base/a.ts > src/base/b.ts > src/base/a.ts; move what they share into a file of its own",
    "import cycle: src/base/self.ts > src/base/self.ts; move what they share into a file of its own",
  ]);
});

test("tests and what serves them may import any room by any path", async () => {
  const everywhere = `import "../storage/lmdb/txn.ts"; import "vitest"; import "node:http"; import "checkout/server";`;
  await write("src/base/clock.test.ts", everywhere);
  await write("src/base/testing/suite.ts", everywhere.replace("../storage", "../../storage"));
  await write("test/whole.ts", everywhere.replace("../storage", "../src/storage"));
  await write("tools/tool.ts", everywhere.replace("../storage", "../src/storage"));
  expect(complaints()).toEqual([]);
});

test("what only looks like an import does not count", async () => {
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

test("an import after text that is hard to read is still found", async () => {
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
    "src/base/more.ts:3 imports storage/: base may import no other room; move what it needs down or pass it in (layers.json)",
  ]);
});

const senselessTables: readonly [what: string, table: unknown, complaint: string][] = [
  ["an unknown room", { rooms: { a: { imports: ["b"], npm: [] } } }, "rooms.a.imports names b, which is no room"],
  ["an unknown open room", { rooms: {}, openRooms: ["b"] }, "openRooms names b, which is no room"],
  ["an unknown key", { rooms: {}, openrooms: [] }, "unknown key openrooms"],
  ["an unknown key of a room", { rooms: { a: { imports: [], npm: [], nmp: [] } } }, "rooms.a has an unknown key nmp"],
  [
    "a circle of rooms",
    { rooms: { a: { imports: ["b"], npm: [] }, b: { imports: ["a"], npm: [] } } },
    "rooms import each other in a circle: a > b > a",
  ],
];

test.each(senselessTables)("a table with %s is refused", async (_what, table, complaint) => {
  await write("layers.json", JSON.stringify(table));
  expect(complaints).toThrow(`layers.json: ${complaint}`);
});

test("a tree without sources is refused, because a guard that sees nothing must not be content", async () => {
  await rm(join(root, "src"), { recursive: true });
  expect(complaints).toThrow("no source files under");
});
