/** Limits the nesting of patches and of their results, so that recursive code does not exhaust the stack. */
import { PatchError } from "./patch-error.ts";

/**
 * Checks the nesting of a value. @throws PatchError "too-large" if it has more than `depthMax` levels of objects and
 * lists
 */
export function assertDepth(value: unknown, depthMax: number): void {
  if (typeof value !== "object" || value === null) return;
  if (depthMax === 0) throw new PatchError("too-large", "objects and lists are nested too deeply");
  for (const child of Object.values(value) as unknown[]) assertDepth(child, depthMax - 1);
}
