import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { CheckCondition } from "./check-condition.ts";

/** Everything outside a configuration file on which its rules depend. */
export interface ConfigurationContext {
  readonly vocabulary: Vocabulary;
  readonly checkCondition: CheckCondition;
  /** Returns why a client configuration file cannot be read. Undefined if it can be. */
  readonly fileFault: (path: string) => string | undefined;
  /** Returns the text of a client configuration file. */
  readonly readFile: (path: string) => string;
  /** Types with which the server has started. Undefined: it starts now. */
  readonly initialTypes?: readonly string[] | undefined;
}
