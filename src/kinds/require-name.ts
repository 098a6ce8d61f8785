import { checkFormat } from "../meta/formats.ts";
import { goQuote } from "../meta/go-quote.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { badRequest } from "../meta/status-error.ts";

/**
 * Checks that a posted document has the name in the path.
 * @throws StatusError 400 if the names differ
 */
export function requireName({ kind, metadata }: ApiObject, name: string): void {
  if ((metadata.name ?? "") !== name) throw badRequest(`name in URL does not match name in ${kind} object`);
}

/**
 * Checks a name in the body of a request that the server needs to read an object.
 * @throws StatusError 400 if the name is empty, or cannot be part of a path
 */
export function requireReadableName(name: string): void {
  if (name === "") throw badRequest("Name parameter required.");
  const faults = checkFormat("pathSegmentName", name);
  if (faults.length > 0) throw badRequest(`Name parameter invalid: ${goQuote(name)}: ${faults.join(";")}`);
}
