/** Reads the arguments of `npm run faults`. */
import type { FaultRoom } from "./fault.ts";

/** Arguments of `npm run faults`. */
export interface FaultArguments {
  readonly action: "run" | "list" | "help";
  /** Names of faults; empty for all. */
  readonly names: readonly string[];
}

/** An argument that is neither an option nor the name of a fault or room. */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError";
}

/** Text of `--help`. */
export const usage = `Usage: npm run faults [-- [--list | --help] [NAME ...]]

Plants faults in a copy of the sources, one at a time; each must make a test fail.

  NAME      only this fault, or the faults of this room; docs/faults.md keeps its other lines
  --list    prints the faults by room and plants none
  --help    prints this

Exit code: 0 when every fault was caught, 1 when one survived or the run was not possible, 2 for unknown arguments.`;

const actions: Readonly<Record<string, FaultArguments["action"]>> = { "--list": "list", "--help": "help" };

/**
 * Returns the action and the names of the chosen faults. The name of a room chooses all its faults.
 * @throws ArgumentError that names the unknown argument
 */
export function parseArguments(args: readonly string[], rooms: readonly FaultRoom[]): FaultArguments {
  const namesOf = new Map(rooms.map(({ room, faults }) => [room, faults.map(({ name }) => name)]));
  const allNames = new Set([...namesOf.values()].flat());
  const names: string[] = [];
  let action: FaultArguments["action"] = "run";
  for (const arg of args) {
    const chosenAction = Object.hasOwn(actions, arg) ? actions[arg] : undefined;
    if (chosenAction !== undefined) action = chosenAction;
    else if (arg.startsWith("-")) throw new ArgumentError(`unknown option ${arg}`);
    else if (allNames.has(arg)) names.push(arg);
    else if (namesOf.has(arg)) names.push(...(namesOf.get(arg) ?? []));
    else throw new ArgumentError(`there is no fault or room ${arg}; --list prints them`);
  }
  return { action, names };
}

/** Returns the rooms with the named faults only; all rooms if no fault is named. */
export function chosenRooms(rooms: readonly FaultRoom[], names: readonly string[]): FaultRoom[] {
  if (names.length === 0) return [...rooms];
  return rooms
    .map(({ room, faults }) => ({ room, faults: faults.filter(({ name }) => names.includes(name)) }))
    .filter(({ faults }) => faults.length > 0);
}
