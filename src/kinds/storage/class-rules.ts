/** Rules that several storage classes share: the provisioner and its parameters. */
import { invalidField, tooLongField } from "../../meta/field-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { at, reportRequiredFormat } from "../reporting.ts";

/** Reports an invalid driver name. Messages show it in lower case. */
export function reportProvisioner(context: ValidationContext, part: string, name: string): void {
  reportRequiredFormat(context, part, "qualifiedName", name.toLowerCase());
}

const parametersMax = 512;
const parameterBytesMax = 256 * 1024;

/** Reports too many or too large parameters. */
export function reportParameters(context: ValidationContext, parameters: Readonly<Record<string, string>> = {}): void {
  const path = at(context, "parameters");
  if (Object.keys(parameters).length > parametersMax) {
    // The reference reports the number of parameters as if it were a length.
    context.report(tooLongField(path, parametersMax));
    return;
  }
  if (Object.hasOwn(parameters, "")) context.report(invalidField(path, "", "field can not be empty."));
  if (bytesOf(parameters) > parameterBytesMax) context.report(tooLongField(path, parameterBytesMax));
}

/** Returns the total size of all keys and values in bytes. */
export function bytesOf(texts: Readonly<Record<string, string>>): number {
  let bytes = 0;
  for (const [key, value] of Object.entries(texts)) bytes += Buffer.byteLength(key) + Buffer.byteLength(value);
  return bytes;
}
