/**
 * Compares every import of a checkout with the table of rooms, and reports entries of the table that no import needs.
 * For tests, `testing/` folders, `test/` and `tools/`, it only checks that the imported files exist. Each complaint
 * says what to do.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, normalize } from "node:path";
import { findCycles } from "./import-cycles.ts";
import { importsOf } from "./import-specifiers.ts";
import { packageName } from "./package-name.ts";
import {
  describeImports,
  isBuiltinOf,
  isInsideRoom,
  mayImport,
  mayUsePackage,
  parseRoomTable,
  type RoomTable,
  roomOf,
} from "./room-table.ts";
import { type RoomImport, unusedEntries } from "./unused-entries.ts";

/** Result of the check of a checkout. */
export interface LayerReport {
  /** Number of files that were read. */
  readonly files: number;
  /** Number of imports in these files. */
  readonly imports: number;
  /** One line for each violation and each unused entry of the table. */
  readonly complaints: readonly string[];
}

interface Checkout {
  readonly root: string;
  readonly table: RoomTable;
  readonly manifest: Manifest;
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** One import, and the file that holds it; paths are relative to the root. */
interface Edge {
  readonly file: string;
  readonly line: number;
  readonly specifier: string;
  /** The room of `file`, which is its folder in `src/`. Undefined for tests and tools, which may import every room. */
  readonly room: string | undefined;
}

const sourceFolders = ["src", "test", "tools"];
const sourcePattern = /\.(?:ts|mts|mjs|js)$/;

/**
 * Checks the imports of a checkout.
 * @param root folder with `layers.json`, `package.json` and `src/`
 * @throws Error if the table contradicts itself, or if there are no source files
 */
export function checkImports(root: string): LayerReport {
  const checkout: Checkout = {
    root,
    table: parseRoomTable(readFileSync(join(root, "layers.json"), "utf8")),
    manifest: JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest,
  };
  const files = sourceFolders.flatMap((folder) => listSources(root, folder));
  // A check that reads no file must not report success.
  if (!files.some((file) => file.startsWith("src/"))) throw new Error(`no source files under ${join(root, "src")}`);
  const complaints: string[] = [];
  const graph = new Map<string, string[]>();
  const roomImports: RoomImport[] = [];
  let imports = 0;
  for (const file of files) {
    const { edges, problems } = readEdges(checkout, file);
    imports += edges.length;
    complaints.push(...problems, ...edges.flatMap((edge) => violationOf(checkout, edge) ?? []));
    roomImports.push(...edges.flatMap((edge) => roomImport(checkout.table, edge) ?? []));
    graph.set(
      file,
      edges.flatMap((edge) => localTarget(edge) ?? []),
    );
  }
  for (const cycle of findCycles(graph)) {
    complaints.push(`import cycle: ${cycle.join(" > ")}; move the shared code to a separate file`);
  }
  complaints.push(...unusedEntries(checkout.table, roomImports));
  return { files: files.length, imports, complaints };
}

/** Returns the import as the table describes it; undefined for one in a test or a tool. */
function roomImport(table: RoomTable, edge: Edge): RoomImport | undefined {
  const { room: from, specifier } = edge;
  if (from === undefined) return undefined;
  const target = localTarget(edge);
  if (target === undefined)
    return isBuiltin(specifier) ? { from, builtin: specifier } : { from, npm: packageName(specifier) };
  const path = target.replace(/^src\//, "");
  const to = roomOf(table, path);
  return to === undefined ? undefined : { from, to, isIndex: path === `${to}/index.ts` };
}

/** Returns the paths of the source files under a folder, relative to the root of the checkout. Skips `fixtures/`. */
export function listSources(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "fixtures" ? [] : listSources(root, path);
    return sourcePattern.test(entry.name) ? [path] : [];
  });
}

