/** The interactive mode of `orch cel`. */
import { exitCodes } from "../terminal.ts";
import type { CelTerminal } from "./cel-terminal.ts";
import { completions } from "./completions.ts";
import { outcomeLines } from "./report.ts";
import type { CelSubject } from "./subject.ts";

const introduction =
  "Enter an expression. The tab key completes names. :vars lists the variables, :quit or Ctrl-D ends.\n";

/** Evaluates each line that the user enters, on every object. @returns the exit code */
export async function evaluateInteractively(subjects: readonly CelSubject[], terminal: CelTerminal): Promise<number> {
  const [first] = subjects;
  if (!first) return exitCodes.fine;
  terminal.out(introduction);
  for await (const line of terminal.lines((text) => completions(text, first))) {
    const expression = line.trim();
    if (expression === ":quit" || expression === ":q") break;
    if (expression === ":vars")
      terminal.out(`${first.variables.map(({ name, type }) => `${name}: ${type}`).join("\n")}\n`);
    else if (expression !== "") printOutcomes(expression, subjects, terminal);
  }
  return exitCodes.fine;
}

function printOutcomes(expression: string, subjects: readonly CelSubject[], terminal: CelTerminal): void {
  for (const subject of subjects) {
    if (subjects.length > 1) terminal.out(`${subject.title}\n`);
    terminal.out(`${outcomeLines(subject.evaluate(expression)).join("\n")}\n`);
  }
}
