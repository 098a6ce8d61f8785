/** Checks objects as a server does. `orch check` and `orch crd diff` use it. */
import type { Tree } from "../../manifests/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { KindNames } from "../../schema/index.ts";

/** A reason to reject an object, or a warning about it. */
export interface ObjectFault {
  readonly text: string;
  /** Path of the field, as the server spells it. Undefined for the whole object. */
  readonly field?: string | undefined;
}

/** The result of checking one object. */
export interface Judgement {
  /** Errors for which the server would reject the object. */
  readonly errors: readonly ObjectFault[];
  /** Warnings that the server would return. */
  readonly warnings: readonly ObjectFault[];
  /** Whether the server rejected the object before it checked its fields. The errors say why. */
  readonly isUnchecked?: boolean;
}

/** The names of a type that the server serves. */
export type ServedNames = Omit<KindNames, "schema">;

/** Checks objects like a server without stored objects. Metadata that a server sets, as in exported objects, is no error. */
export interface Judge extends AsyncDisposable {
  /** Checks an object of a built-in type, or of a type that was defined. */
  judge(object: Tree, names: ServedNames): Promise<Judgement>;
  /** Checks a CustomResourceDefinition, and defines its type unless the definition has errors. */
  define(definition: Tree): Promise<Judgement>;
}

/** Opens a checker for the vocabulary of a manifest. */
export type OpenJudge = (vocabulary: Vocabulary) => Promise<Judge>;
