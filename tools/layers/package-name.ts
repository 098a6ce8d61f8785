/** Returns the package of a specifier: `yaml` for `yaml/util`, `@peculiar/x509` for `@peculiar/x509/x`. */
export function packageName(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}
