import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shrink } from "../checker/shrink.ts";
import type { History } from "../history/history.ts";

test("the checker rejects the recorded history in which LMDB lost commits (docs/promises.md)", () => {
  const path = join(import.meta.dirname, "create-of-existing-object.json");
  const counterexample = shrink(JSON.parse(readFileSync(path, "utf8")) as History);
  expect(counterexample?.violation.rule).toBe("objects-are-linearizable");
});
