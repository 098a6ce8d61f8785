/** Completion candidates that only the server knows: types, objects and namespaces. */
import type { Candidate } from "../completion/shell-words.ts";
import type { ClientContext } from "../context.ts";
import { findType } from "../types/find-type.ts";
import { loadTypes } from "../types/load-types.ts";
import type { ServedType } from "../types/served-type.ts";

/** Names that only the server knows: types, objects or namespaces. `prefix` is prepended to every candidate, as in `pods,` or `--namespace=`. */
export type CompletionRequest =
  | { readonly kind: "types"; readonly prefix: string }
  | { readonly kind: "names"; readonly type: string; readonly prefix: string }
  | { readonly kind: "namespaces"; readonly prefix: string };

/** Maximum number of candidates. A longer list would not help the user. */
const candidatesMax = 500;

/** Returns the candidates for a completion request. */
export async function completionCandidates(
  request: CompletionRequest,
  context: ClientContext,
): Promise<readonly Candidate[]> {
  const types = await loadTypes(context.client, context.signal);
  const { prefix } = request;
  const names =
    request.kind === "types"
      ? typeNames(types)
      : request.kind === "names"
        ? await objectNames(request.type, { types, context })
        : await objectNames("namespaces", { types, context });
  return names.map(({ text, ...rest }) => ({ text: prefix + text, ...rest }));
}

function typeNames(types: readonly ServedType[]): readonly Candidate[] {
  const listed = types.filter(({ isPreferred, verbs }) => isPreferred && verbs.includes("list"));
  return listed.map((type) => {
    const isFirst = findType(types, type.plural) === type;
    return { text: isFirst ? type.plural : `${type.plural}.${type.group}`, doc: type.kind };
  });
}

async function objectNames(
  text: string,
  { types, context }: { readonly types: readonly ServedType[]; readonly context: ClientContext },
): Promise<readonly Candidate[]> {
  const type = findType(types, text);
  if (!type) return [];
  const api = context.client.resource(type, type.namespaced ? context.namespace : "");
  const { rows } = await api.table({ limit: candidatesMax, includeObject: "Metadata", signal: context.signal });
  return rows.map(({ object }) => ({ text: object.metadata.name ?? "" }));
}
