/** Asking a server how it describes a type. */
import type { Client } from "../../client/index.ts";
import { formatGroupVersion, type GroupVersion } from "../../meta/group-version.ts";
import { CommandError } from "../terminal.ts";
import { type ApiDocument, ApiSchemas } from "./api-schema.ts";

/** Paths of the index are those of the API without the slash in front. @throws CommandError for a version without */
export async function loadSchemas(
  client: Client,
  { group, version }: GroupVersion,
  signal: AbortSignal,
): Promise<ApiSchemas> {
  const { paths } = await client.read<OpenApiIndex>("/openapi/v3", { signal });
  const path = group === "" ? `api/${version}` : `apis/${group}/${version}`;
  const target = paths[path]?.serverRelativeURL;
  if (target === undefined)
    throw new CommandError(`the server does not describe ${formatGroupVersion({ group, version })}`);
  return new ApiSchemas(await client.read<ApiDocument>(target, { signal }));
}

interface OpenApiIndex {
  readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>>;
}
