/** Manifests of any version that there has been, in versions that are served. */

import { builtinKinds } from "../api/builtin.ts";
import { isJsonObject } from "../base/json-object.ts";
import { cloneJson } from "../base/json-tree.ts";
import { builtinHooks, builtinRules } from "../kinds/index.ts";
import { formatGroupVersion, type GroupVersion, parseGroupVersion } from "../meta/group-version.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { type Vocabulary, vocabularies, vocabularyNames } from "../meta/vocabulary.ts";
import { type KindDeclaration, SchemaCompiler, structInVocabulary } from "../schema/index.ts";
import { type ChangeContext, ConversionError, type Note } from "./change.ts";
import { isListOfObjects, noObject } from "./documents.ts";
import { type RemovedVersion, removedVersions } from "./removed-versions.ts";
import { type Tree, textAt } from "./tree.ts";

export interface ConvertOptions {
  /** Of names that do not say it themselves. */
  readonly vocabulary: Vocabulary;
  /** Absent: the version that succeeds a removed one; others stay. */
  readonly outputVersion?: GroupVersion;
}

export interface Converted {
  readonly object: Tree;
  readonly notes: readonly Note[];
}

/** What is known of an object's type. */
export interface KnownType {
  readonly vocabulary: Vocabulary;
  /** The release that is the first without its version. */
  readonly removed?: RemovedVersion;
  /** Absent: there is no such kind in this version, or it is not built in. */
  readonly declaration?: KindDeclaration;
  /** The group is a built-in one. */
  readonly isBuiltIn: boolean;
}

/**
 * A list is converted item by item.
 * @param object stays as it is
 * @throws ConversionError when there is no form of it that is served
 */
export function convertManifest(object: Tree, options: ConvertOptions): Converted {
  const notes: Note[] = [];
  const copy = cloneJson(object);
  const converted = isListOfObjects(copy)
    ? { ...copy, items: copy.items.map((item, index) => convertItem(item, { options, notes, index })) }
    : convertObject(copy, options, notes);
  return { object: converted, notes };
}

function convertItem(
  item: unknown,
  { options, notes, index }: { options: ConvertOptions; notes: Note[]; index: number },
): Tree {
  const own: Note[] = [];
  try {
    if (!isJsonObject(item)) throw new ConversionError(noObject);
    return convertObject(item, options, own);
  } catch (error) {
    if (error instanceof ConversionError) throw new ConversionError(`items[${index}]: ${error.message}`);
    throw error;
  } finally {
    notes.push(...own.map(({ path, text }) => ({ path: `items[${index}].${path}`, text })));
  }
}

function convertObject(object: Tree, options: ConvertOptions, notes: Note[]): Tree {
  const type = knownType(object, options.vocabulary);
  const { vocabulary, removed } = type;
  if (removed) succeed(object, { removed, vocabulary, notes });
  else if (type.isBuiltIn && !type.declaration) throw new ConversionError(whyUnknown(object, vocabulary));
  const { outputVersion } = options;
  return outputVersion ? inVersion(object, outputVersion, vocabulary, notes) : object;
}

/** Takes the way that the table shows. */
function succeed(
  object: Tree,
  { removed, vocabulary, notes }: { removed: RemovedVersion; vocabulary: Vocabulary; notes: Note[] },
): void {
  const context: ChangeContext = {
    vocabulary,
    from: textAt(object, "apiVersion") ?? "",
    note: (path, text) => notes.push({ path, text }),
  };
  removed.change?.(object, context);
  const { successor } = removed;
  if (successor) object["apiVersion"] = spelledVersion(successor, vocabulary);
}

