/** CustomResourceDefinitions in manifests. */
import { isJsonList, isJsonObject, type ReadonlyJsonObject } from "../../base/json-object.ts";
import {
  ConversionError,
  convertManifest,
  knownType,
  objectsOf,
  type Tree,
  textAt,
  treeAt,
} from "../../manifests/index.ts";
import { group as groupToken, type Vocabulary } from "../../meta/vocabulary.ts";
import { type ManifestFileOptions, titleOf } from "../selection/manifest-files.ts";
import { validDocuments } from "../selection/object-files.ts";
import { CommandError, type Terminal } from "../terminal.ts";

/** A version of a custom type. */
export interface DefinitionVersion {
  readonly name: string;
  readonly isServed: boolean;
  readonly isStorage: boolean;
  readonly isDeprecated: boolean;
  /** The schema of objects; an empty schema if the version has none. */
  readonly schema: ReadonlyJsonObject;
  /** The subresources by name. */
  readonly subresources: ReadonlyJsonObject;
  /** Paths of the fields that field selectors may name. */
  readonly selectableFields: readonly string[];
}

/** A definition of a custom type. Members with a wrong type count as absent. */
export interface Definition {
  /** `FILE:LINE`, or the server. */
  readonly place: string;
  /** The vocabulary of its names of extensions. */
  readonly vocabulary: Vocabulary;
  /** `databases.example.com`. */
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly scope: "Namespaced" | "Cluster";
  readonly versions: readonly DefinitionVersion[];
  /** Versions in which objects may be stored, if the definition has a status. */
  readonly storedVersions: readonly string[];
  /** `None` or `Webhook`. */
  readonly conversion: string;
  /** Whether objects keep fields that no schema declares, as in definitions of the version v1beta1. */
  readonly preservesUnknownFields: boolean;
  /** The definition itself. */
  readonly json: ReadonlyJsonObject;
}

const definitionKind = "CustomResourceDefinition";

/** Whether an object is a CustomResourceDefinition, of any version. */
export function isDefinition(object: Tree, vocabulary: Vocabulary): boolean {
  const [group = ""] = (textAt(object, "apiVersion") ?? "").split("/");
  return textAt(object, "kind") === definitionKind && group === vocabulary.bind(groupToken("apiextensions"));
}

/**
 * Returns the definitions in the manifests. Other objects are skipped. Definitions of removed versions are converted.
 * @throws CommandError if there is none, or if a file cannot be read
 */
export async function readDefinitions(
  options: ManifestFileOptions & { readonly vocabulary: Vocabulary },
  terminal: Terminal,
): Promise<readonly Definition[]> {
  const definitions: Definition[] = [];
  for await (const { place, document } of validDocuments(options, terminal)) {
    for (const item of objectsOf(document.object)) {
      if (isJsonObject(item)) definitions.push(...definitionIn(item, place, options.vocabulary));
    }
  }
  if (definitions.length > 0) return definitions;
  throw new CommandError(`${options.files.join(", ")}: there is no ${definitionKind}`);
}

function definitionIn(object: Tree, place: string, otherwise: Vocabulary): readonly Definition[] {
  if (textAt(object, "kind") !== definitionKind) return [];
  try {
    const { vocabulary } = knownType(object, otherwise);
    if (!isDefinition(object, vocabulary)) return [];
    return [definitionOf(convertManifest(object, { vocabulary }).object, place, vocabulary)];
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    throw new CommandError(`${place}: ${titleOf(object)}: ${error.message}`, { cause: error });
  }
}

/** Returns what a definition in JSON declares. */
export function definitionOf(json: Tree, place: string, vocabulary: Vocabulary): Definition {
  const spec = treeAt(json, "spec");
  const names = treeAt(spec, "names");
  const [group, plural] = [textAt(spec, "group") ?? "", textAt(names, "plural") ?? ""];
  const kind = textAt(names, "kind") ?? "";
  return {
    place,
    vocabulary,
    name: textAt(treeAt(json, "metadata"), "name") ?? `${plural}.${group}`,
    group,
    kind,
    plural,
    singular: textAt(names, "singular") ?? kind.toLowerCase(),
    listKind: textAt(names, "listKind") ?? `${kind}List`,
    shortNames: textsOf(names?.["shortNames"]),
    categories: textsOf(names?.["categories"]),
    scope: textAt(spec, "scope") === "Cluster" ? "Cluster" : "Namespaced",
    versions: listOf(spec?.["versions"]).map(versionOf),
    storedVersions: textsOf(treeAt(json, "status")?.["storedVersions"]),
    conversion: textAt(treeAt(spec, "conversion"), "strategy") ?? "None",
    preservesUnknownFields: spec?.["preserveUnknownFields"] === true,
    json,
  };
}

function versionOf(json: Tree): DefinitionVersion {
  return {
    name: textAt(json, "name") ?? "",
    isServed: json["served"] === true,
    isStorage: json["storage"] === true,
    isDeprecated: json["deprecated"] === true,
    schema: treeAt(json, "schema", "openAPIV3Schema") ?? {},
    subresources: treeAt(json, "subresources") ?? {},
    selectableFields: listOf(json["selectableFields"]).map((field) => textAt(field, "jsonPath") ?? ""),
  };
}

function listOf(json: unknown): readonly Tree[] {
  return isJsonList(json) ? json.filter(isJsonObject) : [];
}

function textsOf(json: unknown): readonly string[] {
  return isJsonList(json) ? json.filter((text) => typeof text === "string") : [];
}
