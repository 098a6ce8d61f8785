import { type Name, product } from "./vocabulary.ts";

/**
 * Order in which the garbage collector deletes a deleted object and its dependents. `Background`: the owner first.
 * `Foreground`: the dependents first. `Orphan`: the dependents are kept.
 */
export type PropagationPolicy = "Background" | "Foreground" | "Orphan";

/** Finalizer of an owner that is deleted in the foreground. It keeps the owner until its dependents were deleted. */
export const foregroundFinalizer = "foregroundDeletion";
/** Finalizer of an owner whose dependents are kept. It keeps the owner until they no longer refer to it. */
export const orphanFinalizer = "orphan";
/** Finalizer of a Namespace. It keeps the Namespace until its content was deleted. */
export const contentFinalizer: Name = product();

/** Finalizers that need no domain prefix. */
export const standardFinalizers: readonly Name[] = [contentFinalizer, orphanFinalizer, foregroundFinalizer];
/** The error message for any other finalizer without a domain prefix. */
export const nonStandardFinalizerMessage = "name is neither a standard finalizer name nor is it fully qualified";
