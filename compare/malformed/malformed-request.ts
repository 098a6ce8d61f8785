/** Requests of the suite `malformed`. */
import type { ComparedRequest } from "../suite.ts";

/** One request. `NS` in the target and in text bodies stands for the namespace of the scenario. */
export interface MalformedRequest extends ComparedRequest {
  readonly target: string;
}

/** Patch types, by media type. */
export const patchTypes = [
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
  "application/json-patch+json",
  "application/apply-patch+yaml",
] as const;
