/** The command that evaluates expressions. It is a separate room, so that other programs do not load the expression language. */
export { cel } from "./cel.ts";
export type { CelCommand } from "./cel-command.ts";
export type { CelTerminal, LineCompleter } from "./cel-terminal.ts";
