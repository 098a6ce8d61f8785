/** Converts CustomResourceDefinitions of v1beta1. Settings that applied to all versions are copied to each version. */
import { cloneJson } from "../../base/json-tree.ts";
import { extension } from "../../meta/vocabulary.ts";
import { type ChangeContext, ConversionError, keepDefault, type ManifestChange } from "../change.ts";
import { ensureTree, isUnset, removeMember, renameMember, type Tree, textAt, treeAt, treesAt } from "../tree.ts";

/** Converts a CustomResourceDefinition to v1. */
export const definitionToV1: ManifestChange = (definition, context) => {
  const spec = ensureTree(definition, "spec");
  const keepsUnknown = removeMember(spec, "preserveUnknownFields") !== false;
  keepDefault(spec, "scope", { value: "Namespaced", path: "spec", context });
  const versions = versionsOf(spec);
  const common = {
    schema: removeMember(spec, "validation"),
    subresources: removeMember(spec, "subresources"),
    additionalPrinterColumns: removeMember(spec, "additionalPrinterColumns"),
  };
  versions.forEach((version, index) => {
    for (const [name, value] of Object.entries(common)) {
      if (isUnset(version[name]) && !isUnset(value)) version[name] = cloneJson(value);
    }
    for (const column of treesAt(version, "additionalPrinterColumns")) renameMember(column, "JSONPath", "jsonPath");
    completeSchema(version, { keepsUnknown, path: `spec.versions[${index}].schema.openAPIV3Schema`, context });
  });
  changeConversion(treeAt(spec, "conversion"), context);
};

/** Returns the versions. `spec.version` without `versions` is one version that is served and stored. */
function versionsOf(spec: Tree): readonly Tree[] {
  const name = removeMember(spec, "version");
  const listed = treesAt(spec, "versions");
  if (listed.length > 0) return listed;
  if (typeof name !== "string") throw new ConversionError("spec.versions: at least one version is required");
  const only: Tree = { name, served: true, storage: true };
  spec["versions"] = [only];
  return [only];
}

interface SchemaOptions {
  readonly keepsUnknown: boolean;
  readonly path: string;
  readonly context: ChangeContext;
}

/**
 * Completes the schema, which is required in v1 and must have a type. Unknown fields are pruned in v1, unless the
 * schema preserves them.
 */
function completeSchema(version: Tree, { keepsUnknown, path, context }: SchemaOptions): void {
  const schema = ensureTree(ensureTree(version, "schema"), "openAPIV3Schema");
  if (isUnset(schema["type"])) {
    schema["type"] = "object";
    context.note(`${path}.type`, "is set to object: every schema must have a type; add the types of nested schemas");
  }
  const keep = context.vocabulary.bind(extension("preserve-unknown-fields"));
  if (!keepsUnknown || !isUnset(schema[keep])) return;
  schema[keep] = true;
  context.note(
    `${path}.${keep}`,
    `is set, because ${context.from} kept unknown fields; remove it when the schema is complete`,
  );
}

function changeConversion(conversion: Tree | undefined, context: ChangeContext): void {
  if (!conversion || textAt(conversion, "strategy") !== "Webhook") return;
  keepDefault(conversion, "conversionReviewVersions", { value: ["v1beta1"], path: "spec.conversion", context });
  const clientConfig = removeMember(conversion, "webhookClientConfig");
  const conversionReviewVersions = removeMember(conversion, "conversionReviewVersions");
  conversion["webhook"] = { ...(isUnset(clientConfig) ? {} : { clientConfig }), conversionReviewVersions };
}
