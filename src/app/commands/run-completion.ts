/** What a shell asks while somebody writes a command line. Nothing is told that is no candidate: it would stand in the line. */
import { systemClock } from "../../base/clock.ts";
import {
  type Candidate,
  completionScripts,
  plainPaint,
  readShellLine,
  type Screen,
  type Shell,
  shellAnswer,
  soughtCandidates,
} from "../../cli/index.ts";
import { clientContext, findConfiguration } from "../connection/client-context.ts";
import { NodeProcessRunner } from "../connection/process-runner.ts";
import { parseArguments } from "../flags/parse-flags.ts";
import { connectionOf } from "./client-options.ts";
import { type CommandName, findCommand } from "./commands.ts";
import { type Completion, completionOf } from "./completion.ts";
import { flagsOf } from "./help.ts";

/** Whoever waits longer has gone on writing. */
const patienceMs = 2000;

export function completionScript(shell: Shell): string {
  return completionScripts[shell];
}

const silentScreen: Screen = {
  cwd: process.cwd(),
  input: process.stdin,
  columns: undefined,
  paint: plainPaint,
  out: () => undefined,
  error: () => undefined,
  progress: () => undefined,
};

/** @param given words behind `orch` as the shell has them; the last one is being written @returns lines */
export async function complete(shell: Shell, given: readonly string[]): Promise<readonly string[]> {
  const line = readShellLine(shell, given);
  const completion = completionOf(line.words);
  return shellAnswer(shell, line, await candidatesOf(completion, line.words));
}

async function candidatesOf(completion: Completion, words: readonly string[]): Promise<readonly Candidate[] | "files"> {
  if (completion === "files" || !("kind" in completion)) return completion;
  const late = new AbortController();
  using _ = systemClock.after(patienceMs, () => late.abort(new Error("too late")));
  try {
    const [name = "", ...rest] = words.slice(0, -1);
    const { given } = parseArguments(flagsOf(findCommand(name)?.name as CommandName), rest);
    const connection = connectionOf(given);
    const found = await findConfiguration(connection, new NodeProcessRunner({ noTerminal: "a shell asks nobody" }));
    const context = clientContext(found, { connection, terminal: silentScreen, signal: late.signal });
    await using client = context.client;
    return await soughtCandidates(completion, { ...context, client });
  } catch {
    // Without a server there is nothing to complete; what is wrong is told when the command is run.
    return [];
  }
}
