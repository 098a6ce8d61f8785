/** Finds entries of `layers.json` that no import needs, so that the table shows the dependencies that exist. */
import { anyRoom, isBuiltinOf, isInsideRoom, type RoomTable } from "./room-table.ts";

/** An import of a room: of another room, of an npm package, or of a built-in module. */
export type RoomImport =
  | { readonly from: string; readonly to: string; readonly isIndex: boolean }
  | { readonly from: string; readonly npm: string }
  | { readonly from: string; readonly builtin: string };

/**
 * Returns a line for each entry that can be removed.
 * @param used all imports of the rooms
 */
export function unusedEntries(table: RoomTable, used: readonly RoomImport[]): string[] {
  return [
    ...[...table.rooms].flatMap(([room, { imports, npm }]) => [
      ...imports
        .filter((to) => to !== anyRoom && !isImported(used, room, to))
        .map((to) => unusedEntryLine(`rooms.${room}.imports`, to)),
      ...npm.filter((name) => !usesPackage(used, room, name)).map((name) => unusedEntryLine(`rooms.${room}.npm`, name)),
    ]),
    ...table.openRooms.filter((room) => !isEnteredByPath(used, room)).map((room) => unusedEntryLine("openRooms", room)),
    ...[...table.builtins].flatMap(([builtin, rooms]) =>
      rooms
        .filter((room) => !usesBuiltin(used, room, builtin))
        .map((room) => unusedEntryLine(`builtins.${builtin}`, room)),
    ),
  ];
}

function unusedEntryLine(where: string, name: string): string {
  return `layers.json: ${where} lists ${name}, but no import needs it: remove it`;
}

function isImported(used: readonly RoomImport[], from: string, to: string): boolean {
  return used.some((one) => "to" in one && one.from === from && one.to === to);
}

/** Rooms inside a room may use its packages. */
function usesPackage(used: readonly RoomImport[], room: string, name: string): boolean {
  return used.some((one) => "npm" in one && one.npm === name && (one.from === room || isInsideRoom(one.from, room)));
}

/** Rooms inside a room need no entry to import its files by path. */
function isEnteredByPath(used: readonly RoomImport[], room: string): boolean {
  return used.some(
    (one) => "to" in one && one.to === room && !one.isIndex && one.from !== room && !isInsideRoom(one.from, room),
  );
}

function usesBuiltin(used: readonly RoomImport[], room: string, name: string): boolean {
  return used.some((one) => "builtin" in one && one.from === room && isBuiltinOf(name, one.builtin));
}
