/** `orch policy why`: explains which policies decide about a request, and how. */
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { ManifestFileOptions } from "../selection/manifest-files.ts";
import { CommandError, exitCodes, type Terminal } from "../terminal.ts";
import { explanation } from "./explanation.ts";
import type { OpenPolicyLab } from "./lab.ts";
import { effectWarnings, readPolicyFiles } from "./policy-files.ts";
import { type RequestChoice, readRequest } from "./request-file.ts";
import { openFilledLab, runCase } from "./run-cases.ts";

/** Options of `orch policy why`. */
export interface PolicyWhyCommand extends ManifestFileOptions {
  readonly vocabulary: Vocabulary;
  readonly request: RequestChoice;
  readonly output: "text" | "json";
}

/**
 * Prints the explanation.
 * @returns the exit code: 1 if a file has an error, or the request cannot be made; whether policies deny it does not count
 * @throws CommandError if a file cannot be read, or the request is not clear
 */
export async function explainPolicies(
  command: PolicyWhyCommand,
  openLab: OpenPolicyLab,
  terminal: Terminal,
): Promise<number> {
  const files = await readPolicyFiles(command, terminal);
  if (files.faults.length > 0) return failWith(files.faults, terminal);
  const { tested, objects } = await readRequest(command.request, terminal);
  const lab = await openFilledLab(files, openLab);
  if (!("send" in lab)) return failWith(lab, terminal);
  await using _open = lab;
  for (const warning of effectWarnings(files)) terminal.error(`${warning}\n`);
  const { outcome, failures } = await runCase(
    { ...tested, objects: [...objects, ...tested.objects], expected: undefined },
    lab,
  );
  if (!outcome) throw new CommandError(failures.join("\n"));
  if (command.output === "json") {
    const { title: request, isAllowed: allowed, ...rest } = outcome;
    terminal.out(`${JSON.stringify({ request, user: tested.request.user, allowed, ...rest }, undefined, 2)}\n`);
  } else {
    terminal.out(explanation(outcome, tested.request.user, files));
  }
  return exitCodes.fine;
}

function failWith(faults: readonly string[], terminal: Terminal): number {
  for (const fault of faults) terminal.error(`${fault}\n`);
  return exitCodes.failed;
}
