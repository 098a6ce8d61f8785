/** Reads the history of objects from the server. */
import type { Api, Client, ObjectHistory } from "../../client/index.ts";
import { printableLine } from "../screen/printable.ts";
import { CommandError } from "../terminal.ts";

/** Options of a read. */
export interface HistoryOptions {
  readonly limit: number;
  /** Only changes before this version. */
  readonly before?: string | undefined;
  readonly signal: AbortSignal;
}

/** Returns the changes of an object. @throws StatusError 404; CommandError if the server has another implementation */
export async function readHistory(api: Api, name: string, options: HistoryOptions): Promise<ObjectHistory> {
  const { limit, before, signal } = options;
  const history = await api.history(name, { limit, signal, ...(before === undefined ? {} : { before }) });
  if (!Array.isArray(history.items)) throw otherServerError();
  return history;
}

/** Checks that the server can show earlier states. Others would show the present one. @throws CommandError */
export async function checkShowsHistory(client: Client, signal: AbortSignal): Promise<void> {
  const { gitVersion } = await client.read<{ readonly gitVersion?: string }>("/version", { signal });
  if (!gitVersion?.includes("+orch.")) throw otherServerError();
}

function otherServerError(): CommandError {
  return new CommandError(
    "the server shows no earlier states, because it is no server of orch or has an older release",
  );
}

/** Returns one sentence about the beginning of the history. */
export function beginningText({ oldest: { resourceVersion, time, limit } }: ObjectHistory): string {
  const when = time === undefined ? "" : ` (${printableLine(time)})`;
  const reason =
    limit === "size"
      ? "earlier states were removed; --history-max-size of the server limits them"
      : "etcd keeps it only back to the last compaction";
  return `the history begins at ${printableLine(resourceVersion)}${when}: ${reason}`;
}
