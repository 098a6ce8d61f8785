/**
 * The symbols that `using` needs, for browsers that do not have them yet; imported before anything that is disposable.
 */
for (const name of ["dispose", "asyncDispose"]) {
  if (!(name in Symbol)) Object.defineProperty(Symbol, name, { value: Symbol(`Symbol.${name}`) });
}
