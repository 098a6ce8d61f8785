/** Loads the schemas of a group version from the server. */
import type { Client } from "../../client/index.ts";
import { formatGroupVersion, type GroupVersion } from "../../meta/group-version.ts";
import { CommandError } from "../terminal.ts";
import { type ApiDocument, ApiSchemas } from "./api-schema.ts";

/**
 * Loads the OpenAPI document of a group version. The index lists API paths without the leading slash. @throws
 * CommandError if the server does not describe the version
 */
export async function loadSchemas(
  client: Client,
  { group, version }: GroupVersion,
  signal: AbortSignal,
): Promise<ApiSchemas> {
  const { paths } = await client.read<OpenApiIndex>("/openapi/v3", { signal });
  const path = group === "" ? `api/${version}` : `apis/${group}/${version}`;
  const target = paths[path]?.serverRelativeURL;
  if (target === undefined)
    throw new CommandError(`the server has no OpenAPI document for ${formatGroupVersion({ group, version })}`);
  return new ApiSchemas(await client.read<ApiDocument>(target, { signal }));
}

interface OpenApiIndex {
  readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>>;
}
