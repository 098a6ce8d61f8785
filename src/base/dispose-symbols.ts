/**
 * Defines the symbols that `using` needs in browsers that do not have them. Import it before any module with disposable
 * objects.
 */
for (const name of ["dispose", "asyncDispose"]) {
  if (!(name in Symbol)) Object.defineProperty(Symbol, name, { value: Symbol(`Symbol.${name}`) });
}
