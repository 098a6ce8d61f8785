/** The files of a test: policies, their bindings and parameters, and cases. */
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import {
  customResourceDefinition,
  mutatingAdmissionPolicy,
  mutatingAdmissionPolicyBinding,
  namespace,
  role,
  validatingAdmissionPolicy,
  validatingAdmissionPolicyBinding,
} from "../../api/index.ts";
import { YamlPositions } from "../../codec/index.ts";
import {
  ConversionError,
  DocumentError,
  knownType,
  objectsOf,
  type ReadDocument,
  readDocument,
  splitDocuments,
  type Tree,
  textAt,
  treeAt,
} from "../../manifests/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { fieldPlaces, objectLine } from "../selection/field-places.ts";
import { type ManifestFileOptions, readManifests, readTextFile, titleOf } from "../selection/manifest-files.ts";
import { CommandError, type Terminal } from "../terminal.ts";
import type { CaseFile } from "./case-file.ts";
import { parameterTest, typeText } from "./policy-parameters.ts";
import { hasCases, readCases } from "./read-cases.ts";
import { MemberError } from "./strict-tree.ts";

/** An object of the files, and the positions of its fields. */
export interface PlacedObject {
  readonly object: Tree;
  readonly file: string;
  /** Returns `FILE:LINE:COLUMN` of a field, or `FILE:LINE` of the object. */
  readonly placeOf: (field?: string) => string;
  /** Returns the line at which the object begins. */
  readonly lineOf: () => number;
}

/** The content of the files. */
export interface PolicyFiles {
  readonly vocabulary: Vocabulary;
  readonly policies: readonly PlacedObject[];
  readonly bindings: readonly PlacedObject[];
  readonly mutatingPolicies: readonly PlacedObject[];
  readonly mutatingBindings: readonly PlacedObject[];
  /** All objects that a lab stores, in the order in which it stores them. */
  readonly stored: readonly PlacedObject[];
  readonly caseFiles: readonly CaseFile[];
  /** Objects that policies judge if there are no cases. Parameters of bindings are not among them. */
  readonly manifests: readonly PlacedObject[];
  /** Configurations of webhooks. */
  readonly unevaluated: readonly PlacedObject[];
  /** Errors of the files, with their places. */
  readonly faults: readonly string[];
}

/** Purposes of objects, in the order in which objects are stored. */
const uses = ["definition", "namespace", "other", "policy", "binding", "mutatingPolicy", "mutatingBinding"] as const;

interface TypedObject extends PlacedObject {
  /** Undefined for objects that policies do not use. */
  readonly use: (typeof uses)[number] | "unevaluated" | undefined;
  readonly vocabulary: Vocabulary | undefined;
}

/** Returns the policies, their surroundings and the cases. Faulty documents are in `faults`. @throws CommandError if a file cannot be read */
export async function readPolicyFiles(
  options: ManifestFileOptions & { readonly vocabulary: Vocabulary },
  terminal: Terminal,
): Promise<PolicyFiles> {
  const objects: TypedObject[] = [];
  const caseFiles: CaseFile[] = [];
  const faults: string[] = [];
  for await (const { place, file, document } of readManifests(options, terminal)) {
    if (document instanceof DocumentError) faults.push(`${place}: error: ${document.message}`);
    else if (hasCases(document.object)) {
      const read = await readCaseFile(file, document, terminal);
      if (typeof read === "string") faults.push(read);
      else caseFiles.push(read);
    } else {
      const places = fieldPlaces(file, document);
      for (const [index, object] of objectsOf(document.object).entries()) {
        const placed = {
          object: object as Tree,
          file,
          placeOf: (field?: string) => places(field, index),
          lineOf: () => objectLine(document, index),
        };
        const typed = typedObject(placed, options.vocabulary);
        if (typeof typed === "string") faults.push(`${placed.placeOf()}: error: ${typed}`);
        else objects.push(typed);
      }
    }
  }
  const withUse = (use: TypedObject["use"]): readonly PlacedObject[] => objects.filter((one) => one.use === use);
  const [policies, bindings] = [withUse("policy"), withUse("binding")];
  const [mutatingPolicies, mutatingBindings] = [withUse("mutatingPolicy"), withUse("mutatingBinding")];
  const parameterTests = [parameterTest(policies, bindings), parameterTest(mutatingPolicies, mutatingBindings)];
  const isParameter = (object: Tree): boolean => parameterTests.some((refersTo) => refersTo(object));
  // Cases are their own requests, so that the other objects exist in them.
  const manifests = caseFiles.length > 0 ? [] : withUse(undefined).filter(({ object }) => !isParameter(object));
  const allPolicies = [...policies, ...mutatingPolicies];
  const parameterTypes = new Set(allPolicies.map(({ object }) => typeText(treeAt(object, "spec", "paramKind"))));
  const isStored = (one: TypedObject): boolean => parameterTypes.has(typeText(one.object)) && !manifests.includes(one);
  const stored = uses.flatMap((use) =>
    objects.filter((one) => (one.use ?? (isStored(one) ? "other" : undefined)) === use),
  );
  return {
    vocabulary:
      objects.find(({ use }) => use === "policy" || use === "mutatingPolicy")?.vocabulary ?? options.vocabulary,
    policies,
    bindings,
    mutatingPolicies,
    mutatingBindings,
    stored,
    caseFiles,
    manifests,
    unevaluated: withUse("unevaluated"),
    faults,
  };
}

