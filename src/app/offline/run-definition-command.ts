/** `orch types` on the terminal of this process, and `orch crd`. */
import { customResourceDefinition } from "../../api/index.ts";
import {
  type CrdDiffCommand,
  crdDiff,
  type Definition,
  definitionOf,
  type TypesCommand,
  types,
} from "../../cli/definitions/index.ts";
import { type ClientContext } from "../../cli/index.ts";
import { hasCode } from "../../client/index.ts";
import type { Tree } from "../../manifests/index.ts";
import { openJudge } from "./manifest-judge.ts";
import { runOnTerminal } from "./run-manifest-command.ts";

/** Objects in one page of a list. */
const pageSize = 500;

/** Runs `orch types`. Returns the exit code. */
export async function runTypes(options: TypesCommand): Promise<number> {
  return await runOnTerminal("types", (terminal) => types(options, terminal));
}

/** Runs `orch crd diff`. Returns the exit code. */
export async function runCrdDiff(options: CrdDiffCommand, context: ClientContext): Promise<number> {
  return await crdDiff(options, {
    terminal: context.terminal,
    openJudge,
    serverDefinition: (name) => serverDefinition(name, context),
    serverObjects: (definition, version) => serverObjects(definition, version, context),
  });
}

async function serverDefinition(
  name: string,
  { client, vocabulary, signal }: ClientContext,
): Promise<Definition | undefined> {
  try {
    const definition = await client.api(customResourceDefinition).get(name, { signal });
    return definitionOf({ ...definition }, "the server", vocabulary);
  } catch (error) {
    if (!hasCode(error, 404)) throw error;
    return undefined;
  }
}

async function* serverObjects(
  { group, kind, plural, scope }: Definition,
  version: string,
  { client, signal }: ClientContext,
): AsyncIterable<Tree> {
  const api = client.resource({ group, version, kind, plural, namespaced: scope === "Namespaced" });
  for await (const { items } of api.chunks({ limit: pageSize, signal })) {
    // Some servers omit the type of the items of a list.
    for (const item of items) yield { ...item, apiVersion: `${group}/${version}`, kind };
  }
}
