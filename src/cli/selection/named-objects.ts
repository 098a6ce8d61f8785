/** Resolves the objects that a command changes one by one. The user names them or selects them. */
import type { Api } from "../../client/index.ts";
import type { ClientContext, ObjectSelection } from "../context.ts";
import { CommandUsageError } from "../terminal.ts";
import type { ServedType } from "../types/served-type.ts";
import { type Listing, listOptions } from "./list-options.ts";
import { type SelectOptions, selectObjects } from "./selected.ts";

/** One object, by its name. */
export interface NamedObject {
  readonly type: ServedType;
  /** Api of the object's namespace. */
  readonly api: Api;
  readonly name: string;
}

/**
 * Returns the named or selected objects. A type without names or selectors is an error, unless `--all` is set.
 * @throws CommandError; StatusError if the objects cannot be listed
 */
export async function namedObjects(
  command: SelectOptions & ObjectSelection & Listing & { readonly all: boolean },
  context: ClientContext,
): Promise<readonly NamedObject[]> {
  const isSelected = command.labelSelector !== undefined || command.fieldSelector !== undefined;
  const isChosen = isSelected || command.all || command.files.length > 0;
  const [type, ...names] = command.words;
  // Checked before the types are loaded, so that this error needs no server.
  if (type !== undefined && names.length === 0 && !isChosen && !type.includes("/")) throw missingObjectsError(type);
  const selected = await selectObjects(command, context);
  const found: NamedObject[] = [];
  for (const { type, api, names } of selected) {
    if (names.length > 0 && command.all) throw new CommandUsageError("set names or --all, not both");
    if (names.length === 0 && !command.all && !isSelected) {
      throw missingObjectsError(type.plural);
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

function missingObjectsError(type: string): CommandUsageError {
  return new CommandUsageError(`which ${type}? a name, -l LABELS or --all is required`);
}
