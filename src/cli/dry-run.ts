/** Trying out a write: by the server, which goes the whole way but for the store, or here, without asking it to write. */
import type { Api } from "../client/index.ts";
import { type Tree, treeAt } from "../manifests/index.ts";
import { formatGroupVersion } from "../meta/group-version.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  PatchError,
  parseJsonPatch,
} from "../patch/index.ts";
import type { StructSchema } from "../schema/index.ts";
import { CommandError } from "./terminal.ts";
import type { ServedType } from "./types/served-type.ts";

/** `none`: it is done. */
export type DryRun = "none" | "client" | "server";

/** What stands behind a line that says what has happened. */
export const dryRunMarks: Readonly<Record<DryRun, string>> = {
  none: "",
  client: " (dry run)",
  server: " (server dry run)",
};

export interface Sending {
  readonly type: ServedType;
  /** Of the namespace in which the object would lie. */
  readonly api: Api;
}

/** An object as the server would be sent it: it lies where the request goes, and is of the type that is asked. */
export function sentObject(object: Tree, { type, api }: Sending): ApiObject {
  const namespace = api.namespace === "" ? {} : { namespace: api.namespace };
  const metadata = { ...treeAt(object, "metadata"), ...namespace };
  return { apiVersion: formatGroupVersion(type), kind: type.kind, ...object, metadata };
}

/** How a patch is meant; a strategic one has to know the type. */
export type PatchHere = "merge" | "json" | { readonly strategic: StructSchema };

/** The object with a patch. @throws CommandError for one that does not fit */
export function patchedHere(object: ApiObject, patch: unknown, type: PatchHere): ApiObject {
  try {
    if (type === "merge") return applyMergePatch(object, patch) as ApiObject;
    if (type === "json") return applyJsonPatch(object, parseJsonPatch(patch)) as ApiObject;
    return applyStrategicMergePatch({ ...object }, patch, type.strategic) as unknown as ApiObject;
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    throw new CommandError(`the patch does not fit the object: ${error.message}`, { cause: error });
  }
}
