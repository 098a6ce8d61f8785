import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundleUntracked } from "./untracked-program.ts";

async function withFile(use: (file: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "orch-untracked-"));
  try {
    await use(join(directory, "main.cjs"));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

test("the untracked program contains NoFieldOwners in place of the module that records field owners", async () => {
  await withFile(async (file) => {
    await bundleUntracked({ folder: "src", entry: "app/main", extension: "ts", file });
    expect(readFileSync(file, "utf8")).toContain("new NoFieldOwners(");
  });
});

test("bundling fails when the program does not contain the module that records field owners", async () => {
  await withFile(async (file) => {
    const bundled = bundleUntracked({ folder: "src", entry: "meta/vocabulary", extension: "ts", file });
    await expect(bundled).rejects.toThrow("the program does not contain");
  });
});
