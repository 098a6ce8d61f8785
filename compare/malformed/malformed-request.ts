/** Requests of the suite `malformed`. */
import type { ComparedRequest } from "../suite.ts";

/** One request. `NS` in the target and in text bodies stands for the namespace of the scenario. */
export interface MalformedRequest extends ComparedRequest {
  readonly target: string;
}
