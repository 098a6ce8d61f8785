/** Finds what a module exports, following its re-exports to the files that declare the names. */
import { posix } from "node:path";
import { type SourceToken, tokenize } from "../layers/tokenize.ts";
import { closingIndex, exportedDeclarations } from "./declarations.ts";

/** The declaration that an exported name leads to. */
export interface DeclaredName {
  /** Relative to the root of the checkout. */
  readonly file: string;
  /** Name in that file; a re-export may have renamed it. */
  readonly name: string;
}

interface Clause {
  /** Name outside and inside of the module; undefined for `export *`. */
  readonly names: readonly (readonly [exported: string, original: string])[] | undefined;
  /** Undefined for `export { … }` without `from`. */
  readonly specifier: string | undefined;
}

/**
 * Returns the declarations that a module exports, by exported name.
 * @param contents content of each source file by its path
 * @param path path of the module
 * @param known results for the modules that were read before, by path
 */
export function exportedNames(
  contents: ReadonlyMap<string, string>,
  path: string,
  known: Map<string, Map<string, DeclaredName>> = new Map(),
): Map<string, DeclaredName> {
  const earlier = known.get(path);
  if (earlier) return earlier;
  const content = contents.get(path);
  const names = new Map<string, DeclaredName>();
  known.set(path, names);
  if (content === undefined) return names;
  for (const { name } of exportedDeclarations(content)) names.set(name, { file: path, name });
  const tokens = tokenize(content);
  const read: ReadModule = (specifier) => exportedNames(contents, posix.join(posix.dirname(path), specifier), known);
  const imports = clausesOf(tokens, "import");
  for (const clause of clausesOf(tokens, "export")) {
    for (const [exported, original] of clause.names ?? []) {
      const source = clause.specifier === undefined ? importOf(imports, original) : { ...clause, original };
      const found = source && lookUp(source, read);
      if (found) names.set(exported, found);
    }
    if (clause.names !== undefined || clause.specifier === undefined) continue;
    for (const [name, declared] of read(clause.specifier)) names.set(name, declared);
  }
  return names;
}

interface NameSource {
  readonly specifier: string | undefined;
  readonly original: string;
}

/** Finds the import of a name that `export { name }` passes on. */
function importOf(imports: readonly Clause[], local: string): NameSource | undefined {
  for (const { names, specifier } of imports) {
    const found = names?.find(([name]) => name === local);
    if (found) return { specifier, original: found[1] };
  }
  return undefined;
}

type ReadModule = (specifier: string) => Map<string, DeclaredName>;

function lookUp({ specifier, original }: NameSource, read: ReadModule): DeclaredName | undefined {
  return specifier?.startsWith(".") ? read(specifier).get(original) : undefined;
}

/** Returns the `import { … } from` or `export … from` clauses of a file. */
function clausesOf(tokens: readonly SourceToken[], keyword: "import" | "export"): Clause[] {
  return tokens.flatMap(({ type, text }, index) => {
    if (type !== "word" || text !== keyword) return [];
    const start = tokens[index + 1]?.text === "type" ? index + 2 : index + 1;
    const open = tokens[start]?.text;
    if (open !== "{" && open !== "*") return [];
    const end = open === "{" ? closingIndex(tokens, start) : start;
    const specifier = tokens[end + 1]?.text === "from" ? tokens[end + 2]?.text : undefined;
    return { names: open === "{" ? namesIn(tokens.slice(start + 1, end)) : undefined, specifier };
  });
}

/** Reads `a, type b, c as d`: the name after `as` is the one outside an export, and the local one of an import. */
function namesIn(tokens: readonly SourceToken[]): [string, string][] {
  const names: [string, string][] = [];
  let words: string[] = [];
  for (const { text } of [...tokens, { text: "," }]) {
    if (text !== ",") {
      words.push(text);
      continue;
    }
    if (words.length > 1 && words[0] === "type" && words[1] !== "as") words.shift();
    const [original] = words;
    if (original !== undefined) names.push([words.at(-1) ?? original, original]);
    words = [];
  }
  return names;
}
