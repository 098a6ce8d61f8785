/** The `fieldPath` of rules: paths of members, such as `.spec.replicas` or `.labels['a.b']`. */
import type { StructuralSchema } from "../../structural/index.ts";
import { pathTokens } from "./path-tokens.ts";

const escapeSequence = /\\(.)/g;
const escapes: ReadonlyMap<string, string> = new Map([
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["'", "'"],
  ["\\", "\\"],
]);

/** Returns the path of a member as errors contain it. @param path that of the object; empty for the root */
export function memberPath(path: string, name: string): string {
  if (name === "") return `${path}[]`;
  return path === "" ? name : `${path}.${name}`;
}

/**
 * Returns the path as errors contain it: `spec.replicas`, `labels[a.b]`. Undefined if the path is malformed, or if the schema does
 * not have the member. A path cannot select an item of a list.
 */
export function errorPathOf(fieldPath: string, schema: StructuralSchema): string | undefined {
  const tokens = pathTokens(fieldPath);
  let path = "";
  let current: StructuralSchema | undefined = schema;
  for (let position = 0; position < tokens.length; ) {
    const isBracket = tokens[position] === "[";
    const name = isBracket ? quotedName(tokens, position) : nameAfterDot(tokens, position);
    if (name === undefined || !current) return undefined;
    const { declaredProperties, values, hasAdditionalProperties }: StructuralSchema = current;
    if (declaredProperties ? !declaredProperties.has(name) : !hasAdditionalProperties) return undefined;
    path = declaredProperties ? memberPath(path, name) : `${path}[${name}]`;
    current = declaredProperties ? declaredProperties.get(name) : values;
    position += isBracket ? 3 : 2;
  }
  return path;
}

function nameAfterDot(tokens: readonly string[], position: number): string | undefined {
  return tokens[position] === "." ? tokens[position + 1] : undefined;
}

/** Returns the name in `['name']`. */
function quotedName(tokens: readonly string[], position: number): string | undefined {
  const text = tokens[position + 1] ?? "";
  const isQuoted = text.length > 1 && text.startsWith("'") && text.endsWith("'");
  return isQuoted && tokens[position + 2] === "]" ? unescapeName(text.slice(1, -1)) : undefined;
}

function unescapeName(text: string): string | undefined {
  let isValid = true;
  const name = text.replaceAll(escapeSequence, (_, directive: string) => {
    const character = escapes.get(directive);
    isValid &&= character !== undefined;
    return character ?? "";
  });
  return isValid ? name : undefined;
}
