/**
 * Commands that are not servers. Each takes its options and a terminal, prints, and answers its exit code; what it cannot
 * go on from is a CommandError. What a command needs of a server is handed to it.
 */
export { type CheckCommand, check, type Judge, type Judgement } from "./check.ts";
export { type ConvertCommand, convert } from "./convert.ts";
export { CommandError, exitCodes, type Terminal } from "./terminal.ts";
