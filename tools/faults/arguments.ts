/** The arguments of `npm run faults`. */
import type { FaultRoom } from "./fault.ts";

export interface FaultArguments {
  readonly action: "run" | "list" | "help";
  /** Empty: all of them. */
  readonly names: readonly string[];
}

/** What stands in the arguments that nobody knows. */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError";
}

export const usage = `Usage: npm run faults [-- [--list | --help] [NAME ...]]

Plants faults in a copy of the sources, one at a time; each must make a test fail.

  NAME      only these faults; docs/faults.md is written after a run of all
  --list    prints the faults and plants none
  --help    prints this

Exit code: 0 when every fault was caught, 1 when one survived or the run was not possible, 2 for unknown arguments.`;

const actions: Readonly<Record<string, FaultArguments["action"]>> = { "--list": "list", "--help": "help" };

/** @throws ArgumentError naming what is not known */
export function parseArguments(args: readonly string[], rooms: readonly FaultRoom[]): FaultArguments {
  const known = new Set(rooms.flatMap(({ faults }) => faults.map(({ name }) => name)));
  const names: string[] = [];
  let action: FaultArguments["action"] = "run";
  for (const arg of args) {
    const asked = Object.hasOwn(actions, arg) ? actions[arg] : undefined;
    if (asked !== undefined) action = asked;
    else if (arg.startsWith("-")) throw new ArgumentError(`unknown option ${arg}`);
    else if (known.has(arg)) names.push(arg);
    else throw new ArgumentError(`there is no fault ${arg}; --list prints them`);
  }
  return { action, names };
}

/** The rooms with the faults that were asked for. */
export function chosen(rooms: readonly FaultRoom[], names: readonly string[]): FaultRoom[] {
  if (names.length === 0) return [...rooms];
  return rooms
    .map(({ room, faults }) => ({ room, faults: faults.filter(({ name }) => names.includes(name)) }))
    .filter(({ faults }) => faults.length > 0);
}
