/** `/configz`: the configuration of a component, as JSON. */
import { compareText } from "../../base/compare-text.ts";
import type { PathTable } from "../../server/index.ts";

/** Serves the configurations. @param configs by group */
export function installConfigz(paths: PathTable, configs: Readonly<Record<string, object>>): void {
  const entries = Object.entries(configs).sort(([a], [b]) => compareText(a, b));
  const body = Buffer.from(JSON.stringify(Object.fromEntries(entries)));
  paths.addForAllMethods("/configz", async (call) => {
    call.respond(200, { "content-type": "application/json", "x-content-type-options": "nosniff" }, body);
  });
}
