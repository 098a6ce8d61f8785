/** Adds a user that logs in with `orch login` to the content of a client configuration file. */
import { isJsonObject, type ReadonlyJsonObject } from "../../base/json-object.ts";
import { CommandError } from "../terminal.ts";

/** The entries to write. */
export interface LoginEntry {
  readonly userName: string;
  /** Credential plugin of the user. */
  readonly exec: object;
  /** Cluster and namespace of the context. */
  readonly clusterName: string;
  readonly namespace: string;
}

/** Returns the name of the context of the entry. */
export function contextNameOf({ userName, clusterName }: LoginEntry): string {
  return `${userName}@${clusterName}`;
}

/** The content of a file before and after a change. */
export interface ContentChange {
  readonly previous: ReadonlyJsonObject;
  readonly next: ReadonlyJsonObject;
}

/**
 * Returns the content with the user, and with a context of this user as the current one. Existing entries with these
 * names are replaced. All others stay as they are.
 * @throws CommandError if the content is not that of a configuration file
 */
export function withLoginEntry(content: unknown, entry: LoginEntry): ContentChange {
  if (!isJsonObject(content)) throw new CommandError("the client configuration must hold a mapping of kind Config");
  const { userName, exec, clusterName, namespace } = entry;
  const name = contextNameOf(entry);
  const context = { cluster: clusterName, user: userName, namespace };
  const next = {
    ...content,
    users: replaced(content["users"], { name: userName, user: { exec } }),
    contexts: replaced(content["contexts"], { name, context }),
    "current-context": name,
  };
  return { previous: content, next };
}

interface NamedEntry {
  readonly name: string;
  readonly [member: string]: unknown;
}

function replaced(list: unknown, entry: NamedEntry): readonly unknown[] {
  const entries: readonly unknown[] = Array.isArray(list) ? list : [];
  const index = entries.findIndex((one) => isJsonObject(one) && one["name"] === entry.name);
  return index < 0 ? [...entries, entry] : entries.with(index, entry);
}
