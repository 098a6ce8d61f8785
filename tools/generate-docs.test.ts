import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { upFlags } from "../src/app/config/server-flags.ts";
import { documents } from "./docs/documents.ts";

const root = join(import.meta.dirname, "..");

test.each(documents.map(({ path, render }) => [path, render] as const))(
  "the committed %s equals the generated text",
  (path, render) => {
    expect(readFileSync(join(root, path), "utf8")).toBe(render());
  },
);

test("docs/flags.md contains the description of every flag", () => {
  const content = readFileSync(join(root, "docs/flags.md"), "utf8");
  for (const { name, doc, ...flag } of upFlags) {
    // Deprecated flags are hidden.
    if ("deprecation" in flag) continue;
    const row = content.split("\n").find((line) => new RegExp(`^\\| \`(?:-\\w, )?--${name}\\b(?!-)`).test(line));
    expect(row, name).toContain(doc.replaceAll("|", "\\|"));
  }
});
