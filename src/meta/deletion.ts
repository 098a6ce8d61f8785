import { type Name, product } from "./vocabulary.ts";

/** What becomes of those that a deleted object owns, and how it says so until that is done. */
export type PropagationPolicy = "Background" | "Foreground" | "Orphan";

/** Stands while the owner waits until its dependents are gone. */
export const foregroundFinalizer = "foregroundDeletion";
/** Stands until the dependents have been told that they have no owner any more. */
export const orphanFinalizer = "orphan";
/** Stands until the content of a Namespace is gone. */
export const contentFinalizer: Name = product();

/** The finalizers whose names need no domain. */
export const standardFinalizers: readonly Name[] = [contentFinalizer, orphanFinalizer, foregroundFinalizer];
/** Said of any other one without a domain. */
export const notStandardFinalizer = "name is neither a standard finalizer name nor is it fully qualified";
