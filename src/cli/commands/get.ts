/** `orch get`: prints objects as a table or as documents, once or with every change. */
import { type Api, type ListOptions, type PastOptions, StatusError } from "../../client/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { ClientContext, ObjectSelection } from "../context.ts";
import { Failures } from "../failures.ts";
import { checkShowsHistory } from "../history/read-history.ts";
import { type FormOptions, type ObjectForm, readForm } from "../output/object-form.ts";
import { objectTitle } from "../output/objects.ts";
import { readSortField, type SortField } from "../output/sort-by.ts";
import { type TableLayout, type TableRow, TableView } from "../output/table-view.ts";
import { Progress } from "../progress.ts";
import { printable } from "../screen/printable.ts";
import { type Listing, listOptions } from "../selection/list-options.ts";
import { type Selected, type SelectOptions, selectObjects } from "../selection/selected.ts";
import { CommandUsageError } from "../terminal.ts";
import { typeTitle } from "../types/served-type.ts";
import { watchSelected } from "./watch.ts";

/** Options of `orch get`. */
export interface GetCommand
  extends SelectOptions,
    ObjectSelection,
    Listing,
    TableLayout,
    Omit<FormOptions, "hasHeaders"> {
  readonly ignoreNotFound: boolean;
  readonly watch: boolean;
  readonly watchOnly: boolean;
  readonly sortBy: string | undefined;
  readonly showManagedFields: boolean;
  /** The state to show: a version, a time, or a duration ago. Undefined: the present one. */
  readonly at: string | undefined;
}

/**
 * Prints the objects.
 * @returns the exit code: 1 if an object does not exist or cannot be read
 * @throws CommandError
 */
export async function get(command: GetCommand, context: ClientContext): Promise<number> {
  const order = command.sortBy === undefined ? undefined : readSortField(command.sortBy);
  const selected = await selectObjects(command, context);
  if (command.watch || command.watchOnly) {
    if (command.at !== undefined)
      throw new CommandUsageError("an earlier state does not change; set --at or -w, not both");
    if (order) throw new CommandUsageError("changes cannot be sorted; set --sort-by or -w, not both");
    return await watchSelected({ ...command, showEvents: false }, selected, context);
  }
  if (command.at !== undefined) await checkShowsHistory(context.client, context.signal);
  const form = await readForm(command, context.terminal);
  const failures = new Failures(context.terminal);
  const read = new Reading(command, context, failures);
  if (form) {
    await printDocuments(selected, { command, context, read, form, order });
  } else {
    const count = await printRows(selected, { command, context, read, order });
    if (count === 0 && failures.exitCode === 0 && !command.ignoreNotFound)
      printNothingFound(selected, command, context);
  }
  return failures.exitCode;
}

interface Printing {
  readonly command: GetCommand;
  readonly context: ClientContext;
  readonly read: Reading;
  readonly order: SortField | undefined;
}

async function printDocuments(
  selected: readonly Selected[],
  { command, read, order, form }: Printing & { readonly form: ObjectForm },
): Promise<void> {
  const { showManagedFields } = command;
  const isSingle = selected.length === 1 && selected[0]?.names.length === 1;
  const output = form({ showManagedFields, isSingle });
  const kept: ApiObject[] = [];
  for (const one of selected) {
    for await (const objects of read.objects(one)) {
      if (order) kept.push(...objects);
      else for (const object of objects) output.add(object);
    }
  }
  for (const object of order?.sorted(kept, (one) => one) ?? []) output.add(object);
  output.end();
}

