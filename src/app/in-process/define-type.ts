/** Creates custom types on a server in this process. */
import { type CustomResourceDefinition, type CustomType, customResourceDefinition } from "../../api/index.ts";
import type { Api, Client, ResourceType } from "../../client/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { hasCode } from "../../meta/status-error.ts";
import type { VocabularyName } from "../../meta/vocabulary.ts";
import { namesRejection } from "./names-rejection.ts";

/** A CustomResourceDefinition, for example parsed from a file. Kind and apiVersion may be missing. The server checks the spec. */
export interface DefinitionToApply {
  readonly metadata: { readonly name: string };
  readonly spec: object;
}

/**
 * Creates a definition, or replaces its spec, and waits until its type is served. If the definition is being deleted, it is created again
 * after the deletion.
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

/** How often a definition is created or replaced again if other clients change or delete it meanwhile. */
const attemptsMax = 10;

async function createOrReplace(
  definitions: Api<CustomResourceDefinition>,
  definition: DefinitionToApply,
): Promise<CustomResourceDefinition> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await definitions.create(definition as CustomResourceDefinition);
    } catch (error) {
      if (!hasCode(error, 409) || attempt === attemptsMax) throw error;
    }
    const replaced = await replaceStored(definitions, definition);
    if (replaced) return replaced;
  }
}

/** Replaces the spec of a definition, or waits until it is deleted. Returns undefined if the definition was deleted or has changed. */
async function replaceStored(
  definitions: Api<CustomResourceDefinition>,
  { metadata: { name }, spec }: DefinitionToApply,
): Promise<CustomResourceDefinition | undefined> {
  try {
    const stored = await definitions.get(name);
    if (stored.metadata.deletionTimestamp === undefined) {
      return await definitions.update({ ...stored, spec: spec as CustomResourceDefinition["spec"] });
    }
    await deletionOf(definitions, stored);
  } catch (error) {
    if (!hasCode(error, 404) && !hasCode(error, 409)) throw error;
  }
  return undefined;
}

/** Waits until a definition that is being deleted no longer exists, or the watch ends. */
async function deletionOf(definitions: Api<CustomResourceDefinition>, { metadata }: ApiObject): Promise<void> {
  const { name = "", resourceVersion = "" } = metadata;
  for await (const { type } of definitions.watch({ fieldSelector: `metadata.name=${name}`, resourceVersion })) {
    if (type === "DELETED") return;
  }
}
