/** Formats Tables of the server as lines of a terminal. */
import type { Table } from "../../client/index.ts";
import { stringifyJson } from "../../codec/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { Columns } from "../screen/columns.ts";
import type { Colour } from "../screen/paint.ts";
import { printableLine } from "../screen/printable.ts";
import type { Screen } from "../terminal.ts";

/** Flags of table output. */
export interface TableLayout {
  /** Whether all columns are shown, and none is truncated. */
  readonly isWide: boolean;
  readonly hasHeaders: boolean;
  readonly showLabels: boolean;
  readonly labelColumns: readonly string[];
}

/** Options of the `TableView` constructor. */
export interface TableViewOptions extends TableLayout {
  readonly showNamespace: boolean;
  /** Prefix of names, such as `deployment.apps/`. */
  readonly namePrefix: string;
  /** Whether the first column shows the event type. */
  readonly showEvents: boolean;
}

/** The cells of one object, and as much of the object as was requested. */
export type TableRow = Table<ApiObject>["rows"][number];
type ColumnDefinition = Table<ApiObject>["columnDefinitions"][number];

interface ShownColumn {
  readonly title: string;
  /** Index of the cell in the row. Undefined for a column that is read from the object. */
  readonly index: number | undefined;
  readonly isName: boolean;
}

const none = "<none>";
const longestEvent = "MODIFIED";

/** Collects rows and prints them as aligned lines. */
export class TableView {
  readonly #terminal: Screen;
  readonly #options: TableViewOptions;
  #columns: readonly ShownColumn[] = [];
  #layout: Columns | undefined;
  #pending: (readonly string[])[] = [];
  #isHeadPending = false;
  #rowCount = 0;

  constructor(terminal: Screen, options: TableViewOptions) {
    this.#terminal = terminal;
    this.#options = options;
  }

  /** Number of rows that were added. */
  get rowCount(): number {
    return this.#rowCount;
  }

  /** Sets the columns. Only the first call has an effect. */
  define(definitions: readonly ColumnDefinition[]): void {
    if (this.#layout) return;
    const { isWide } = this.#options;
    this.#columns = definitions.flatMap(({ name, priority, format }, index) =>
      isWide || priority === 0 ? [{ title: name.toUpperCase(), index, isName: format === "name" }] : [],
    );
    const lead = this.#leadTitles().map(() => ({ isWhole: true }));
    const cells = this.#columns.map(({ isName }) => ({ isWhole: isName || isWide }));
    const rest = this.#trailTitles().map(() => ({ isWhole: isWide }));
    this.#layout = new Columns([...lead, ...cells, ...rest], this.#terminal.columns);
    this.#isHeadPending = this.#options.hasHeaders;
    // The type of later events is unknown when the first lines are printed, so reserve the width of the longest.
    if (this.#options.showEvents) this.#layout.widen([[longestEvent]]);
  }

  /** Adds a row. @param event type of the event, if it is shown */
  add(row: TableRow, event = ""): void {
    const { namePrefix } = this.#options;
    const cells = this.#columns.map(({ index, isName }) => {
      const text = cellText(row.cells[index ?? 0]);
      return isName ? namePrefix + text : text;
    });
    this.#pending.push([...this.#leadCells(row, event), ...cells, ...this.#trailCells(row)]);
    this.#rowCount += 1;
  }

  /** Prints the rows that were added since the last call. */
  flush(): void {
    const layout = this.#layout;
    if (!layout || this.#rowCount === 0) return;
    const titles = this.#titles();
    layout.widen(this.#isHeadPending ? [titles, ...this.#pending] : this.#pending);
    const head = this.#isHeadPending ? [layout.line(titles, (title) => this.#terminal.paint("bold", title))] : [];
    const lines = this.#pending.map((row) => layout.line(row, this.#painted));
    this.#terminal.out([...head, ...lines].map((line) => `${line}\n`).join(""));
    this.#pending = [];
    this.#isHeadPending = false;
  }

  readonly #painted = (cell: string, column: number): string => {
    const colour = stateColour(this.#titles()[column] ?? "", cell);
    return colour ? this.#terminal.paint(colour, cell) : cell;
  };

  #titles(): readonly string[] {
    return [...this.#leadTitles(), ...this.#columns.map(({ title }) => title), ...this.#trailTitles()];
  }

  #leadTitles(): readonly string[] {
    const { showEvents, showNamespace } = this.#options;
    return [...(showEvents ? ["EVENT"] : []), ...(showNamespace ? ["NAMESPACE"] : [])];
  }

  #leadCells({ object }: TableRow, event: string): readonly string[] {
    const { showEvents, showNamespace } = this.#options;
    return [...(showEvents ? [event] : []), ...(showNamespace ? [object.metadata.namespace ?? ""] : [])];
  }

  #trailTitles(): readonly string[] {
    const { labelColumns, showLabels } = this.#options;
    const names = labelColumns.map((label) => label.slice(label.lastIndexOf("/") + 1).toUpperCase());
    return [...names, ...(showLabels ? ["LABELS"] : [])];
  }

  #trailCells({ object }: TableRow): readonly string[] {
    const { labelColumns, showLabels } = this.#options;
    if (!showLabels && labelColumns.length === 0) return [];
    const labels = object.metadata.labels ?? {};
    const all = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
    const cells = [...labelColumns.map((label) => labels[label] ?? ""), ...(showLabels ? [all.join(",") || none] : [])];
    return cells.map(printableLine);
  }
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return none;
  return printableLine(typeof cell === "string" ? cell : stringifyJson(cell));
}

/** Colours of states in tables of any kind: good, in transition, and bad. */
const states: ReadonlyMap<string, Colour> = new Map([
  ...[
    "Running",
    "Active",
    "Bound",
    "Ready",
    "Available",
    "Approved",
    "Complete",
    "Completed",
    "Succeeded",
    "ADDED",
  ].map((state): [string, Colour] => [state, "green"]),
  ...["Pending", "Terminating", "ContainerCreating", "Released", "Suspended", "Unknown", "MODIFIED"].map(
    (state): [string, Colour] => [state, "yellow"],
  ),
  ...["Failed", "Error", "Evicted", "OOMKilled", "Lost", "NotReady", "Denied", "DELETED", "Warning"].map(
    (state): [string, Colour] => [state, "red"],
  ),
]);
const stateTitles: ReadonlySet<string> = new Set(["STATUS", "EVENT", "TYPE", "CONDITION", "REASON"]);

/** Returns the colour of a state. If there are several states, as in `Ready,SchedulingDisabled`, the first one determines the colour. */
function stateColour(title: string, cell: string): Colour | undefined {
  if (!stateTitles.has(title)) return undefined;
  if (cell.endsWith("BackOff") || cell.endsWith("Error")) return "red";
  return states.get(cell.split(",", 1)[0] ?? "");
}
