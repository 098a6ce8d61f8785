/** Sends an object to a server as a dry run. */
import { StatusError } from "../../client/index.ts";
import type { Tree } from "../../manifests/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { ClientContext } from "../context.ts";
import type { ManifestObject } from "../selection/manifest-objects.ts";
import { objectToSend } from "../writes/dry-run.ts";
import { findObject } from "../writes/find-object.ts";

/** The operations that a dry run can have. */
export const writeOperations = ["CREATE", "UPDATE", "DELETE"] as const;

/** An operation, in capitals. */
export type WriteOperation = (typeof writeOperations)[number];

/** Response of the server to the write of an object. */
export interface WriteOutcome {
  readonly operation: WriteOperation;
  readonly sent: Tree;
  /** Undefined if the request was rejected, and after a deletion. */
  readonly result: Tree | undefined;
  /** The object before the write. Undefined if it does not exist, or the user may not read it. */
  readonly stored: Tree | undefined;
  readonly rejection: StatusError | undefined;
}

const fieldManager = "orch";

/**
 * Sends the object. Nothing is stored.
 * @param chosen undefined: an update if the object exists, else a create
 * @throws ConnectionError if the server does not respond
 */
export async function dryRunWrite(
  { object, type, api, name }: ManifestObject,
  chosen: WriteOperation | undefined,
  { signal }: Pick<ClientContext, "signal">,
): Promise<WriteOutcome> {
  const sent = objectToSend(object, { type, api });
  const stored = name === "" ? undefined : await storedObject(() => findObject(api, name, signal));
  const operation = chosen ?? (stored ? "UPDATE" : "CREATE");
  const options = { dryRun: true, fieldManager, fieldValidation: "Strict", signal } as const;
  const send = async (): Promise<Tree | undefined> => {
    if (operation === "CREATE") return { ...(await api.create(sent, options)) };
    if (operation === "UPDATE") return { ...(await api.update(versioned(sent, stored), options)) };
    await api.delete(name, { dryRun: true, signal });
    return undefined;
  };
  const outcome = { operation, sent: { ...sent }, stored: stored && { ...stored } };
  try {
    return { ...outcome, result: await send(), rejection: undefined };
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return { ...outcome, result: undefined, rejection: error };
  }
}

/** Some types require the version of the object that an update replaces. */
function versioned(sent: ApiObject, stored: ApiObject | undefined): ApiObject {
  return {
    ...sent,
    metadata: { ...(stored && { resourceVersion: stored.metadata.resourceVersion }), ...sent.metadata },
  };
}

/** Returns the object. Undefined if the user may not read it. */
async function storedObject(read: () => Promise<ApiObject | undefined>): Promise<ApiObject | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof StatusError && error.code === 403) return undefined;
    throw error;
  }
}
