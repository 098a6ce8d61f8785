/** The connection of commands that also take a data directory: by default, to the server of this directory. */
import { resolve } from "node:path";
import { vocabularyNames } from "../../meta/vocabulary.ts";
import type { ConnectionChoice } from "../connection/client-context.ts";
import type { ExplicitValues } from "../flags/flag-spec.ts";
import { recordedVocabulary } from "../machine/data-directory.ts";
import { type ConnectionFlag, connectionOf } from "./connection-flags.ts";

/** Whether the command line names a server. */
export function namesServer({ kubeconfig, context }: ExplicitValues<ConnectionFlag>): boolean {
  return kubeconfig !== undefined || context !== undefined;
}

/** Returns the server that the command line names. If it names none, returns the administrator's connection to that of the data directory. */
export function connectionToDataDir(explicitValues: ExplicitValues<ConnectionFlag>, dataDir: string): ConnectionChoice {
  const recorded = recordedVocabulary(dataDir);
  const vocabulary = explicitValues.vocabulary ?? recorded ?? vocabularyNames[0] ?? "orch";
  const connection = { ...connectionOf(explicitValues), vocabulary };
  const isOther = namesServer(explicitValues) || recorded === undefined;
  return isOther ? connection : { ...connection, path: resolve(dataDir, "admin.kubeconfig") };
}
