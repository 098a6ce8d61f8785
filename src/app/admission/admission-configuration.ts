/** Reads an AdmissionConfiguration: the configurations of plugins, and the files that contain them. */
import { compareText } from "../../base/compare-text.ts";
import { isJsonObject } from "../../base/json-object.ts";
import { setOwn } from "../../base/own-property.ts";
import {
  apiServerTypes,
  parseTypedDocument,
  type RegisteredType,
  readConfigurationDocument,
  registeredType,
  stringifyJson,
} from "../../codec/index.ts";
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import { group, machineryLabel, type Vocabulary } from "../../meta/vocabulary.ts";
import {
  anyJson,
  list,
  optional,
  pointer,
  type StructSchema,
  struct,
  text,
  typeMetaFields,
} from "../../schema/index.ts";

/** Where a plugin's configuration is. */
interface PluginConfiguration {
  name?: string;
  /** File with the configuration. It has no effect with `configuration`. */
  path?: string;
  /** The configuration itself. */
  configuration?: unknown;
}

/** The content of an AdmissionConfiguration. */
interface AdmissionConfiguration {
  plugins?: PluginConfiguration[];
}

const oldGroup = group("apiserver");
/** The reference's name of its table of configuration types. */
const typeTable = machineryLabel("apiserver/pkg/server/options/admission.go:50");

function schemaIn(version: string): StructSchema<AdmissionConfiguration> {
  const nameOf = (type: string): string => `apiserver/${version}.${type}`;
  const plugin: StructSchema<PluginConfiguration> = struct(nameOf("AdmissionPluginConfiguration"), "A plugin.", {
    name: optional(text, 1, "Name of the plugin, as flags spell it."),
    path: optional(text, 2, "File with the configuration, absolute or relative to the file that contains this."),
    configuration: pointer(anyJson, 3, "The configuration itself. It takes precedence over the file."),
  });
  return struct(nameOf("AdmissionConfiguration"), "Configurations of plugins.", {
    ...typeMetaFields,
    plugins: optional(list(plugin), 1, "Configurations, at most one per plugin."),
  });
}

function knownTypes(vocabulary: Vocabulary): readonly RegisteredType<AdmissionConfiguration>[] {
  const kind = "AdmissionConfiguration";
  const old = { group: vocabulary.bind(oldGroup), version: "v1alpha1" };
  return [
    ...apiServerTypes({ vocabulary, kind, schemas: new Map([["v1", schemaIn("v1")]]) }),
    { ...old, kind, schema: schemaIn("v1alpha1") },
    { ...old, kind: "EgressSelectorConfiguration" },
  ];
}

/** Members of the files that two plugins read before there was an AdmissionConfiguration. */
const oldMembers = ["imagePolicy", "podNodeSelectorPluginConfig"];
/** Plugins that still read such a file. */
const oldPlugins = ["ImagePolicyWebhook", "PodNodeSelector"];

/**
 * Returns the configurations of plugins as YAML or JSON, by the plugin's name.
 * @param content of the file that contains them, or names their files
 * @param readFile returns the content of a file that the configuration names
 * @throws ConfigurationError in the reference's words
 */
export function pluginContents(
  content: string,
  vocabulary: Vocabulary,
  readFile: (path: string) => string,
): ReadonlyMap<string, string> {
  const plugins = readPlugins(content, vocabulary);
  if (!plugins) return new Map(oldPlugins.map((name) => [name, content]));
  const contents = new Map<string, string>();
  for (const { name = "", path = "", configuration } of plugins) {
    // The first configuration of a plugin counts.
    if (contents.has(name)) continue;
    if (configuration !== undefined) contents.set(name, stringifyJson(withSortedMembers(configuration)));
    else if (path !== "") contents.set(name, readFile(path));
  }
  return contents;
}

/** Returns the list of plugins. Undefined if the file is the configuration of the old plugins. */
function readPlugins(content: string, vocabulary: Vocabulary): readonly PluginConfiguration[] | undefined {
  const bytes = Buffer.from(content);
  const types = knownTypes(vocabulary);
  try {
    const document = parseTypedDocument(bytes);
    if (!registeredType(document, types) && hasOldMember(document.value)) return undefined;
    const { plugins = [] } = readConfigurationDocument(bytes, {
      types,
      typeTable: vocabulary.bind(typeTable),
      wrongKind: (kind) => `unexpected type: *apiserver.${kind}`,
    });
    return plugins;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new ConfigurationError(`failed to read plugin config: ${error.message}`, { cause: error });
  }
}

function hasOldMember(value: unknown): boolean {
  return isJsonObject(value) && oldMembers.some((member) => Object.hasOwn(value, member));
}

/** Returns a copy whose members are sorted, as the reference shows documents in messages. */
function withSortedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedMembers);
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value).sort(compareText);
  const copy: Record<string, unknown> = {};
  for (const name of names) setOwn(copy, name, withSortedMembers(value[name]));
  return copy;
}
