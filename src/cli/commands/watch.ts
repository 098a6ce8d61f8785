/** `orch watch` prints each event of objects with its type. `orch get -w` prints the same without the type. */
import type { Api, TableEvent, WatchEvent } from "../../client/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { ClientContext, ObjectSelection } from "../context.ts";
import { followObjects, followTables } from "../follow.ts";
import { type FormOptions, type ObjectForm, readForm } from "../output/object-form.ts";
import type { ObjectPrinter } from "../output/object-printer.ts";
import { objectTitle, toJson, toYaml, withoutManagedFields } from "../output/objects.ts";
import { type TableLayout, TableView } from "../output/table-view.ts";
import { printable } from "../screen/printable.ts";
import { type Listing, listOptions } from "../selection/list-options.ts";
import { type Selected, type SelectOptions, selectObjects } from "../selection/selected.ts";
import { CommandUsageError, exitCodes } from "../terminal.ts";

/** Options of `orch watch`. */
export interface WatchCommand
  extends SelectOptions,
    ObjectSelection,
    Listing,
    TableLayout,
    Omit<FormOptions, "hasHeaders"> {
  readonly watchOnly: boolean;
  readonly showManagedFields: boolean;
}

interface WatchSettings extends WatchCommand {
  readonly showEvents: boolean;
}

/** Prints events until the command is interrupted. @returns the exit code @throws CommandError */
export async function watch(command: WatchCommand, context: ClientContext): Promise<number> {
  const selected = await selectObjects(command, context);
  return await watchSelected({ ...command, showEvents: true }, selected, context);
}

/**
 * Watches the selected objects. @returns the exit code @throws CommandError for more than one type or more than one
 * name
 */
export async function watchSelected(
  command: WatchSettings,
  selected: readonly Selected[],
  context: ClientContext,
): Promise<number> {
  const [one] = selected;
  if (!one || selected.length > 1 || one.names.length > 1) {
    throw new CommandUsageError("a watch is for one type, with one name or with all objects of the type");
  }
  const [name] = one.names;
  const fieldSelector = name === undefined ? command.fieldSelector : `metadata.name=${name}`;
  const watching = { ...command, fieldSelector };
  const printer = command.output === undefined ? new RowPrinter(watching, one, context) : undefined;
  const form = await readForm(command, context.terminal);
  const source = printer ?? new EventPrinter(watching, form, one, context);
  for (let isFirst = true; ; isFirst = false) {
    const showExisting = !(isFirst && command.watchOnly);
    const { resourceVersion, count } = await source.list(showExisting);
    // If the named object does not exist, this throws the server's error message.
    if (isFirst && count === 0 && name !== undefined) await one.api.get(name, { signal: context.signal });
    const isExpired = await source.follow(resourceVersion);
    if (!isExpired) return exitCodes.fine;
    context.terminal.error("the watch has expired on the server; the current objects follow\n");
  }
}

interface Listed {
  readonly resourceVersion: string;
  readonly count: number;
}

interface Source {
  /** Lists the existing objects. @param isShown whether they are printed */
  list(isShown: boolean): Promise<Listed>;
  /** Prints changes. @returns true if the objects must be listed again */
  follow(resourceVersion: string): Promise<boolean>;
}

class RowPrinter implements Source {
  readonly #command: WatchSettings;
  readonly #api: Api;
  readonly #context: ClientContext;
  readonly #view: TableView;
  readonly #includeObject: "None" | "Metadata";

  constructor(command: WatchSettings, { type, api }: Selected, context: ClientContext) {
    const showNamespace = type.namespaced && api.namespace === "";
    const showsMetadata = showNamespace || command.showLabels || command.labelColumns.length > 0;
    this.#command = command;
    this.#api = api;
    this.#context = context;
    this.#view = new TableView(context.terminal, { ...command, showNamespace, namePrefix: "" });
    this.#includeObject = showsMetadata ? "Metadata" : "None";
  }

  async list(isShown: boolean): Promise<Listed> {
    const { signal } = this.#context;
    let [count, next, resourceVersion] = [0, "", ""];
    do {
      const options = { ...listOptions(this.#command, signal), includeObject: this.#includeObject };
      const table = await this.#api.table(next === "" ? options : { ...options, continue: next });
      this.#view.define(table.columnDefinitions);
      if (isShown) for (const row of table.rows) this.#view.add(row, "ADDED");
      resourceVersion = table.metadata.resourceVersion ?? "";
      next = table.metadata.continue ?? "";
      count += table.rows.length;
    } while (next !== "");
    this.#view.flush();
    return { resourceVersion, count };
  }

  async follow(resourceVersion: string): Promise<boolean> {
    const includeObject = this.#includeObject;
    const events = followTables(this.#api, { ...this.#command, resourceVersion, includeObject }, this.#context);
    for await (const event of events) {
      if (event === "expired") return true;
      this.#print(event);
    }
    return false;
  }

  #print({ type, object }: TableEvent<ApiObject>): void {
    for (const row of object.rows) this.#view.add(row, type);
    this.#view.flush();
  }
}

class EventPrinter implements Source {
  readonly #command: WatchSettings;
  readonly #selected: Selected;
  readonly #context: ClientContext;
  readonly #printer: ObjectPrinter | undefined;

  constructor(command: WatchSettings, form: ObjectForm | undefined, selected: Selected, context: ClientContext) {
    this.#command = command;
    this.#printer = form?.({ isSingle: true, showManagedFields: true });
    this.#selected = selected;
    this.#context = context;
  }

  async list(isShown: boolean): Promise<Listed> {
    const { signal } = this.#context;
    let count = 0;
    let resourceVersion = "";
    const options = { limit: 0, ...listOptions(this.#command, signal) };
    for await (const chunk of this.#selected.api.chunks(options)) {
      if (isShown) for (const object of chunk.items) this.#print({ type: "ADDED", object });
      ({ resourceVersion } = chunk);
      count += chunk.items.length;
    }
    return { resourceVersion, count };
  }

  async follow(resourceVersion: string): Promise<boolean> {
    const events = followObjects(this.#selected.api, { ...this.#command, resourceVersion }, this.#context);
    for await (const event of events) {
      if (event === "expired") return true;
      this.#print(event);
    }
    return false;
  }

  #print({ type, object }: WatchEvent<ApiObject>): void {
    const { output, showEvents, showManagedFields } = this.#command;
    const { terminal } = this.#context;
    const shown = showManagedFields ? object : withoutManagedFields(object);
    if (output === "name") {
      const title = objectTitle(this.#selected.type, object.metadata.name ?? "");
      terminal.out(`${showEvents ? `${type} ` : ""}${printable(title)}\n`);
    } else if (output === "json" || output === "yaml") {
      const document = showEvents ? { type, object: shown } : shown;
      terminal.out(output === "json" ? `${toJson(document)}\n` : `---\n${toYaml(document)}`);
    } else {
      this.#printer?.add(showEvents ? ({ type, object } as unknown as ApiObject) : object);
      this.#printer?.end();
    }
  }
}
