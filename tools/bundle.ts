/**
 * Bundles a compiled program into two files. The first one has the code that a start runs, for example `main.cjs`. The second
 * one, `main.parts.js`, has the code that the program imports dynamically later, so that a start neither reads nor keeps it.
 * `bin/load-program.cjs` loads both. They contain the packages that they use: finding and reading the files of a package takes
 * longer than running them.
 */
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type BuildOptions, build, type OutputFile, type Plugin } from "esbuild";

/** A program to bundle. */
export interface Bundle {
  /** Path of the compiled module that starts the program. */
  readonly entry: string;
  /** Path of the first file. Its name ends in `.cjs`. */
  readonly file: string;
  /** Modules that every start imports dynamically, by the last folders of their paths. The first file has their code. */
  readonly startModules?: readonly string[];
  readonly plugins?: readonly Plugin[];
}

/** Returns the path of the file with the code that a program loads later. */
export function partsFileOf(file: string): string {
  return file.replace(/cjs$/, "parts.js");
}

/**
 * Writes the files, and a source map beside each. They are not minified, so stack traces are readable without the maps.
 * @returns folders of the packages that the program contains
 * @throws Error if a start module is not in the program or is not imported dynamically, and as `checkPackages`
 */
export async function bundle({ entry, file, startModules = [], plugins = [] }: Bundle): Promise<readonly string[]> {
  // In the folder of the program, so that esbuild finds the same `package.json` and paths in the source maps are right.
  const folder = `${file}.split`;
  try {
    const { modules, packages } = await splitProgram(entry, folder, plugins);
    const main = moduleAt(modules, entry);
    const inFile = reachable(modules, [main, ...startModules.map((path) => moduleAt(modules, path))], ["imports"]);
    const used = reachable(modules, [main], ["imports", "dynamicImports"]);
    const later = [...used].filter((module) => !inFile.has(module));
    const places = await writeParts(later, { folder, file: partsFileOf(file) });
    const importedByParts = (way: ImportWay): SplitModule[] => {
      const names = new Set(later.flatMap((module) => module[way]));
      return [...inFile].filter(({ name }) => names.has(name));
    };
    const shared = importedByParts("imports");
    const imported = importedByParts("dynamicImports");
    writeFileSync(join(folder, entryFile), entryModule({ main, shared, imported, places }));
    await writeProgram({ folder, file, inFile: new Set([...inFile].map(({ name }) => name)) });
    return packages;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const entryFile = "entry.js";

/** How modules import each other: statically or dynamically. */
type ImportWay = "imports" | "dynamicImports";

/** A module into which esbuild splits a program: all code that the same dynamic imports need. */
interface SplitModule {
  /** The name of its file: `chunk-4UNEQSDU.js`. */
  readonly name: string;
  /** Path of the compiled module that can be imported dynamically. Undefined for code that several of them share. */
  readonly entryPoint: string | undefined;
  /** Names of the modules that it imports statically. */
  readonly imports: readonly string[];
  /** Names of the modules that it imports dynamically. */
  readonly dynamicImports: readonly string[];
  readonly exports: readonly string[];
}

const options = {
  platform: "node",
  target: "node20",
  // `bin/load-program.cjs` reads the files as Latin-1, one byte per character.
  charset: "ascii",
  sourcemap: true,
  sourcesContent: false,
  // `package.json` lists the source files that have side effects, and not these intermediate files.
  ignoreAnnotations: true,
  logLevel: "warning",
} as const satisfies BuildOptions;

interface SplitProgram {
  /** By name. */
  readonly modules: ReadonlyMap<string, SplitModule>;
  /** Folders of the packages in the modules. */
  readonly packages: readonly string[];
}

/** Splits a program into modules that each dynamic import can load without the others. */
async function splitProgram(entry: string, folder: string, plugins: readonly Plugin[]): Promise<SplitProgram> {
  const { metafile } = await build({
    ...options,
    entryPoints: [entry],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    // The files of packages for `import` have fewer wrappers than those for `require`.
    mainFields: ["module", "main"],
    define: { "import.meta.url": "importMetaUrl" },
    ignoreAnnotations: false,
    metafile: true,
    external: externalPackages,
    plugins: [...plugins, containedX509],
  });
  const outputs = Object.entries(metafile.outputs).filter(([path]) => path.endsWith(".js"));
  const modules = outputs.map(([path, { entryPoint, imports, exports }]): SplitModule => {
    const importedBy = (kind: string): string[] =>
      imports.filter((one) => one.kind === kind && !one.external).map((one) => basename(one.path));
    return {
      name: basename(path),
      entryPoint,
      imports: importedBy("import-statement"),
      dynamicImports: importedBy("dynamic-import"),
      exports,
    };
  });
  checkPackages(modules);
  const inputs = outputs.flatMap(([, output]) => Object.keys(output.inputs));
  const folders = inputs.flatMap((path) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return {
    modules: new Map(modules.map((module) => [module.name, module])),
    packages: [...new Set(folders.map((one) => resolve(one)))].toSorted(),
  };
}

/**
 * esbuild gives a package for `require` that is imported dynamically no names, only its default export.
 * @throws Error if there is one
 */
function checkPackages(modules: readonly SplitModule[]): void {
  for (const { entryPoint = "", exports } of modules) {
    if (!entryPoint.includes("node_modules") || exports.join() !== "default") continue;
    const remedy = "export the names that the program uses from a module, and import that module dynamically";
    throw new Error(`the program would find no names in ${entryPoint}; ${remedy}`);
  }
}

/**
 * Replaces the module that requires the library for certificates by one that imports it, so that the program contains the
 * library. Finding and reading its 200 files would take most of the time in which a server creates its first certificates.
 */
const containedX509: Plugin = {
  name: "contained-x509",
  setup(bundling) {
    bundling.onLoad({ filter: /[\\/]app[\\/]pki[\\/]x509\.[jt]s$/ }, ({ path }) => ({
      contents: `import "reflect-metadata";
        export * as x509 from "@peculiar/x509";`,
      resolveDir: dirname(path),
    }));
  },
};

/** Packages that programs do not contain: LMDB finds its native library beside its files. */
const externalPackages = ["lmdb"];

/** Returns the module whose entry point has this path, or a path that ends with it. */
function moduleAt(modules: ReadonlyMap<string, SplitModule>, path: string): SplitModule {
  const found = [...modules.values()].find(
    ({ entryPoint }) => entryPoint !== undefined && `/${resolve(entryPoint)}`.endsWith(`/${path}`),
  );
  if (!found)
    throw new Error(`the program does not import ${path} dynamically; correct the list of modules for its start`);
  return found;
}

/** Returns these modules and all that they import in these ways. esbuild also writes modules that nothing imports. */
function reachable(
  modules: ReadonlyMap<string, SplitModule>,
  roots: readonly SplitModule[],
  ways: readonly ImportWay[],
): ReadonlySet<SplitModule> {
  const found = new Set(roots);
  // A set also iterates over the members that are added meanwhile.
  for (const module of found) {
    for (const name of ways.flatMap((way) => module[way])) {
      const imported = modules.get(name);
      if (imported) found.add(imported);
    }
  }
  return found;
}

/** Place of a part in the file of all parts. */
interface PartPlace {
  readonly offset: number;
  readonly length: number;
  /** Number of lines before it. */
  readonly line: number;
  /** SHA-256 in base64. The loader checks it, because a new build may replace one of the files before it opens the other one. */
  readonly digest: string;
}

/** Writes all parts into one file. Returns their places by name. */
async function writeParts(
  later: readonly SplitModule[],
  { folder, file }: { readonly folder: string; readonly file: string },
): Promise<Readonly<Record<string, PartPlace>>> {
  const { outputFiles } = await build({
    ...options,
    entryPoints: later.map(({ name }) => join(folder, name)),
    outdir: dirname(file),
    format: "cjs",
    write: false,
  });
  const places: Record<string, PartPlace> = {};
  const texts: string[] = [];
  const sections: unknown[] = [];
  let offset = 0;
  let line = 0;
  const textOf = (output: OutputFile | undefined): string => output?.text ?? "";
  for (const { name } of later) {
    const code = textOf(outputFiles.find(({ path }) => basename(path) === name));
    const map = textOf(outputFiles.find(({ path }) => basename(path) === `${name}.map`));
    const text = withImportModule(code.replace(/^\/\/# sourceMappingURL=.*\n/m, ""));
    const digest = createHash("sha256").update(text, "latin1").digest("base64");
    places[`./${name}`] = { offset, length: text.length, line, digest };
    sections.push({ offset: { line, column: 0 }, map: JSON.parse(map) });
    texts.push(text);
    offset += text.length;
    line += text.split("\n").length - 1;
  }
  writeFileSync(file, texts.join(""), "latin1");
  writeFileSync(`${file}.map`, JSON.stringify({ version: 3, sections }));
  return places;
}

interface EntryContent {
  readonly main: SplitModule;
  /** Modules of the first file that parts import statically. */
  readonly shared: readonly SplitModule[];
  /** Modules of the first file that parts import dynamically. */
  readonly imported: readonly SplitModule[];
  readonly places: Readonly<Record<string, PartPlace>>;
}

/** Returns the entry of the first file. It exports what the program exports, and what parts import from this file. */
function entryModule({ main, shared, imported, places }: EntryContent): string {
  const exportsOf = ({ exports }: SplitModule, index: number): string =>
    exports.map((name) => `${JSON.stringify(name)}: m${index}.${name}`).join(", ");
  return [
    `export * from "./${main.name}";`,
    ...shared.map(({ name }, index) => `import * as m${index} from "./${name}";`),
    `export const parts = ${JSON.stringify(places)};`,
    "export const sharedModules = {",
    ...shared.map((module, index) => `  "./${module.name}": () => ({ ${exportsOf(module, index)} }),`),
    "};",
    "export const importedModules = {",
    ...imported.map(({ name }) => `  "./${name}": () => import("./${name}"),`),
    "};",
  ].join("\n");
}

interface ProgramFile {
  readonly folder: string;
  readonly file: string;
  /** Names of the modules that the file contains. */
  readonly inFile: ReadonlySet<string>;
}

async function writeProgram({ folder, file, inFile }: ProgramFile): Promise<void> {
  const parts: Plugin = {
    name: "parts",
    setup(bundling) {
      bundling.onResolve({ filter: /^\.\// }, ({ path }) =>
        inFile.has(basename(path)) ? undefined : { path, external: true },
      );
    },
  };
  await build({
    ...options,
    entryPoints: [join(folder, entryFile)],
    outfile: file,
    bundle: true,
    packages: "external",
    // Node loads its own modules and packages faster with `require` than with `import`.
    format: "cjs",
    banner: { js: banner },
    plugins: [parts],
  });
  writeFileSync(file, withImportModule(readFileSync(file, "latin1")), "latin1");
}

/** `bin/load-program.cjs` passes `importModule`, which also loads parts. */
const banner = `const importMetaUrl = require("node:url").pathToFileURL(__filename).href;
const { importModule } = module;`;

/**
 * Replaces the dynamic imports, because Node rejects them in a script whose compiled code was read from a file, and because
 * parts are not files.
 */
function withImportModule(code: string): string {
  return code.replace(/\bimport\(("[^"]+")\)/g, "importModule($1)");
}

/**
 * Excludes the modules that commands import when they run. The client program needs only the descriptions of the server's
 * commands, because `bin/orch.js` runs these commands with the server program.
 */
export const withoutServerCommands: Plugin = {
  name: "without-server-commands",
  setup(bundling) {
    bundling.onResolve({ filter: /^\.\.\// }, ({ kind, path, importer }) => {
      const isLoadedByCommand = kind === "dynamic-import" && importer.includes("/app/commands/");
      return isLoadedByCommand ? { path: path.replace("..", "."), external: true } : undefined;
    });
  },
};
