/**
 * Commands that are not servers. Each takes its options and a terminal, prints, and answers its exit code; what it cannot
 * go on from is a CommandError. What a command needs of a server is handed to it.
 */

export { type CheckCommand, check, type Judge, type Judgement } from "./check.ts";
export { type ApiResourcesCommand, apiResources } from "./commands/api-resources.ts";
export { type GetCommand, get } from "./commands/get.ts";
export { type WatchCommand, watch } from "./commands/watch.ts";
export type { ClientContext } from "./context.ts";
export { type ConvertCommand, convert } from "./convert.ts";
export { exactJson } from "./exact-json.ts";
export { describeRefusal } from "./failures.ts";
export { colourPaint, type Paint, plainPaint } from "./screen/paint.ts";
export { printable } from "./screen/printable.ts";
export { CommandError, exitCodes, type Screen, type Terminal } from "./terminal.ts";
export { tellingTransport } from "./warnings.ts";
