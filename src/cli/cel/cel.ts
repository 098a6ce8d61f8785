/** `orch cel`: evaluates an expression on objects, as the server does. */
import { exactJson } from "../exact-json.ts";
import { CommandError, exitCodes, type Terminal } from "../terminal.ts";
import type { CelCommand } from "./cel-command.ts";
import type { CelTerminal } from "./cel-terminal.ts";
import { changesOf } from "./file-changes.ts";
import { evaluateInteractively } from "./interactive.ts";
import { type CelOutcome, isAccepted, outcomeJson, outcomeLines } from "./report.ts";
import { type CelSubject, readSubjects } from "./subject.ts";

/**
 * Evaluates the expression and prints the outcome for each object.
 * @returns the exit code: 1 if the expression has an error for an object, or costs too much for a rule
 * @throws CommandError if a file cannot be read
 */
export async function cel(command: CelCommand, terminal: CelTerminal): Promise<number> {
  if (command.isInteractive) return await evaluateInteractively(await readSubjects(command, terminal), terminal);
  let code = await evaluateOnce(command, terminal);
  if (!command.watches) return code;
  const files = [command.file, command.oldFile, command.schemaFile].filter((file) => file !== undefined);
  for await (const _ of changesOf(files, terminal)) {
    terminal.out("\n");
    code = await evaluateOnce(command, terminal).catch((error: unknown) => reportFault(error, terminal));
  }
  return code;
}

/** A file that is being written can be invalid for a moment, so a watch continues after the error. */
function reportFault(error: unknown, terminal: Terminal): number {
  if (!(error instanceof CommandError)) throw error;
  terminal.error(`orch cel: ${error.message}\n`);
  return exitCodes.failed;
}

async function evaluateOnce(command: CelCommand, terminal: Terminal): Promise<number> {
  const subjects = await readSubjects(command, terminal);
  const expression = command.expression ?? "";
  const outcomes = subjects.map((subject) => ({ subject, outcome: subject.evaluate(expression) }));
  if (command.output === "json") printJson(outcomes, terminal);
  else printText(outcomes, terminal);
  return outcomes.every(({ outcome }) => isAccepted(outcome)) ? exitCodes.fine : exitCodes.failed;
}

interface SubjectOutcome {
  readonly subject: CelSubject;
  readonly outcome: CelOutcome;
}

function printText(outcomes: readonly SubjectOutcome[], terminal: Terminal): void {
  outcomes.forEach(({ subject, outcome }, index) => {
    if (outcomes.length > 1) terminal.out(`${index > 0 ? "\n" : ""}${subject.title}\n`);
    terminal.out(`${outcomeLines(outcome).join("\n")}\n`);
  });
}

/** One JSON value per line and object. */
function printJson(outcomes: readonly SubjectOutcome[], terminal: Terminal): void {
  for (const { subject, outcome } of outcomes) {
    const title = outcomes.length > 1 ? { object: subject.title } : {};
    terminal.out(`${exactJson.stringify({ ...title, ...outcomeJson(outcome) })}\n`);
  }
}
