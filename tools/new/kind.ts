/** The files of a new kind. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { KindRequest } from "./arguments.ts";
import { exampleObject, hooksPage, type KindNames, kindPage } from "./kind-templates.ts";
import type { SourceEdits } from "./source-edits.ts";
import { camelCase, kebabCase } from "./spellings.ts";

const api = "src/api";
const ownKinds = "test/facts/own-kinds.json";
const typedSamples = "test/all-kinds/typed/own.ts";

/** Adds a kind. Returns the next steps for its author. */
export function newKind(edits: SourceEdits, request: KindRequest): readonly string[] {
  const names = namesOf(edits, request);
  const page = `${api}/${names.folder}/${names.version}/${names.file}.ts`;
  if (isPluralTaken(edits, names)) edits.problems.push(`the group has a kind with the plural ${names.plural} already`);
  edits.create(page, kindPage(names));
  edits.create(hooksPath(names), hooksPage(names));
  if (edits.has(`${api}/${names.folder}/kinds.ts`)) addToGroup(edits, names);
  else addGroup(edits, names);
  addTestData(edits, names);
  return [
    `describe the kind and declare its fields in ${page}; set them all in ${filledPath(names)}`,
    `put columns and other behaviour into ${hooksPath(names)}`,
    `if the reference has this kind, remove it from ${ownKinds} and record its facts (test/facts/README.md)`,
    "check it: npm run check && npm test -- src/api src/kinds src/server/discovery test/all-kinds",
  ];
}

function namesOf(edits: SourceEdits, request: KindRequest): KindNames {
  const { group, kind, version } = request;
  const file = kebabCase(kind);
  const known = knownGroups(edits).find(({ folder, stem }) => folder === group || stem === group);
  const { folder, stem, expression } = known ?? { folder: group, stem: group, expression: `group("${group}")` };
  const boundGroup = expression.startsWith("group(") ? `${stem}.k8s.io` : stem;
  return {
    ...request,
    folder,
    expression,
    file,
    constant: camelCase(file),
    groupVersion: boundGroup === "" ? version : `${boundGroup}/${version}`,
  };
}

interface KnownGroup {
  readonly folder: string;
  /** Name without the domain. */
  readonly stem: string;
  /** The group in declarations: `group("node")` or `"apps"`. */
  readonly expression: string;
}

