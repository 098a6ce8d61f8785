/** `orch cel`, on the terminal of this process. */
import { createInterface } from "node:readline/promises";
import { systemClock } from "../../base/clock.ts";
import { type CelCommand, type CelTerminal, cel, type LineCompleter } from "../../cli/cel/index.ts";
import { runInterruptible } from "../machine/run-interruptible.ts";
import { runOnTerminal } from "./run-manifest-command.ts";

/** Runs `orch cel`. Returns the exit code. */
export async function runCel(options: CelCommand): Promise<number> {
  return await runInterruptible((signal) =>
    runOnTerminal("cel", async (terminal) => {
      const celTerminal: CelTerminal = {
        ...terminal,
        clock: systemClock,
        signal,
        lines: (completer) => lines(completer),
      };
      return await cel(options, celTerminal);
    }),
  );
}

/** Yields the lines that a person enters, until the input ends. */
async function* lines(completer: LineCompleter): AsyncGenerator<string> {
  const isTerminal = process.stdin.isTTY;
  const reader = createInterface({
    input: process.stdin,
    output: isTerminal ? process.stdout : undefined,
    completer: (line: string) => completer(line),
    prompt: "cel> ",
    historySize: 1000,
  });
  reader.once("SIGINT", () => reader.close());
  reader.prompt();
  for await (const line of reader) {
    yield line;
    reader.prompt();
  }
}
