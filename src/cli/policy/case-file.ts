/** The content of case files: requests, and what policies are expected to decide about them. */
import type { Tree } from "../../manifests/index.ts";
import type { User } from "../../meta/user.ts";
import type { PolicyOperation } from "./lab.ts";

/** A case with its position. Files that it names have been read. */
export interface PolicyCase {
  readonly name: string;
  /** Path of the file for messages, and the line at which the case begins. */
  readonly file: string;
  readonly line: number;
  readonly request: CaseRequest;
  /** Objects that exist only during this case. */
  readonly objects: readonly Tree[];
  /** Undefined in a case that is only explained. */
  readonly expected: Expectation | undefined;
}

/** A request as a case describes it. Members that the case leaves out are undefined. */
export interface CaseRequest {
  /** Undefined: that which the objects imply. */
  readonly operation: PolicyOperation | undefined;
  readonly object: Tree | undefined;
  readonly oldObject: Tree | undefined;
  readonly resource: string | undefined;
  readonly subresource: string;
  /** Name of the object, if it differs from that of the object. */
  readonly objectName: string | undefined;
  readonly namespace: string | undefined;
  readonly user: User;
  readonly dryRun: boolean;
}

/** The decision that a case expects. Each pattern must be part of a text; `*` in it stands for any text. */
export interface Expectation {
  readonly isAllowed: boolean;
  /** Patterns of the error's message. */
  readonly message: readonly string[];
  /** Undefined: any code. */
  readonly code: number | undefined;
  /** Patterns of warnings. Undefined: any warnings; empty: none. */
  readonly warnings: readonly string[] | undefined;
  /** Patterns of the audit event's annotations. */
  readonly audit: Readonly<Record<string, string>>;
  /** Fields that the object has after all changes. Undefined: any fields. */
  readonly object: Tree | undefined;
}

/** The cases of a document, and the objects that exist in all of them. */
export interface CaseFile {
  readonly objects: readonly Tree[];
  readonly cases: readonly PolicyCase[];
}

/** The operation of a request whose case names none. */
export function impliedOperation({ operation, object, oldObject }: CaseRequest): PolicyOperation {
  if (operation) return operation;
  if (!object) return "DELETE";
  return oldObject ? "UPDATE" : "CREATE";
}
