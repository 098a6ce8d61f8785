/** Resolves the objects of a command, from its arguments or from manifests. */
import type { Api } from "../../client/index.ts";
import type { ClientContext, ObjectSelection } from "../context.ts";
import { CommandUsageError } from "../terminal.ts";
import { loadTypes } from "../types/load-types.ts";
import type { ServedType } from "../types/served-type.ts";
import type { ManifestFileOptions } from "./manifest-files.ts";
import { manifestObjects } from "./manifest-objects.ts";
import { checkWords, readTargets } from "./targets.ts";

/** Objects of one type in one namespace. */
export interface Selected {
  readonly type: ServedType;
  readonly api: Api;
  /** Empty for all objects that the selectors select. */
  readonly names: readonly string[];
}

/** The arguments and flags that choose objects. */
export interface SelectOptions extends ManifestFileOptions {
  /** Arguments such as `pods web` or `pod/web`. */
  readonly words: readonly string[];
}

/**
 * Returns the chosen objects. @throws CommandError for invalid arguments or manifests, and if they contradict the
 * selectors
 */
export async function selectObjects(
  options: SelectOptions & Partial<ObjectSelection>,
  context: ClientContext,
): Promise<readonly Selected[]> {
  const { words, files, allNamespaces = false } = options;
  if (files.length > 0 && words.length > 0) {
    throw new CommandUsageError(`-f selects the objects; remove ${words.join(" ")}`);
  }
  if (files.length === 0) checkWords(words);
  const selected = files.length > 0 ? await ofFiles(options, context) : await ofWords(words, allNamespaces, context);
  const named = selected.find(({ names }) => names.length > 0);
  if (!named) return selected;
  if (allNamespaces) throw new CommandUsageError("a name belongs to one namespace; set -A or names, not both");
  if (options.labelSelector !== undefined || options.fieldSelector !== undefined) {
    throw new CommandUsageError("set names or a selector, not both");
  }
  return selected;
}

async function ofWords(
  words: readonly string[],
  allNamespaces: boolean,
  { client, namespace, signal }: ClientContext,
): Promise<readonly Selected[]> {
  const types = await loadTypes(client, signal);
  return readTargets(words, types).map(({ type, names }) => {
    return { type, names, api: client.resource(type, allNamespaces ? "" : namespace) };
  });
}

/** Combines neighbouring objects of the same type and namespace, so that they are shown in one table. */
async function ofFiles(options: ManifestFileOptions, context: ClientContext): Promise<readonly Selected[]> {
  const all: Selected[] = [];
  for await (const { type, api, name } of manifestObjects(options, context)) {
    const last = all.at(-1);
    const isSame = last !== undefined && last.type === type && last.api.namespace === api.namespace;
    if (isSame) all[all.length - 1] = { ...last, names: [...last.names, name] };
    else all.push({ type, api, names: [name] });
  }
  return all;
}

/** Checks that words name an object, as far as that needs no server. @throws CommandUsageError */
export function checkIsNamed({ words, files }: SelectOptions): void {
  const [word = ""] = words;
  if (words.length === 1 && files.length === 0 && !word.includes("/")) throw missingObjectError();
}

/** Returns the error for words that name no object. */
export function missingObjectError(): CommandUsageError {
  return new CommandUsageError("an object is required: TYPE NAME or TYPE/NAME");
}
