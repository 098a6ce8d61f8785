import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Paths of the modules of `dist/` that the raw programs load, without their extension. */
const modules = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .flatMap((name) => {
    const code = readFileSync(join(import.meta.dirname, name), "utf8");
    return [...code.matchAll(/builtModule<[^>]*>\("([^"]+)"\)/g)].map(([, module]) => module ?? "");
  });

test("each module of dist/ that a raw program of the benchmark loads has a source file", () => {
  expect(modules).toContain("ownership/index");
  expect(modules.filter((module) => !existsSync(join(root, `src/${module}.ts`)))).toEqual([]);
});
