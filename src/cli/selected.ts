/** Which objects a command is about: those that its words name, or those of its manifests. */
import type { Api } from "../client/index.ts";
import type { ClientContext, Selection } from "./context.ts";
import type { FileOptions } from "./manifest-files.ts";
import { manifestObjects } from "./manifest-objects.ts";
import { readTargets } from "./targets.ts";
import { CommandError } from "./terminal.ts";
import { loadTypes } from "./types/load-types.ts";
import type { ServedType } from "./types/served-type.ts";

/** Objects of one type in one place. */
export interface Selected {
  readonly type: ServedType;
  readonly api: Api;
  /** None: all that selectors leave. */
  readonly names: readonly string[];
}

export interface SelectOptions extends FileOptions {
  /** `pods web`, `pod/web`. */
  readonly words: readonly string[];
}

/** @throws CommandError for words and manifests that mean nothing, or something else than the selectors */
export async function selectObjects(
  options: SelectOptions & Partial<Selection>,
  context: ClientContext,
): Promise<readonly Selected[]> {
  const { words, files, allNamespaces = false } = options;
  if (files.length > 0 && words.length > 0) {
    throw new CommandError(`-f says which objects; leave out ${words.join(" ")}`);
  }
  const selected = files.length > 0 ? await ofFiles(options, context) : await ofWords(words, allNamespaces, context);
  const named = selected.find(({ names }) => names.length > 0);
  if (!named) return selected;
  if (allNamespaces) throw new CommandError("an object has a name in one namespace; leave out -A, or the names");
  if (options.labelSelector !== undefined || options.fieldSelector !== undefined) {
    throw new CommandError("objects are chosen by name or by a selector; leave out one of them");
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

/** Neighbours of one type and place together, so that they are shown in one table. */
async function ofFiles(options: FileOptions, context: ClientContext): Promise<readonly Selected[]> {
  const all: Selected[] = [];
  for await (const { type, api, name } of manifestObjects(options, context)) {
    const last = all.at(-1);
    const isSame = last !== undefined && last.type === type && last.api.namespace === api.namespace;
    if (isSame) all[all.length - 1] = { ...last, names: [...last.names, name] };
    else all.push({ type, api, names: [name] });
  }
  return all;
}
