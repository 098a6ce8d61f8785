/** Creates custom types on a server in this process. */
import { type CustomResourceDefinition, type CustomType, customResourceDefinition } from "../../api/index.ts";
import type { Api, Client, ResourceType } from "../../client/index.ts";
import { hasCode } from "../../meta/status-error.ts";
import type { VocabularyName } from "../../meta/vocabulary.ts";
import { namesRejection } from "./names-rejection.ts";

/** A CustomResourceDefinition, for example parsed from a file. Kind and apiVersion may be missing. The server checks the spec. */
export interface DefinitionToApply {
  readonly metadata: { readonly name: string };
  readonly spec: object;
}

/**
 * Creates a definition, or replaces its spec, and waits until its type is served.
 * @returns the type in its storage version, for `client.resource()`
 * @throws StatusError if the definition is invalid; Error if its names are in use
 */
export async function defineType(
  client: Client,
  type: DefinitionToApply | CustomType<unknown>,
  vocabulary: VocabularyName,
): Promise<ResourceType> {
  const definitions = client.api(customResourceDefinition);
  const definition = "definition" in type ? type.definition(vocabulary) : type;
  const stored = await createOrReplace(definitions, definition);
  const rejection = await namesRejection(client, definition.metadata.name);
  if (rejection !== undefined) throw new Error(`the names are not accepted: ${rejection}`);
  const { group, names, scope, versions } = stored.spec;
  const version = versions.find(({ storage }) => storage)?.name ?? "";
  return { group, version, kind: names.kind, plural: names.plural, namespaced: scope === "Namespaced" };
}

async function createOrReplace(
  definitions: Api<CustomResourceDefinition>,
  definition: DefinitionToApply,
): Promise<CustomResourceDefinition> {
  try {
    return await definitions.create(definition as CustomResourceDefinition);
  } catch (error) {
    if (!hasCode(error, 409)) throw error;
    const existing = await definitions.get(definition.metadata.name);
    return await definitions.update({ ...existing, spec: definition.spec as CustomResourceDefinition["spec"] });
  }
}
