/** Loads the checks of objects of custom types before the first write of one. */
import { assert } from "../../base/assert.ts";

type CustomChecks = typeof import("./custom-checks.ts");

let checks: CustomChecks | undefined;

/** The hook of every custom type. */
export async function loadCustomChecks(): Promise<void> {
  checks ??= await import("./custom-checks.ts");
}

/** Returns the loaded checks. */
export function loadedCustomChecks(): CustomChecks {
  assert(checks, "loadCustomChecks() ran before this write");
  return checks;
}
