/** Requests of the suite `malformed`, and how its random choices are made. */
import type { Random } from "../../src/base/random.ts";
import type { ComparedRequest } from "../suite.ts";

/** One request. `NS` in the target and in text bodies stands for the namespace of the scenario. */
export interface MalformedRequest extends ComparedRequest {
  readonly target: string;
}

/** Returns one of the items. */
export function oneOf<T>(random: Random, items: readonly T[]): T {
  return items[random.below(items.length)] as T;
}

/** Returns `count` results of `make`. */
export function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

/** Patch types, by media type. */
export const patchTypes = [
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
  "application/json-patch+json",
  "application/apply-patch+yaml",
] as const;