function readEdges({ root, table }: Checkout, file: string): { edges: Edge[]; problems: string[] } {
  const isUnrestricted = isOutsideTable(file);
  const room = isUnrestricted ? undefined : roomOf(table, file.slice("src/".length));
  const problems: string[] = [];
  if (!isUnrestricted && room === undefined) {
    problems.push(`${file} is in no room; move it into one, or declare its room (layers.json)`);
  }
  const edges: Edge[] = [];
  for (const { specifier, line } of importsOf(readFileSync(join(root, file), "utf8"))) {
    if (specifier !== undefined) edges.push({ file, line, specifier, room });
    else if (!isUnrestricted)
      problems.push(`${file}:${line} imports a computed path; write it as a literal, so that it can be checked`);
  }
  return { edges, problems };
}

function isOutsideTable(file: string): boolean {
  return !file.startsWith("src/") || isForTests(file);
}

/** Whether a file under `src/` is a test or a helper of tests. Such files are not built. */
export function isForTests(file: string): boolean {
  return file.endsWith(".test.ts") || file.includes("/testing/");
}

function violationOf(checkout: Checkout, edge: Edge): string | undefined {
  const reason = isLocal(edge.specifier) ? fileViolation(checkout, edge) : moduleViolation(checkout, edge);
  return reason && `${edge.file}:${edge.line} imports ${reason}`;
}

function isLocal(specifier: string): boolean {
  return specifier.startsWith(".") || specifier.startsWith("/");
}

function localTarget({ file, specifier }: Edge): string | undefined {
  return isLocal(specifier) ? normalize(join(dirname(file), specifier)) : undefined;
}

function fileViolation({ root, table }: Checkout, edge: Edge): string | undefined {
  const target = localTarget(edge) ?? "";
  if (!existsSync(join(root, target)) || !/\.\w+$/.test(target)) return `${edge.specifier}: the file does not exist`;
  if (edge.room === undefined) return undefined;
  if (!target.startsWith("src/")) return `${target}: the build only contains src/; move the file there`;
  if (isForTests(target)) return `${target}: code for tests is not built; move the needed part to another file`;
  const path = target.slice("src/".length);
  const room = roomOf(table, path);
  if (room === undefined) return `${target}: it is in no room (layers.json)`;
  return roomViolation(table, edge.room, { room, path });
}

function roomViolation(
  table: RoomTable,
  from: string,
  { room, path }: { room: string; path: string },
): string | undefined {
  const isIndex = path === `${room}/index.ts`;
  if (from === room || isInsideRoom(from, room)) {
    return isIndex ? `its own room's index (${path}): import the file that declares what it needs` : undefined;
  }
  if (!mayImport(table, from, room)) {
    const allowed = describeImports(table, from);
    return `${room}/: ${from} may import ${allowed}; move the needed code to a lower room, or pass it in (layers.json)`;
  }
  if (isIndex || table.openRooms.includes(room)) return undefined;
  return `${path}: ${room} is entered through ${room}/index.ts; export it there`;
}

function moduleViolation(checkout: Checkout, edge: Edge): string | undefined {
  if (isBuiltin(edge.specifier)) return builtinViolation(checkout.table, edge);
  const name = packageName(edge.specifier);
  const { table, manifest } = checkout;
  if (edge.room === undefined) {
    const isKnown = name === manifest.name || manifest.devDependencies?.[name] || manifest.dependencies?.[name];
    return isKnown ? undefined : `${name}: package.json does not depend on it`;
  }
  if (!mayUsePackage(table, edge.room, name)) {
    const allowed = table.rooms.get(edge.room)?.npm.join(", ") || "no npm package";
    return `${name}: ${edge.room} may use ${allowed}; use it through a room that may import it, or allow it (layers.json)`;
  }
  return manifest.dependencies?.[name] ? undefined : `${name}: it is not among the dependencies of package.json`;
}

function builtinViolation(table: RoomTable, { specifier, room }: Edge): string | undefined {
  if (!specifier.startsWith("node:")) return `${specifier}: write node:${specifier}`;
  const rooms = [...table.builtins].find(([name]) => isBuiltinOf(name, specifier))?.[1];
  if (room === undefined || !rooms || rooms.includes(room)) return undefined;
  return `${specifier}: only ${rooms.join(", ")} may import it; pass in what is needed (layers.json)`;
}
