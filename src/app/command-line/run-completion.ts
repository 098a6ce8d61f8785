/**
 * Answers requests of a shell for completions. Errors print nothing, because the output would appear on the command
 * line.
 */
import { systemClock } from "../../base/clock.ts";
import {
  type Candidate,
  completionCandidates,
  formatCandidates,
  plainPaint,
  readShellLine,
  type Screen,
  type Shell,
} from "../../cli/index.ts";
import { clientContext, findConfiguration } from "../connection/client-context.ts";
import { NodeProcessRunner } from "../connection/process-runner.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { parseArguments } from "../flags/parse-flags.ts";
import { type Command, findCommand } from "./command.ts";
import { completionOf } from "./completion.ts";
import { connectionOf } from "./connection-flags.ts";

/** Longest wait for the server, in milliseconds. Users who wait longer continue to type. */
const timeoutMs = 2000;

const silentScreen: Screen = {
  cwd: process.cwd(),
  input: process.stdin,
  columns: undefined,
  paint: plainPaint,
  out: () => undefined,
  error: () => undefined,
  progress: () => undefined,
};

/**
 * Returns the lines that a completion script of `orch` reads.
 * @param shellWords words after `orch` as the shell passes them; the last one is incomplete
 * @param commands all commands, in the order in which help lists them
 */
export async function completionLines(
  shell: Shell,
  shellWords: readonly string[],
  commands: readonly Command[],
): Promise<readonly string[]> {
  const line = readShellLine(shell, shellWords);
  return formatCandidates(shell, line, await candidatesOf(line.words, commands));
}

async function candidatesOf(
  words: readonly string[],
  commands: readonly Command[],
): Promise<readonly Candidate[] | "files"> {
  const completion = completionOf(words, commands);
  if (completion === "files" || !("kind" in completion)) return completion;
  const timeout = new AbortController();
  using _ = systemClock.after(timeoutMs, () => timeout.abort(new Error("too late")));
  try {
    const [name = "", ...rest] = words.slice(0, -1);
    const { explicitValues } = parseArguments<FlagSpec>(findCommand(commands, name)?.flags ?? [], rest);
    const connection = connectionOf(explicitValues);
    const configuration = await findConfiguration(
      connection,
      new NodeProcessRunner({ noTerminal: "a shell asks nobody" }),
    );
    const context = clientContext(configuration, { connection, terminal: silentScreen, signal: timeout.signal });
    await using client = context.client;
    return await completionCandidates(completion, { ...context, client });
  } catch {
    // Without a server there are no names to complete. The command itself reports the error when it is run.
    return [];
  }
}
