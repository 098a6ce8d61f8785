/** The configuration of the PodNodeSelector plugin. As in the reference, faults in it are ignored. */
import { isJsonObject } from "../../../base/json-object.ts";
import { setOwn } from "../../../base/own-property.ts";
import { DecodeError, parseJson, parseSmallYaml } from "../../../codec/index.ts";

/** The settings of the plugin. They are plain data, so that all processes of a server can get them. */
export interface NodeSelectorSettings {
  /** Labels such as `disk=ssd,zone=a`: those that Pods of a namespace may select, by the namespace, and the default. */
  readonly selectors: Readonly<Record<string, string>>;
}

/** Name of the selector of namespaces without an annotation. */
export const defaultSelector = "clusterDefaultNodeSelector";

const member = "podNodeSelectorPluginConfig".toLowerCase();
const documentSeparator = /^---[^\S\n]*$/m;

/** Returns the settings in a configuration. @param content YAML or JSON */
export function readNodeSelectorSettings(content: string): NodeSelectorSettings {
  const selectors: Record<string, string> = {};
  for (const document of documentsIn(content)) {
    // The first document without a fault is the last that counts.
    if (copySelectors(document, selectors)) break;
  }
  return { selectors };
}

function documentsIn(content: string): readonly string[] {
  if (/^\s*\{/.test(content)) return [content];
  return content.split(documentSeparator).filter((document) => document.trim() !== "");
}

/** Copies the selectors that are texts. @returns whether the document has no fault */
function copySelectors(document: string, selectors: Record<string, string>): boolean {
  const value = parseOrUndefined(document);
  if (value === null) return true;
  if (!isJsonObject(value)) return false;
  let isFaultless = true;
  // The reference ignores the case of this member.
  for (const [name, found] of Object.entries(value)) {
    if (name.toLowerCase() !== member || found === null) continue;
    if (!isJsonObject(found)) isFaultless = false;
    else isFaultless = copyTexts(found, selectors) && isFaultless;
  }
  return isFaultless;
}

function copyTexts(found: Readonly<Record<string, unknown>>, selectors: Record<string, string>): boolean {
  let isFaultless = true;
  for (const [name, one] of Object.entries(found)) {
    if (typeof one === "string" || one === null) setOwn(selectors, name, one ?? "");
    else isFaultless = false;
  }
  return isFaultless;
}

function parseOrUndefined(document: string): unknown {
  const bytes = Buffer.from(document);
  try {
    return document.trimStart().startsWith("{") ? parseJson(bytes).value : parseSmallYaml(bytes).value;
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}
