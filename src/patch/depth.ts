/** The bound on nesting, which keeps everything that recurses over patches and their results within its stack. */
import { PatchError } from "./patch-error.ts";

/** @throws PatchError "too-large" when `value` nests more than `depthMax` objects and lists */
export function assertDepth(value: unknown, depthMax: number): void {
  if (typeof value !== "object" || value === null) return;
  if (depthMax === 0) throw new PatchError("too-large", "objects and lists are nested too deeply");
  for (const child of Object.values(value) as unknown[]) assertDepth(child, depthMax - 1);
}
