/** The options of `orch cel`. */
import type { Vocabulary } from "../../meta/vocabulary.ts";

/** Options of `orch cel`. */
export interface CelCommand {
  /** Undefined if it is interactive. */
  readonly expression: string | undefined;
  /** File with the objects; `-` is standard input. Undefined: an expression without variables. */
  readonly file: string | undefined;
  readonly oldFile: string | undefined;
  /** File with a schema of `self`, or with a custom type. Undefined: fields can have any types. */
  readonly schemaFile: string | undefined;
  /** The version of the custom type whose schema counts. Undefined if the type has only one. */
  readonly schemaVersion: string | undefined;
  /** Whether the expression is read like one that the server has stored. */
  readonly isStored: boolean;
  readonly output: string;
  readonly watches: boolean;
  readonly isInteractive: boolean;
  readonly vocabulary: Vocabulary;
}
