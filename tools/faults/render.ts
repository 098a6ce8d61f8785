/** Renders the outcome of all faults for the terminal and as `docs/faults.md`. */
import { type Fault, type FaultRoom, isChecked, type Trial, type Verdict } from "./fault.ts";

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
run for ever, if the time limit is reached. A run of some faults replaces only their lines.
`;

/** A fault, and the cell that says what has caught it. */
interface Row {
  readonly fault: Fault;
  readonly caught: string;
}

/**
 * Returns the text of `docs/faults.md`. It has no times, so that it changes only with the faults and tests.
 * @param rooms all faults, in their order
 * @param previous the text before. Faults that were not tried keep their cells, and faults that were never tried are left out
 */
export function renderDocument(rooms: readonly FaultRoom[], trials: readonly Trial[], previous = ""): string {
  const caught = new Map([
    ...caughtCells(previous),
    ...trials.map((trial) => [trial.fault.name, caughtCell(trial)] as const),
  ]);
  const tables = rooms.map(({ room, faults }) => ({
    room,
    rows: faults.flatMap((fault): Row[] => {
      const cell = caught.get(fault.name);
      return cell === undefined ? [] : [{ fault, caught: cell }];
    }),
  }));
  const rows = tables.flatMap((table) => table.rows);
  const survived = rows.filter((row) => row.caught.startsWith(nothing)).length;
  const sum = `${rows.length} faults, ${rows.length - survived} caught${survived > 0 ? `, ${survived} not` : ""}.`;
  const sections = tables.filter((table) => table.rows.length > 0).map((table) => section(table.room, table.rows));
  return [introduction, `${sum}\n`, ...sections].join("\n");
}

/** Returns the last cells of a document, by the names of their faults. */
function caughtCells(document: string): readonly (readonly [string, string])[] {
  return document.split("\n").flatMap((line) => {
    const [, name, caught] = /^\| ([a-z0-9-]+) \| `.* \| (.*) \|$/.exec(line) ?? [];
    return name !== undefined && caught !== undefined ? [[name, caught] as const] : [];
  });
}

function section(room: string, rows: readonly Row[]): string {
  const lines = rows.map(({ fault: { name, file, breaks }, caught }) => {
    return `| ${[name, `\`${file}\``, breaks].map(escapeCell).join(" | ")} | ${caught} |`;
  });
  return [
    `## ${room}`,
    "",
    "| fault | where | what it breaks | caught by |",
    "| ----- | ----- | -------------- | --------- |",
    ...lines,
    "",
  ].join("\n");
}

const nothing = "**nothing**";

function caughtCell({ fault, verdict }: Pick<Trial, "fault" | "verdict">): string {
  if (verdict.outcome === "survived") return `${nothing}: ${escapeCell(verdict.why)}`;
  const where = `\`${escapeCell(verdict.where)}\``;
  if (isChecked(fault)) return where;
  return verdict.by === "time limit" ? `the time limit of ${where}` : `“${escapeCell(verdict.by)}” (${where})`;
}

function escapeCell(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[|<]/g, (character) => `\\${character}`);
}