/** Reads one document with cases, or its error. */
async function readCaseFile(file: string, document: ReadDocument, terminal: Terminal): Promise<CaseFile | string> {
  const positions = new YamlPositions(document.text);
  const lineOf = (path: string): number => document.line + (positions.find(path)?.line ?? 1) - 1;
  try {
    if (document.duplicates.length > 0) throw new MemberError("", document.duplicates.join("; "));
    return await readCases(document.object, {
      file,
      lineOf,
      readObject: async (path) => await readObjectFile(pathFrom(file, path), terminal),
    });
  } catch (error) {
    if (!(error instanceof MemberError)) throw error;
    const member = error.path === "" ? "" : `${error.path} `;
    return `${file}:${lineOf(error.path)}: error: ${member}${error.message}`;
  }
}

/** Returns the path of a file that another file names. */
export function pathFrom(file: string, path: string): string {
  return isAbsolute(path) ? path : join(dirname(file), path);
}

/** Returns the only object of a file that a case names. @throws CommandError */
export async function readObjectFile(path: string, terminal: Terminal): Promise<Tree> {
  const text = await readTextFile(path, terminal);
  const shown = relative(terminal.cwd, resolve(terminal.cwd, path));
  const [first, second] = splitDocuments(text);
  if (!first || second) throw new CommandError(`${shown} must contain one object`);
  try {
    return (await readDocument(first)).object;
  } catch (error) {
    if (error instanceof DocumentError) throw new CommandError(`${shown}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Returns an object with its use, or why it has no type. */
function typedObject(placed: PlacedObject, otherwise: Vocabulary): TypedObject | string {
  const { object } = placed;
  if (
    typeof object !== "object" ||
    textAt(object, "apiVersion") === undefined ||
    textAt(object, "kind") === undefined
  ) {
    return "is neither a manifest, which has apiVersion and kind, nor has cases";
  }
  try {
    const { declaration, vocabulary } = knownType(object, otherwise);
    if (!declaration) return { ...placed, use: undefined, vocabulary: undefined };
    return { ...placed, use: useOf(declaration), vocabulary };
  } catch (error) {
    if (error instanceof ConversionError) return error.message;
    throw error;
  }
}

interface NamedKind {
  readonly group: unknown;
  readonly kind: string;
}

const usedKinds: readonly (readonly [NamedKind, (typeof uses)[number]])[] = [
  [customResourceDefinition, "definition"],
  [namespace, "namespace"],
  [validatingAdmissionPolicy, "policy"],
  [validatingAdmissionPolicyBinding, "binding"],
  [mutatingAdmissionPolicy, "mutatingPolicy"],
  [mutatingAdmissionPolicyBinding, "mutatingBinding"],
];

/** Returns the use of the objects of a kind. Undefined if policies do not use them. */
function useOf({ group, kind }: NamedKind): TypedObject["use"] {
  const found = usedKinds.find(([known]) => known.group === group && known.kind === kind);
  if (found) return found[1];
  if (group === role.group) return "other";
  return group === validatingAdmissionPolicy.group ? "unevaluated" : undefined;
}

/** Returns warnings about policies and bindings without effect, and about objects that are not evaluated. */
export function effectWarnings(files: PolicyFiles): readonly string[] {
  return [
    ...bindingWarnings(files.policies, files.bindings),
    ...bindingWarnings(files.mutatingPolicies, files.mutatingBindings),
    ...files.unevaluated.map(({ object, placeOf }) => `${placeOf()}: ${titleOf(object)}: warning: it is not evaluated`),
  ];
}

function bindingWarnings(policies: readonly PlacedObject[], bindings: readonly PlacedObject[]): readonly string[] {
  const named = new Set(bindings.map(({ object }) => textAt(treeAt(object, "spec"), "policyName")));
  const names = new Set(policies.map(({ object }) => textAt(treeAt(object, "metadata"), "name")));
  return [
    ...policies
      .filter(({ object }) => !named.has(textAt(treeAt(object, "metadata"), "name")))
      .map(
        ({ object, placeOf }) => `${placeOf()}: ${titleOf(object)}: warning: it has no binding, so it has no effect`,
      ),
    ...bindings
      .filter(({ object }) => !names.has(textAt(treeAt(object, "spec"), "policyName")))
      .map(
        ({ object, placeOf }) =>
          `${placeOf("spec.policyName")}: ${titleOf(object)}: warning: no file contains its policy`,
      ),
  ];
}
