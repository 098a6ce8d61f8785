import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import config from "../vitest.config.ts";
import { otherInputs } from "./setup/build.mjs";

const root = join(import.meta.dirname, "..");

function missing(files: readonly string[]): string[] {
  return files.filter((file) => !existsSync(join(root, file)));
}

test("each file that the setup lists as an input of the build exists", () => {
  expect(otherInputs).toContain("tools/build.ts");
  expect(missing(otherInputs)).toEqual([]);
});

test("each test file that vitest.config.ts isolates exists", () => {
  const isolated = (config.test?.projects ?? []).flatMap((project) =>
    typeof project === "object" && "test" in project && project.test?.name === "isolated"
      ? (project.test.include ?? [])
      : [],
  );
  expect(isolated).toContain("src/storage/lmdb/full-disk.test.ts");
  expect(missing(isolated)).toEqual([]);
});
