/** `orch label`: sets, changes and removes labels. */

import { getOwn } from "../../base/own-property.ts";
import type { Api } from "../../client/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { ClientContext, ObjectSelection, Writing } from "../context.ts";
import { Failures } from "../failures.ts";
import { type FormOptions, readForm } from "../output/object-form.ts";
import { objectTitle } from "../output/objects.ts";
import { Outcomes } from "../output/outcomes.ts";
import { runConcurrently } from "../run-concurrently.ts";
import { printable } from "../screen/printable.ts";
import type { Listing } from "../selection/list-options.ts";
import { type NamedObject, namedObjects } from "../selection/named-objects.ts";
import type { SelectOptions } from "../selection/selected.ts";
import { CommandError, CommandUsageError } from "../terminal.ts";
import { applyPatchLocally } from "../writes/dry-run.ts";
import { hasChanged } from "../writes/has-changed.ts";
import { writeOptions } from "../writes/write-options.ts";

/** Options of `orch label`. */
export interface LabelCommand extends SelectOptions, ObjectSelection, Listing, Writing, FormOptions {
  readonly overwrite: boolean;
  /** Whether to print the labels. */
  readonly list: boolean;
  readonly all: boolean;
}

/** The new value of each label. null removes the label. */
export type LabelChanges = Readonly<Record<string, string | null>>;

/** Changes the labels. @returns the exit code: 1 if an object could not be labelled @throws CommandError */
export async function label(command: LabelCommand, context: ClientContext): Promise<number> {
  const { words, changes } = readLabels(command.words);
  if (Object.keys(changes).length === 0 && !command.list) {
    throw new CommandUsageError("labels are required: NAME=VALUE sets one, NAME- removes one, --list shows them");
  }
  const form = await readForm(command, context.terminal);
  const objects = await namedObjects({ ...command, words }, context);
  const failures = new Failures(context.terminal);
  const outcomes = new Outcomes(context.terminal, { ...command, form, objects: objects.length });
  const work = async ({ api, name }: NamedObject): Promise<Labelled> => {
    const before = await api.get(name, { signal: context.signal });
    return { before, after: await changeLabels(api, before, { changes, command, context }) };
  };
  for await (const { item, ...outcome } of runConcurrently(objects, ({ type }) => type, work)) {
    const title = objectTitle(item.type, item.name);
    if ("error" in outcome) {
      failures.report(outcome.error, title);
      continue;
    }
    const { before, after } = outcome.result;
    if (command.list) printLabels(title, after, context);
    else outcomes.print(item.type, after, hasChanged(before, after, command) ? "labeled" : "unchanged");
  }
  if (!command.list) outcomes.end();
  return failures.exitCode;
}

interface Labelled {
  readonly before: ApiObject;
  readonly after: ApiObject;
}

/** Separates the arguments that are labels from the others. @throws CommandError for a label that occurs twice */
function readLabels(all: readonly string[]): {
  readonly words: readonly string[];
  readonly changes: LabelChanges;
} {
  const isLabel = (word: string): boolean => word.includes("=") || (word.endsWith("-") && word.length > 1);
  const changes = new Map<string, string | null>();
  for (const word of all.filter(isLabel)) {
    const equals = word.indexOf("=");
    const [name, value] = equals < 0 ? [word.slice(0, -1), null] : [word.slice(0, equals), word.slice(equals + 1)];
    if (name === "") throw new CommandUsageError(`${JSON.stringify(word)} has no name; use NAME=VALUE`);
    if (changes.has(name)) throw new CommandUsageError(`${name} is set twice; remove one of them`);
    changes.set(name, value);
  }
  return { words: all.filter((word) => !isLabel(word)), changes: Object.fromEntries(changes) };
}

interface Changing {
  readonly changes: LabelChanges;
  readonly command: LabelCommand;
  readonly context: ClientContext;
}

async function changeLabels(api: Api, object: ApiObject, { changes, command, context }: Changing): Promise<ApiObject> {
  const { name = "", labels = {}, resourceVersion } = object.metadata;
  const changedLabels = Object.entries(changes).filter(([key, value]) => (getOwn(labels, key) ?? null) !== value);
  if (changedLabels.length === 0) return object;
  const existingLabel = changedLabels.find(([key, value]) => value !== null && getOwn(labels, key) !== undefined);
  if (existingLabel && !command.overwrite) {
    throw new CommandError(
      `the label ${existingLabel[0]} is ${JSON.stringify(labels[existingLabel[0]])}; --overwrite changes it`,
    );
  }
  // Unless `--overwrite` is set, the patch requires the version that was checked, so that it cannot overwrite a
  // concurrent change.
  const version = command.overwrite ? {} : { resourceVersion };
  const patch = { metadata: { ...version, labels: Object.fromEntries(changedLabels) } };
  if (command.dryRun === "client") return applyPatchLocally(object, patch, "merge");
  return await api.patch(name, "merge", patch, writeOptions(command, context));
}

function printLabels(title: string, { metadata }: ApiObject, { terminal }: ClientContext): void {
  const lines = Object.entries(metadata.labels ?? {}).map(([name, value]) => `  ${name}=${value}`);
  const shown = lines.length === 0 ? ["  (none)"] : lines;
  terminal.out([title, ...shown].map((line) => `${printable(line)}\n`).join(""));
}
