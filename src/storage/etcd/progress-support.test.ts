import { expect, test } from "vitest";
import { hasSafeProgress } from "./progress-support.ts";

test("hasSafeProgress() accepts the releases with the repair and later ones", () => {
  const safe = ["3.4.31", "3.4.40", "3.5.13", "3.5.16", "3.6.0", "3.6.0-rc.1", "4.0.0"];
  const unsafe = ["3.4.23", "3.4.30", "3.5.0", "3.5.12", "3.5.13-rc.0", "3.3.99", "2.0.0", "", "3.5", "unknown"];
  expect(safe.filter((version) => !hasSafeProgress(version))).toEqual([]);
  expect(unsafe.filter((version) => hasSafeProgress(version))).toEqual([]);
});