function knownGroups(edits: SourceEdits): readonly KnownGroup[] {
  return foldersIn(edits, api).flatMap((folder) => {
    const pages = foldersIn(edits, `${api}/${folder}`).flatMap((version) =>
      filesIn(edits, `${api}/${folder}/${version}`).map((file) => edits.read(`${api}/${folder}/${version}/${file}`)),
    );
    const declared = pages.map((text) => /kind\(\{\s*group: ((?:group\()?"([^"]*)"\)?)/.exec(text)).find(Boolean);
    return declared ? [{ folder, stem: declared[2] ?? "", expression: declared[1] ?? "" }] : [];
  });
}

function foldersIn(edits: SourceEdits, path: string): readonly string[] {
  return readdirSync(join(edits.root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function filesIn(edits: SourceEdits, path: string): readonly string[] {
  return readdirSync(join(edits.root, path)).filter((name) => name.endsWith(".ts"));
}

function isPluralTaken(edits: SourceEdits, { folder, version, plural }: KindNames): boolean {
  const path = `${api}/${folder}/${version}`;
  if (!edits.has(path)) return false;
  return filesIn(edits, path).some((file) => edits.read(`${path}/${file}`).includes(`plural: "${plural}"`));
}

/** Adds the kind to the lists of an existing group. */
function addToGroup(edits: SourceEdits, names: KindNames): void {
  const { folder, version, file, constant, kind } = names;
  const kindsFile = `${api}/${folder}/kinds.ts`;
  edits.import(kindsFile, `./${version}/${file}.ts`, constant);
  edits.append(kindsFile, listStart(edits, kindsFile, "readonly KindDeclaration[]"), constant);
  const index = `${api}/${folder}/index.ts`;
  if (edits.has(index)) edits.replace(index, `${edits.read(index)}${exportOf(names, ".")}`);
  else edits.replace(`${api}/index.ts`, `${edits.read(`${api}/index.ts`)}${exportOf(names, `./${folder}`)}`);
  const hooks = `src/kinds/${folder}/index.ts`;
  edits.import(hooks, "../../api/index.ts", constant);
  edits.import(hooks, `./${file}.ts`, `${constant}Hooks`);
  edits.import(hooks, "../hook-entry.ts", "hooksOf");
  edits.append(hooks, listStart(edits, hooks, "readonly HookEntry[]"), hookEntryOf(names));
  if (constant === camelCase(folder)) edits.problems.push(`${kind} has the name of its group`);
}

function hookEntryOf({ constant }: KindNames): string {
  return `hooksOf(${constant}, ${constant}Hooks)`;
}

function listStart(edits: SourceEdits, path: string, type: string): string {
  const text = edits.read(path);
  const end = text.indexOf(`: ${type} = `);
  return text.slice(text.lastIndexOf("const ", end), end) + `: ${type} = `;
}

function exportOf({ kind, constant, version, file }: KindNames, folder: string): string {
  return `export { type ${kind}, type ${kind}Spec, ${constant} } from "${folder}/${version}/${file}.ts";\n`;
}

/** Adds a group with the kind. */
function addGroup(edits: SourceEdits, names: KindNames): void {
  const { folder, version, file, constant } = names;
  if (edits.has(`${api}/${folder}`)) edits.problems.push(`${api}/${folder} exists, but is not a group of kinds`);
  const list = camelCase(folder);
  edits.create(
    `${api}/${folder}/kinds.ts`,
    `/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
import type { KindDeclaration } from "../../schema/index.ts";
import { ${constant} } from "./${version}/${file}.ts";

/** The kinds of this group. */
export const ${list}Kinds: readonly KindDeclaration[] = [${constant}];
`,
  );
  edits.create(
    `${api}/${folder}/index.ts`,
    `/** The types of this group, and the kinds that declare them. */\n${exportOf(names, ".")}`,
  );
  edits.create(
    `src/kinds/${folder}/index.ts`,
    `/** Hooks of the kinds in this group. */
import { ${constant} } from "../../api/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { ${constant}Hooks } from "./${file}.ts";

/** Hooks of all kinds in this group. */
export const ${list}Hooks: readonly HookEntry[] = [${hookEntryOf(names)}];
`,
  );
  edits.import(`${api}/builtin.ts`, `./${folder}/kinds.ts`, `${list}Kinds`);
  edits.append(`${api}/builtin.ts`, "builtinKinds: readonly KindDeclaration[] = ", `...${list}Kinds`);
  edits.replace(`${api}/index.ts`, `${edits.read(`${api}/index.ts`)}export * from "./${folder}/index.ts";\n`);
  const builtinHooks = "src/kinds/builtin-hooks.ts";
  edits.import(builtinHooks, `./${folder}/index.ts`, `${list}Hooks`);
  edits.append(builtinHooks, "builtinHooks: ReadonlyMap<KindDeclaration, KindHooks> = new Map(", `...${list}Hooks`);
}

function hooksPath({ folder, file }: KindNames): string {
  return `src/kinds/${folder}/${file}.ts`;
}

function filledPath({ groupVersion, version, kind }: KindNames): string {
  const [label] = groupVersion.includes("/") ? groupVersion.split(/[./]/) : ["core"];
  return `${api}/testing/filled/${label}.${version}.${kind}.json`;
}

function addTestData(edits: SourceEdits, names: KindNames): void {
  const { groupVersion, kind, plural } = names;
  const sample = exampleObject(names);
  const filled = { ...sample, metadata: { ...sample.metadata, creationTimestamp: "2025-05-01T10:00:00Z" } };
  edits.create(filledPath(names), `${JSON.stringify(filled, null, 2)}\n`);
  edits.import(typedSamples, "../../../src/api/index.ts", `type ${kind}`);
  edits.import(typedSamples, "./sample.ts", "sample");
  edits.append(typedSamples, "ownSamples: readonly ApiObject[] = ", `sample<${kind}>(${JSON.stringify(sample)})`);
  const table = `test/all-kinds/tables/${(groupVersion.includes("/") ? groupVersion : `core/${groupVersion}`).replace("/", ".")}.txt`;
  const printed = edits.has(table) ? `${edits.read(table)}\n` : "";
  edits.replace(table, `${printed}$ get ${plural}\nNAME      CREATED AT\nexample   2025-05-01T09:00:00Z\n`);
  const { kinds } = JSON.parse(edits.read(ownKinds)) as { readonly kinds: readonly string[] };
  const titles = [...kinds, `${groupVersion} ${kind}`].map((title) => JSON.stringify(title));
  edits.replace(ownKinds, `{"kinds":[\n${titles.join(",\n")}\n]}\n`);
}
