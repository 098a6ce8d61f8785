/** Decides what `orch check` reports about one object. */
import { isJsonObject } from "../../base/json-object.ts";
import {
  ConversionError,
  knownType,
  noObject,
  type RemovedVersion,
  spelledVersion,
  type Tree,
  textAt,
  whyUnknown,
} from "../../manifests/index.ts";
import { parseGroupVersion } from "../../meta/group-version.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { Judge, Judgement, ObjectFault, OpenJudge } from "./judge.ts";
import { isTypeOfDefinitions, type ManifestType, ManifestTypes } from "./manifest-types.ts";

/** The result of examining one object. */
export interface Finding extends Judgement {
  /** The reason why the object was not checked. */
  readonly uncheckedReason?: string;
  /** The vocabulary of a definition that was checked. */
  readonly definedIn?: Vocabulary;
}

/** Examines the objects of one command. Dispose it after the last object. */
export class Examiner implements AsyncDisposable {
  readonly #openJudge: OpenJudge;
  readonly #otherwise: Vocabulary;
  /** One judge per vocabulary, because the manifests of one command may use both. */
  readonly #judges = new Map<Vocabulary, Judge>();
  readonly #types = new ManifestTypes();
  readonly #definitions = new Map<unknown, Finding>();

  /** @param otherwise vocabulary of groups that exist in both vocabularies */
  constructor(openJudge: OpenJudge, otherwise: Vocabulary) {
    this.#openJudge = openJudge;
    this.#otherwise = otherwise;
  }

  /** Checks the definition of a custom type, and defines the type for other objects. Ignores all other objects. */
  async define(object: unknown): Promise<void> {
    if (!isJsonObject(object)) return;
    const type = typeOf(object, this.#otherwise);
    if (typeof type === "string" || !isTypeOfDefinitions(type)) return;
    const { vocabulary } = type;
    const judge = await this.#judgeOf(vocabulary);
    const judgement = await judge.define(object);
    this.#types.add(object, { vocabulary, isDefined: judgement.errors.length === 0 });
    this.#definitions.set(object, { ...judgement, errors: judgement.errors.map(withVersion), definedIn: vocabulary });
  }

  /** Checks an object. All definitions must have been defined before. */
  async examine(object: unknown): Promise<Finding> {
    if (!isJsonObject(object)) return wrong(noObject);
    const definition = this.#definitions.get(object);
    if (definition) return definition;
    const type = typeOf(object, this.#otherwise);
    if (typeof type === "string") return wrong(type);
    const { vocabulary, removed, isBuiltIn, declaration } = type;
    if (removed) return wrong(whyRemoved(removed, vocabulary));
    if (!isBuiltIn) return await this.#examineCustomObject(object);
    if (!declaration) return wrong(whyUnknown(object, vocabulary));
    const judge = await this.#judgeOf(vocabulary);
    return await judge.judge(object, declaration);
  }

  async #examineCustomObject(object: Tree): Promise<Finding> {
    const type = this.#types.find(object);
    if (!type) return unchecked("its type is none that is built in, and no manifest defines it");
    if (!type.isDefined) return unchecked("the definition of its type has errors");
    const { group = "", version = "" } = parseGroupVersion(textAt(object, "apiVersion") ?? "") ?? {};
    if (!type.versions.includes(version)) return wrong(whyUnserved(object, type));
    const judge = await this.#judgeOf(type.vocabulary);
    const { plural, scope } = type;
    return await judge.judge(object, { group, version, kind: textAt(object, "kind") ?? "", plural, scope });
  }

  async #judgeOf(vocabulary: Vocabulary): Promise<Judge> {
    const judge = this.#judges.get(vocabulary) ?? (await this.#openJudge(vocabulary));
    this.#judges.set(vocabulary, judge);
    return judge;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const judge of this.#judges.values()) await judge[Symbol.asyncDispose]();
  }
}

/**
 * Returns an error with the place of its field in the file. Errors of definitions have the paths of an older form, in which
 * parts that are equal in all versions are outside of the versions.
 */
function withVersion(fault: ObjectFault): ObjectFault {
  const field = fault.field
    ?.replace(/^spec\.validation\b/, "spec.versions[0].schema")
    .replace(/^spec\.(subresources|additionalPrinterColumns|selectableFields)\b/, "spec.versions[0].$1");
  return { ...fault, field };
}

/** Returns the type of an object, or why it has none. */
function typeOf(object: Tree, otherwise: Vocabulary): ReturnType<typeof knownType> | string {
  try {
    return knownType(object, otherwise);
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    return error.message;
  }
}

function wrong(text: string): Finding {
  return { errors: [{ text }], warnings: [] };
}

function unchecked(uncheckedReason: string): Finding {
  return { errors: [], warnings: [], uncheckedReason };
}

function whyRemoved(removed: RemovedVersion, vocabulary: Vocabulary): string {
  const { removedIn, successor } = removed;
  const gone = `${spelledVersion(removed, vocabulary)} is not served since ${removedIn}`;
  if (!successor) return `${gone}, and nothing is in its place; \`orch convert\` says what to use`;
  return `${gone}; \`orch convert\` makes it ${spelledVersion(successor, vocabulary)}`;
}

function whyUnserved(object: Tree, { versions }: ManifestType): string {
  const name = `${String(object["apiVersion"])} ${String(object["kind"])}`;
  return `${name} is not served; the definition serves ${versions.join(", ") || "no version"}`;
}
