/** Renders the outcome of all faults for the terminal and as `docs/faults.md`. */
import { isChecked, type Trial, type Verdict } from "./fault.ts";

/** Returns the outcome of a fault as a phrase. */
export function describeVerdict(verdict: Verdict): string {
  if (verdict.outcome === "survived") return `SURVIVED, ${verdict.why}`;
  return `caught by "${verdict.by}"`;
}

/** Returns aligned lines for the terminal. The last line counts the faults. */
export function renderTable(trials: readonly Trial[]): string[] {
  const roomWidth = Math.max(...trials.map(({ room }) => room.length));
  const nameWidth = Math.max(...trials.map(({ fault }) => fault.name.length));
  const rows = trials.map(
    ({ room, fault, verdict, seconds }) =>
      `${room.padEnd(roomWidth)}  ${fault.name.padEnd(nameWidth)}  ${seconds.toFixed(1).padStart(5)} s  ${describeVerdict(verdict)}`,
  );
  const survived = survivors(trials).length;
  return [...rows, "", `${trials.length - survived} caught, ${survived} survived`];
}

/** Returns the faults that nothing caught. */
export function survivors(trials: readonly Trial[]): Trial[] {
  return trials.filter(({ verdict }) => verdict.outcome === "survived");
}

const introduction = `# Faults that the suite catches

Written by \`npm run faults\`; do not edit. Each fault below is one small change of the sources. The tool plants them one
at a time in a copy, runs the tests or the check that must notice it until the first test fails, and removes the fault. A
fault counts as caught only if a test fails by its name, if a check names the fault, or, for a fault that makes the tests
run for ever, if the time limit is reached.
`;

/** Returns the text of `docs/faults.md`. It has no times, so that it changes only with the faults and tests. */
export function renderDocument(trials: readonly Trial[]): string {
  const rooms = [...new Set(trials.map(({ room }) => room))];
  const sections = rooms.map((room) =>
    section(
      room,
      trials.filter((trial) => trial.room === room),
    ),
  );
  const survived = survivors(trials).length;
  const sum = `${trials.length} faults, ${trials.length - survived} caught${survived > 0 ? `, ${survived} not` : ""}.`;
  return [introduction, `${sum}\n`, ...sections].join("\n");
}

function section(room: string, trials: readonly Trial[]): string {
  const rows = trials.map((trial) => `| ${cells(trial).map(escapeCell).join(" | ")} |`);
  return [
    `## ${room}`,
    "",
    "| fault | where | what it breaks | caught by |",
    "| ----- | ----- | -------------- | --------- |",
    ...rows,
    "",
  ].join("\n");
}

function cells({ fault, verdict }: Trial): string[] {
  return [fault.name, `\`${fault.file}\``, fault.breaks, caughtCell({ fault, verdict })];
}

function caughtCell({ fault, verdict }: Pick<Trial, "fault" | "verdict">): string {
  if (verdict.outcome === "survived") return `**nothing**: ${verdict.why}`;
  if (isChecked(fault)) return `\`${verdict.where}\``;
  if (verdict.by === "time limit") return `the time limit of \`${verdict.where}\``;
  return `“${verdict.by}” (\`${verdict.where}\`)`;
}

function escapeCell(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[|<]/g, (character) => `\\${character}`);
}
