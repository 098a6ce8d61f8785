/** The objects that a command changes one by one: those that are named, and those that selectors leave, each by its name. */
import type { Api } from "../client/index.ts";
import type { ClientContext, Selection } from "./context.ts";
import { type Listing, listOptions } from "./list-options.ts";
import { type SelectOptions, selectObjects } from "./selected.ts";
import { CommandError } from "./terminal.ts";
import type { ServedType } from "./types/served-type.ts";

export interface NamedObject {
  readonly type: ServedType;
  /** Of the namespace in which it lies. */
  readonly api: Api;
  readonly name: string;
}

/**
 * A type alone is too little: that all of its objects are meant is said by `--all`.
 * @throws CommandError; StatusError when objects cannot be listed
 */
export async function namedObjects(
  command: SelectOptions & Selection & Listing & { readonly all: boolean },
  context: ClientContext,
): Promise<readonly NamedObject[]> {
  const selected = await selectObjects(command, context);
  const isSelected = command.labelSelector !== undefined || command.fieldSelector !== undefined;
  const found: NamedObject[] = [];
  for (const { type, api, names } of selected) {
    if (names.length > 0 && command.all) throw new CommandError("objects are named, or all of them; leave out one");
    if (names.length === 0 && !command.all && !isSelected) {
      throw new CommandError(`say which ${type.plural}: a name, -l LABELS, or --all`);
    }
    if (names.length > 0) found.push(...names.map((name) => ({ type, api, name })));
    else found.push(...(await listed({ type, api }, command, context)));
  }
  return found;
}

async function listed(
  { type, api }: Pick<NamedObject, "type" | "api">,
  listing: Listing,
  { signal }: ClientContext,
): Promise<readonly NamedObject[]> {
  const found: NamedObject[] = [];
  for await (const { items } of api.chunks({ limit: 0, ...listOptions(listing, signal) })) {
    for (const { metadata } of items) {
      const { name = "", namespace = "" } = metadata;
      found.push({ type, name, api: api.in(namespace) });
    }
  }
  return found;
}
