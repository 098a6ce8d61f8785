/**
 * `layers.json`: lists the rooms and npm packages that each room may import, and the built-in modules that only some
 * rooms may import. A room can be inside another one, such as `storage/lmdb`. It may import files of the outer room.
 * The outer room and all other rooms need an entry to import the inner one.
 */
/** An entry of the table. */
export interface Room {
  /** Content of the room, in one line. */
  readonly purpose?: string;
  readonly imports: readonly string[];
  readonly npm: readonly string[];
}

/** The parsed table. */
export interface RoomTable {
  readonly rooms: ReadonlyMap<string, Room>;
  /** Rooms whose files may be imported by path. Other rooms only through their `index.ts`. */
  readonly openRooms: readonly string[];
  /** Restricted built-in modules, such as `node:http`, with the rooms that may import them. */
  readonly builtins: ReadonlyMap<string, readonly string[]>;
}

interface TableFile {
  readonly rooms: Readonly<Record<string, Room>>;
  readonly openRooms?: readonly string[];
  readonly builtins?: Readonly<Record<string, readonly string[]>>;
}

/** Entry in `imports` that allows all rooms. */
export const anyRoom = "*";

/**
 * Parses the table.
 * @param content text of `layers.json`
 * @throws Error that names the first unknown key, unknown room or cycle of rooms
 */
export function parseRoomTable(content: string): RoomTable {
  const file = JSON.parse(content) as TableFile;
  rejectUnknownKeys(file);
  const table: RoomTable = {
    rooms: new Map(Object.entries(file.rooms)),
    openRooms: file.openRooms ?? [],
    builtins: new Map(Object.entries(file.builtins ?? {})),
  };
  for (const [name, room] of table.rooms) rejectUnknownRooms(table, `rooms.${name}.imports`, room.imports);
  for (const [name, rooms] of table.builtins) rejectUnknownRooms(table, `builtins.${name}`, rooms);
  rejectUnknownRooms(table, "openRooms", table.openRooms);
  rejectCycle(table);
  return table;
}

/** Returns the innermost room that contains `path`, which is relative to `src/`. Undefined if no room does. */
export function roomOf(table: RoomTable, path: string): string | undefined {
  let folder = path;
  for (let slash = folder.lastIndexOf("/"); slash > 0; slash = folder.lastIndexOf("/")) {
    folder = folder.slice(0, slash);
    if (table.rooms.has(folder)) return folder;
  }
  return undefined;
}

/** Whether the room `inner` is in a subfolder of the room `outer`. */
export function isInsideRoom(inner: string, outer: string): boolean {
  return inner.startsWith(`${outer}/`);
}

/** Whether a file in room `from` may import from room `to`. */
export function mayImport(table: RoomTable, from: string, to: string): boolean {
  const imports = table.rooms.get(from)?.imports ?? [];
  return from === to || isInsideRoom(from, to) || imports.includes(to) || imports.includes(anyRoom);
}

/** Whether a file in room `from` may import an npm package. A room may import the packages of its outer rooms too. */
export function mayUsePackage(table: RoomTable, from: string, name: string): boolean {
  return [...table.rooms].some(([room, { npm }]) => (room === from || isInsideRoom(from, room)) && npm.includes(name));
}

/** Whether a specifier is a built-in module or a part of it. `node:fs/promises` is a part of `node:fs`. */
export function isBuiltinOf(name: string, specifier: string): boolean {
  return specifier === name || specifier.startsWith(`${name}/`);
}

/** Returns the rooms that `from` may import, as text for a message. */
export function describeImports(table: RoomTable, from: string): string {
  const outer = [...table.rooms.keys()].filter((room) => isInsideRoom(from, room));
  const rooms = [...(table.rooms.get(from)?.imports ?? []), ...outer];
  return rooms.length === 0 ? "no other room" : `${rooms.join(", ")} only`;
}

function rejectUnknownKeys(file: TableFile): void {
  const known = ["$schema", "rooms", "openRooms", "builtins"];
  const unknown = Object.keys(file).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new Error(`layers.json: unknown key ${unknown}`);
  for (const [name, room] of Object.entries(file.rooms)) {
    const unknownKey = Object.keys(room).find((key) => !["purpose", "imports", "npm"].includes(key));
    if (unknownKey !== undefined) throw new Error(`layers.json: rooms.${name} has an unknown key ${unknownKey}`);
  }
}

function rejectUnknownRooms(table: RoomTable, where: string, names: readonly string[]): void {
  const unknown = names.find((name) => name !== anyRoom && !table.rooms.has(name));
  if (unknown !== undefined) throw new Error(`layers.json: ${where} names ${unknown}, which is not a room`);
}

function rejectCycle(table: RoomTable): void {
  const visitedRooms = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) {
      const cycle = [...path.slice(path.indexOf(name)), name].join(" > ");
      throw new Error(`layers.json: rooms import each other in a cycle: ${cycle}`);
    }
    if (visitedRooms.has(name)) return;
    for (const next of table.rooms.get(name)?.imports ?? []) if (next !== anyRoom) visit(next, [...path, name]);
    visitedRooms.add(name);
  };
  for (const name of table.rooms.keys()) visit(name, []);
}
