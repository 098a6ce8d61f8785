/** The outcome of a campaign: for the terminal, and as the committed document. */
import { isChecked, type Trial, type Verdict } from "./fault.ts";

export function describeVerdict(verdict: Verdict): string {
  if (verdict.outcome === "survived") return `SURVIVED, ${verdict.why}`;
  return `caught by "${verdict.by}"${others(verdict.failed)}`;
}

function others(failed: number): string {
  return failed === 1 ? "" : ` and ${failed - 1} other${failed === 2 ? "" : "s"}`;
}

/** Lines of the terminal, lined up; the last one counts. */
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

export function survivors(trials: readonly Trial[]): Trial[] {
  return trials.filter(({ verdict }) => verdict.outcome === "survived");
}

const introduction = `# Faults that the suite catches

Written by \`npm run faults\`; do not edit. Each fault below is one small change of the sources. The tool plants them one
at a time in a copy, runs the tests or the check that ought to notice, and takes the fault out again. A fault counts as
caught only when a test fails by its name, when a check names the fault, or, for one that makes the tests run for ever,
when their time is over.
`;

/** `docs/faults.md`. Without times, so that it changes only when something has changed. */
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
  return `“${verdict.by}”${others(verdict.failed)} (\`${verdict.where}\`)`;
}

function escapeCell(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[|<]/g, (character) => `\\${character}`);
}