/** Prints the objects as tables. @returns the number of objects */
async function printRows(selected: readonly Selected[], { command, context, read, order }: Printing): Promise<number> {
  let count = 0;
  for (const one of selected) {
    const { type, api } = one;
    const showNamespace = type.namespaced && api.namespace === "";
    const namePrefix = selected.length > 1 ? `${typeTitle(type)}/` : "";
    const view = new TableView(context.terminal, { ...command, showNamespace, namePrefix, showEvents: false });
    const names: string[] = [];
    const rows: TableRow[] = [];
    const needsObject = command.output === "name" || showNamespace || showsLabels(command);
    for await (const table of read.tables(one, order ? "Object" : needsObject ? "Metadata" : "None")) {
      view.define(table.columnDefinitions);
      rows.push(...table.rows);
    }
    const mayLack = selected.length > 1;
    const sorted = order ? order.sorted(rows, ({ object }) => object, { mayLack }) : rows;
    for (const row of sorted) {
      if (command.output === "name") names.push(objectTitle(type, row.object.metadata.name ?? ""));
      else view.add(row);
    }
    if (command.output === "name") context.terminal.out(names.map((name) => `${printable(name)}\n`).join(""));
    else if (count > 0 && view.rowCount > 0) context.terminal.out("\n");
    view.flush();
    count += rows.length;
  }
  return count;
}

function showsLabels({ showLabels, labelColumns }: TableLayout): boolean {
  return showLabels || labelColumns.length > 0;
}

/** Reports that there are no objects, on standard error, because standard output contains only objects. */
function printNothingFound(selected: readonly Selected[], command: GetCommand, { terminal }: ClientContext): void {
  const what = selected.map(({ type }) => type.plural).join(", ");
  const place = selected.find(({ type, api }) => type.namespaced && api.namespace !== "")?.api.namespace;
  const chosen = command.labelSelector === undefined && command.fieldSelector === undefined ? "" : " that are selected";
  terminal.error(`there are no ${what}${chosen}${place === undefined ? "" : ` in namespace ${place}`}\n`);
}

/** Reads the selected objects from the server, and reports those that do not exist. */
class Reading {
  readonly #command: GetCommand;
  readonly #context: ClientContext;
  readonly #failures: Failures;

  constructor(command: GetCommand, context: ClientContext, failures: Failures) {
    this.#command = command;
    this.#context = context;
    this.#failures = failures;
  }

  async *objects({ type, api, names }: Selected): AsyncGenerator<readonly ApiObject[]> {
    const { signal } = this.#context;
    for (const name of names) {
      const object = await this.#found(() => api.get(name, { ...this.#past, signal }));
      if (object) yield [object];
    }
    if (names.length > 0) return;
    using progress = new Progress(type.plural, this.#context.terminal);
    for await (const chunk of this.#chunks((next) => api.list(next))) {
      progress.add(chunk.items.length, chunk.remainingItemCount);
      yield chunk.items;
    }
  }

  async *tables(
    { type, api, names }: Selected,
    includeObject: "None" | "Metadata" | "Object",
  ): AsyncGenerator<Awaited<ReturnType<Api["table"]>>> {
    const { signal } = this.#context;
    for (const name of names) {
      const table = await this.#found(() => api.table({ name, includeObject, ...this.#past, signal }));
      if (table) yield table;
    }
    if (names.length > 0) return;
    using progress = new Progress(type.plural, this.#context.terminal);
    const chunks = this.#chunks(async (next) => {
      const table = await api.table({ ...next, includeObject });
      return { ...table, continue: table.metadata.continue };
    });
    for await (const table of chunks) {
      progress.add(table.rows.length, table.metadata.remainingItemCount);
      yield table;
    }
  }

  get #past(): PastOptions {
    const { at } = this.#command;
    return at === undefined ? {} : { at };
  }

  async *#chunks<C extends { readonly continue?: string | undefined }>(
    requestChunk: (options: ListOptions) => Promise<C>,
  ): AsyncGenerator<C> {
    const options = { ...listOptions(this.#command, this.#context.signal), ...this.#past };
    try {
      let chunk = await requestChunk(options);
      yield chunk;
      while (chunk.continue) {
        chunk = await requestChunk({ ...options, continue: chunk.continue });
        yield chunk;
      }
    } catch (error) {
      this.#failures.report(error);
    }
  }

  async #found<T>(read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      const isExcused = this.#command.ignoreNotFound && error instanceof StatusError && error.reason === "NotFound";
      if (!isExcused) this.#failures.report(error);
      return undefined;
    }
  }
}
