/** Inserts the tables of the simulation into `docs/scale.md`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../orch-server.ts";
import { readCheck } from "../check/run.ts";
import { readCosts } from "../costs.ts";
import { renderTables } from "./tables.ts";

/** Path of the page. */
export const pagePath = join(root, "docs/scale.md");

const tablePattern = /<!-- table: (\w+) -->\n[\s\S]*?<!-- end of table -->/g;

/**
 * Returns the page with other tables.
 * @throws Error if the page names a table that does not exist, or misses one
 */
export function withTables(page: string, tables: ReadonlyMap<string, string>): string {
  const missing = new Set(tables.keys());
  const updated = page.replace(tablePattern, (_, name: string) => {
    const table = tables.get(name);
    if (table === undefined) throw new Error(`the page names the table ${name}, which does not exist`);
    missing.delete(name);
    return `<!-- table: ${name} -->\n\n${table}\n\n<!-- end of table -->`;
  });
  if (missing.size > 0) throw new Error(`the page misses the tables ${[...missing].join(", ")}`);
  return updated;
}

/** Returns the page as it is, and with the tables that the simulation finds with the committed costs. */
export function readPage(): { readonly present: string; readonly updated: string } {
  const present = readFileSync(pagePath, "utf8");
  return { present, updated: withTables(present, renderTables(readCosts(), readCheck())) };
}
