/**
 * Dry runs. With "server", the server processes a write without storing it. With "client", the command computes the
 * result without sending a write request.
 */
import type { Api } from "../../client/index.ts";
import { type Tree, treeAt } from "../../manifests/index.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  PatchError,
  parseJsonPatch,
} from "../../patch/index.ts";
import type { StructSchema } from "../../schema/index.ts";
import { CommandError } from "../terminal.ts";
import type { ServedType } from "../types/served-type.ts";

/** Where a write is simulated. `none`: it is performed. */
export type DryRun = "none" | "client" | "server";

/** Suffix of the output lines of a dry run. */
export const dryRunMarks: Readonly<Record<DryRun, string>> = {
  none: "",
  client: " (dry run)",
  server: " (server dry run)",
};

/** The type and the namespace to which an object is sent. */
export interface ObjectTarget {
  readonly type: ServedType;
  /** Api of the object's namespace. */
  readonly api: Api;
}

/** Returns the object as the command would send it, with the type and namespace of the request. */
export function objectToSend(object: Tree, { type, api }: ObjectTarget): ApiObject {
  const namespace = api.namespace === "" ? {} : { namespace: api.namespace };
  const metadata = { ...treeAt(object, "metadata"), ...namespace };
  return { apiVersion: formatGroupVersion(type), kind: type.kind, ...object, metadata };
}

/** How to apply a patch. A strategic merge patch requires the schema of the type. */
export type LocalPatchType = "merge" | "json" | { readonly strategic: StructSchema };

/**
 * Returns the object with the patch applied, computed by the client. @throws CommandError if the patch does not apply
 */
export function applyPatchLocally(object: ApiObject, patch: unknown, type: LocalPatchType): ApiObject {
  try {
    if (type === "merge") return applyMergePatch(object, patch) as ApiObject;
    if (type === "json") return applyJsonPatch(object, parseJsonPatch(patch)) as ApiObject;
    return applyStrategicMergePatch({ ...object }, patch, type.strategic) as unknown as ApiObject;
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    throw new CommandError(`the patch does not fit the object: ${error.message}`, { cause: error });
  }
}
