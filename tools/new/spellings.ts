/** Spellings of a name. */

/** Returns `csi-driver` for `CSIDriver`. */
export function kebabCase(kind: string): string {
  return kind
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1-$2")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase();
}

/** Returns `csiDriver` for `csi-driver`. */
export function camelCase(kebab: string): string {
  return kebab.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns `CsiDriver` for `csi-driver`. */
export function pascalCase(kebab: string): string {
  const camel = camelCase(kebab);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}
