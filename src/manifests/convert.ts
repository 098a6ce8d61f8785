/** Converts manifests of any past version to served versions. */

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

/** Options of `convertManifest()`. */
export interface ConvertOptions {
  /** Vocabulary of groups that exist in both vocabularies, such as `apps`. */
  readonly vocabulary: Vocabulary;
  /** The version to convert to. Undefined: only removed versions are converted, each to its successor. */
  readonly outputVersion?: GroupVersion;
}

/** A converted manifest. */
export interface Converted {
  readonly object: Tree;
  readonly notes: readonly Note[];
}

/** The vocabulary, declaration and removal of an object's type. */
export interface KnownType {
  readonly vocabulary: Vocabulary;
  /** Entry of the removed version. Undefined if the version was not removed. */
  readonly removed?: RemovedVersion;
  /** Undefined if the built-in group has no such kind in this version, or the group is not built in. */
  readonly declaration?: KindDeclaration;
  /** Whether the group is built in. */
  readonly isBuiltIn: boolean;
}

/**
 * Returns the object in a served version. The items of a List are converted one by one.
 * @param object is not modified
 * @throws ConversionError if no served version can represent the object
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
  if (removed) convertToSuccessor(object, { removed, vocabulary, notes });
  else if (type.isBuiltIn && !type.declaration) throw new ConversionError(whyUnknown(object, vocabulary));
  const { outputVersion } = options;
  return outputVersion ? convertToVersion(object, outputVersion, vocabulary, notes) : object;
}

/** Converts the object to the successor of its version. */
function convertToSuccessor(
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

/** Finds the type of an object. @throws ConversionError if the apiVersion or kind is missing or malformed */
export function knownType(object: Tree, vocabulary: Vocabulary): KnownType {
  const kind = textAt(object, "kind");
  const apiVersion = textAt(object, "apiVersion");
  if (!kind || !apiVersion) throw new ConversionError(`${kind ? "apiVersion" : "kind"} is missing`);
  const version = parseGroupVersion(apiVersion);
  if (!version) throw new ConversionError(`apiVersion: ${JSON.stringify(apiVersion)} is not GROUP/VERSION`);
  const vocabularyOfGroup = vocabularyOf(version.group, vocabulary);
  const removed = removedVersions.find(
    (one) =>
      one.kind === kind && one.version === version.version && vocabularyOfGroup.bind(one.group) === version.group,
  );
  const declaration = declarationOf(kind, version, vocabularyOfGroup);
  return {
    vocabulary: vocabularyOfGroup,
    isBuiltIn: builtinKinds.some((declared) => vocabularyOfGroup.bind(declared.group) === version.group),
    ...(declaration ? { declaration } : {}),
    ...(removed ? { removed } : {}),
  };
}

/** Returns the vocabulary of a group. Groups with a domain exist in one vocabulary only. */
function vocabularyOf(groupName: string, fallback: Vocabulary): Vocabulary {
  const spellings = vocabularyNames.map((name) => vocabularies[name]);
  const matching = spellings.filter((vocabularyOfGroup) =>
    [...builtinKinds, ...removedVersions].some(({ group }) => vocabularyOfGroup.bind(group) === groupName),
  );
  return matching.length === 1 && matching[0] ? matching[0] : fallback;
}

/** Explains why a built-in group has no such kind or version, and names the version to use. */
export function whyUnknown(object: Tree, vocabulary: Vocabulary): string {
  const { kind, apiVersion } = object;
  const known = builtinKinds
    .filter((declared) => declared.kind === kind)
    .map((declared) => spelledVersion(declared, vocabulary));
  const instead = known.length === 0 ? `there is no built-in kind ${String(kind)}` : `use ${known.join(" or ")}`;
  return `${String(apiVersion)} has never had a kind ${String(kind)}; ${instead}`;
}

const compiler = new SchemaCompiler(builtinRules);

/**
 * Returns the object in the requested version. If its kind lacks this version, the object is unchanged and a note says
 * so.
 */
function convertToVersion(object: Tree, targetVersion: GroupVersion, vocabulary: Vocabulary, notes: Note[]): Tree {
  const kind = textAt(object, "kind");
  const current = declarationOf(kind, parseGroupVersion(textAt(object, "apiVersion") ?? ""), vocabulary);
  const target = declarationOf(kind, targetVersion, vocabulary);
  if (current === target) return object;
  if (!current || !target || storedForm(current) !== storedForm(target)) {
    notes.push({ path: "apiVersion", text: `stays: ${formatGroupVersion(targetVersion)} has no ${kind}` });
    return object;
  }
  const context = { vocabulary };
  const compiled = (kind: KindDeclaration) => compiler.compile(structInVocabulary(kind.schema, vocabulary));
  const decoded: ApiObject = compiled(current).decode(object).object;
  const stored = builtinHooks.get(current)?.conversion?.toStored(decoded, context) ?? decoded;
  const shown = builtinHooks.get(target)?.conversion?.fromStored(stored, context) ?? stored;
  return { ...compiled(target).canonical({ ...shown, apiVersion: formatGroupVersion(targetVersion) }).object };
}

function declarationOf(
  kind: string | undefined,
  targetVersion: GroupVersion | undefined,
  vocabulary: Vocabulary,
): KindDeclaration | undefined {
  return builtinKinds.find(
    (declared) =>
      declared.kind === kind &&
      declared.version === targetVersion?.version &&
      vocabulary.bind(declared.group) === targetVersion.group,
  );
}

/** Returns the version in which a kind is stored. Versions of the same kind have the same stored version. */
function storedForm(kind: KindDeclaration): KindDeclaration {
  return kind.storedAs ?? kind;
}

/** Formats a version with its group's name in this vocabulary. */
export function spelledVersion(
  { group, version }: Pick<KindDeclaration, "group" | "version">,
  vocabulary: Vocabulary,
): string {
  return formatGroupVersion({ group: vocabulary.bind(group), version });
}

/** Whether any built-in kind has this version. */
export function isServedVersion({ group, version }: GroupVersion): boolean {
  return builtinKinds.some(
    (declared) =>
      declared.version === version && vocabularyNames.some((name) => vocabularies[name].bind(declared.group) === group),
  );
}
