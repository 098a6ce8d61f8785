/**
 * Takes the place of `FieldOwners` in the program of `bench/untracked-program.ts`. The type check compares it with the
 * original, so a changed method of the original breaks the check and not the benchmark.
 */
import type { FieldOwners } from "../../src/server/field-owners/field-owners.ts";

type FieldOwnersMethods = Pick<FieldOwners, keyof FieldOwners>;
type Applied = ReturnType<FieldOwners["apply"]>;

/** Stores objects without owners of fields. */
class NoFieldOwners implements FieldOwnersMethods {
  record(...[, next]: Parameters<FieldOwners["record"]>): void {
    delete next.metadata.managedFields;
  }

  recordComputed(...[, next]: Parameters<FieldOwners["recordComputed"]>): void {
    delete next.metadata.managedFields;
  }

  /** Returns the existing object unchanged. The server calls this at its start, for the statuses of system objects. */
  apply(...[, , { old }]: Parameters<FieldOwners["apply"]>): Applied {
    if (!old) throw new Error("the untracked program cannot create an object by an apply");
    return { object: old, keepsFields: true, isUnchanged: true };
  }
}

export { NoFieldOwners as FieldOwners };