/** @throws ConversionError for an object that does not say what it is */
export function knownType(object: Tree, vocabulary: Vocabulary): KnownType {
  const kind = textAt(object, "kind");
  const apiVersion = textAt(object, "apiVersion");
  if (!kind || !apiVersion) throw new ConversionError(`${kind ? "apiVersion" : "kind"} is missing`);
  const version = parseGroupVersion(apiVersion);
  if (!version) throw new ConversionError(`apiVersion: ${JSON.stringify(apiVersion)} is not GROUP/VERSION`);
  const spelling = vocabularyOf(version.group, vocabulary);
  const removed = removedVersions.find(
    (one) => one.kind === kind && one.version === version.version && spelling.bind(one.group) === version.group,
  );
  const declaration = declarationOf(kind, version, spelling);
  return {
    vocabulary: spelling,
    isBuiltIn: builtinKinds.some((declared) => spelling.bind(declared.group) === version.group),
    ...(declaration ? { declaration } : {}),
    ...(removed ? { removed } : {}),
  };
}

/** Groups that carry the domain say in which vocabulary they are. */
function vocabularyOf(groupName: string, otherwise: Vocabulary): Vocabulary {
  const spellings = vocabularyNames.map((name) => vocabularies[name]);
  const fitting = spellings.filter((spelling) =>
    [...builtinKinds, ...removedVersions].some(({ group }) => spelling.bind(group) === groupName),
  );
  return fitting.length === 1 && fitting[0] ? fitting[0] : otherwise;
}

/** Why an object of a built-in group has a type that there is not, and what to use. */
export function whyUnknown(object: Tree, vocabulary: Vocabulary): string {
  const { kind, apiVersion } = object;
  const known = builtinKinds
    .filter((declared) => declared.kind === kind)
    .map((declared) => spelledVersion(declared, vocabulary));
  const instead = known.length === 0 ? `there is no built-in kind ${String(kind)}` : `use ${known.join(" or ")}`;
  return `${String(apiVersion)} has never had a kind ${String(kind)}; ${instead}`;
}

const compiler = new SchemaCompiler(builtinRules);

/** The object in a version that was asked for, where its kind has one there. */
function inVersion(object: Tree, wanted: GroupVersion, vocabulary: Vocabulary, notes: Note[]): Tree {
  const kind = textAt(object, "kind");
  const current = declarationOf(kind, parseGroupVersion(textAt(object, "apiVersion") ?? ""), vocabulary);
  const target = declarationOf(kind, wanted, vocabulary);
  if (current === target) return object;
  if (!current || !target || storedForm(current) !== storedForm(target)) {
    notes.push({ path: "apiVersion", text: `stays: ${formatGroupVersion(wanted)} has no ${kind}` });
    return object;
  }
  const context = { vocabulary };
  const compiled = (kind: KindDeclaration) => compiler.compile(structInVocabulary(kind.schema, vocabulary));
  const decoded: ApiObject = compiled(current).decode(object).object;
  const stored = builtinHooks.get(current)?.conversion?.absorb(decoded, context) ?? decoded;
  const shown = builtinHooks.get(target)?.conversion?.show(stored, context) ?? stored;
  return { ...compiled(target).canonical({ ...shown, apiVersion: formatGroupVersion(wanted) }).object };
}

function declarationOf(
  kind: string | undefined,
  wanted: GroupVersion | undefined,
  vocabulary: Vocabulary,
): KindDeclaration | undefined {
  return builtinKinds.find(
    (declared) =>
      declared.kind === kind &&
      declared.version === wanted?.version &&
      vocabulary.bind(declared.group) === wanted.group,
  );
}

/** Versions of one kind are stored as one. */
function storedForm(kind: KindDeclaration): KindDeclaration {
  return kind.storedAs ?? kind;
}

/** A version of the API, as an object in this vocabulary names it. */
export function spelledVersion(
  { group, version }: Pick<KindDeclaration, "group" | "version">,
  vocabulary: Vocabulary,
): string {
  return formatGroupVersion({ group: vocabulary.bind(group), version });
}

/** Whether any kind has this version: otherwise it is a mistake to ask for it. */
export function isServedVersion({ group, version }: GroupVersion): boolean {
  return builtinKinds.some(
    (declared) =>
      declared.version === version && vocabularyNames.some((name) => vocabularies[name].bind(declared.group) === group),
  );
}
