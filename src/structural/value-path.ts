/** Paths of fields in values. */

/** The name of a field, the index of an item, or the key of a map. */
export type PathPart = string | number | { readonly key: string };

/** Returns the text of a path: `spec.ports[0].labels[app]`. */
export function joinPath(parts: readonly PathPart[], root = ""): string {
  let path = root;
  for (const part of parts) {
    if (typeof part === "number") path += `[${part}]`;
    else if (typeof part === "object") path += `[${part.key}]`;
    else path += path === "" ? part : `.${part}`;
  }
  return path;
}
