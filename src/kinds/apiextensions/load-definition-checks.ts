/** Loads the rules of definitions before the first write of one. Most servers rarely write definitions. */
import { assert } from "../../base/assert.ts";

type DefinitionChecks = typeof import("./definition-checks.ts");

let checks: DefinitionChecks | undefined;

/** Loads the rules. */
export async function loadDefinitionChecks(): Promise<void> {
  checks ??= await import("./definition-checks.ts");
}

/** Returns the loaded rules. */
export function loadedDefinitionChecks(): DefinitionChecks {
  assert(checks, "loadDefinitionChecks() ran before this write");
  return checks;
}
