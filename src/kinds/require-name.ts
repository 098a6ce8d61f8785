import type { ApiObject } from "../meta/object-meta.ts";
import { badRequest } from "../meta/status-error.ts";

/** @throws StatusError 400 when a posted document is about another object than the path */
export function requireName({ kind, metadata }: ApiObject, name: string): void {
  if ((metadata.name ?? "") !== name) throw badRequest(`name in URL does not match name in ${kind} object`);
}
