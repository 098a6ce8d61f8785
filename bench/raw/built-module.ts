/**
 * Loads a module of `dist/`.
 * @param path relative to `dist/`, without the extension; the caller gives the type of the same module in `src/`
 */
export async function builtModule<T>(path: string): Promise<T> {
  return (await import(new URL(`../../dist/${path}.js`, import.meta.url).href)) as T;
}
