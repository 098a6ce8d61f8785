/** What becomes of those that a deleted object owns, and how it says so until that is done. */
export type PropagationPolicy = "Background" | "Foreground" | "Orphan";

/** Stands while the owner waits until its dependents are gone. */
export const foregroundFinalizer = "foregroundDeletion";
/** Stands until the dependents have been told that they have no owner any more. */
export const orphanFinalizer = "orphan";
