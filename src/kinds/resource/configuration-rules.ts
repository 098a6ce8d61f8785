/** Rules of driver configurations, in claims, classes and allocations. */
import { stringifyJson } from "../../codec/index.ts";
import { invalidField, requiredField, tooLongField } from "../../meta/field-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { at, reportFieldFormat } from "../reporting.ts";

const parametersBytesMax = 10 * 1024;

/** Configuration for a driver. */
export interface Configuration {
  readonly opaque?: { readonly driver: string; readonly parameters: unknown };
}

interface ConfigurationOptions {
  /**
   * Whether the object already has this configuration. A stored one may exceed the size limit, which a later release
   * added.
   */
  readonly isStored: boolean;
}

/** Reports an invalid configuration. Its only form is `opaque`. */
export function reportConfiguration(
  { opaque }: Configuration,
  context: ValidationContext,
  { isStored }: ConfigurationOptions,
): void {
  if (!opaque) {
    context.report(requiredField(at(context, "opaque")));
    return;
  }
  reportFieldFormat(context, "opaque.driver", "csiDriverName", opaque.driver);
  const bytesMax = isStored ? Number.POSITIVE_INFINITY : parametersBytesMax;
  reportRawObject(context, "opaque.parameters", opaque.parameters, bytesMax);
}

/** Reports a value in a driver's own format that is missing, exceeds `bytesMax` bytes of JSON, or is not an object. */
export function reportRawObject(context: ValidationContext, part: string, value: unknown, bytesMax: number): void {
  const path = at(context, part);
  if (value === undefined || value === null) {
    context.report(requiredField(path));
  } else if (Buffer.byteLength(stringifyJson(value)) > bytesMax) {
    context.report(tooLongField(path, bytesMax));
  } else if (typeof value !== "object" || Array.isArray(value)) {
    context.report(invalidField(path, "<value omitted>", "parameters must be a valid JSON object"));
  }
}
