import type { ApiObject } from "../meta/object-meta.ts";
import { badRequest } from "../meta/status-error.ts";

/**
 * Checks that a posted document has the name in the path.
 * @throws StatusError 400 if the names differ
 */
export function requireName({ kind, metadata }: ApiObject, name: string): void {
  if ((metadata.name ?? "") !== name) throw badRequest(`name in URL does not match name in ${kind} object`);
}
