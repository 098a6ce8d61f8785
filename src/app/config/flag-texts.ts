/** The values of flags as text, in the forms of the reference. */
import { formatDuration } from "../../meta/duration.ts";
import type { FlagSpec, FlagValue } from "../flags/flag-spec.ts";

/** Name and value of a flag. */
export type FlagText = readonly [name: string, value: string];

/** Credentials in a URL, which no page shows. */
const urlCredentials = /(\/\/)[^/@\s]+@/g;

/** Returns all flags in alphabetical order. @param values by name; a flag without a value has an empty text */
export function flagTexts(
  specs: readonly FlagSpec[],
  values: Readonly<Record<string, FlagValue | undefined>>,
): readonly FlagText[] {
  return specs
    .map((spec): FlagText => [spec.name, textOf(spec, values[spec.name]).replaceAll(urlCredentials, "$1xxxxx@")])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function textOf({ type }: FlagSpec, value: FlagValue | undefined): string {
  if (value === undefined) return type === "list" ? "[]" : "";
  if (typeof value === "object") return `[${value.join(",")}]`;
  return type === "duration" ? formatDuration(BigInt(Math.round(Number(value) * 1e6))) : String(value);
}
