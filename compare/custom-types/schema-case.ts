/** Schemas, and values that are compared with them. */

/** JSON, in which bigints stand for integers that a number does not represent. */
export type CaseValue = unknown;

/** A schema of the member of a spec, and values of this member. */
export interface SchemaCase {
  /** Unique among all cases. It is the name of the member. */
  readonly name: string;
  readonly schema: object;
  /** Values of new objects. */
  readonly values?: readonly CaseValue[];
  /** Values of updates, which are stored without validation first. */
  readonly updates?: readonly SchemaUpdate[];
}

/** An update of a value. */
export interface SchemaUpdate {
  readonly old: CaseValue;
  readonly value: CaseValue;
}

/** A schema of whole objects, and objects without their type and name. */
export interface ObjectCase {
  readonly name: string;
  readonly schema: object;
  readonly values?: readonly object[];
  readonly updates?: readonly { readonly old: object; readonly value: object }[];
  /** Updates of the status. */
  readonly statuses?: readonly { readonly old: object; readonly value: object }[];
}

/** The reason, the field and the message of an error. An error without causes has no field. */
export type RecordedError = readonly [reason: string, field: string, message: string];

/** The response of the reference to a write of a value. */
export interface RecordedAnswer {
  readonly errors: readonly RecordedError[];
  /** Whether the reference returns the errors in a random order. */
  readonly isRandomOrder?: true;
}

/** A case with an answer for each value. */
export type RecordedCase<C> = C & {
  readonly answers?: readonly RecordedAnswer[];
  readonly updateAnswers?: readonly RecordedAnswer[];
  readonly statusAnswers?: readonly RecordedAnswer[];
};

/** The content of the file with the recorded answers. */
export interface RecordedCases {
  readonly members: readonly RecordedCase<SchemaCase>[];
  readonly objects: readonly RecordedCase<ObjectCase>[];
}
