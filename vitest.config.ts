import { defineConfig } from "vitest/config";

const excluded = ["**/*.slow.test.ts", "**/node_modules/**"];
/** Tests that put other modules in the place of ours, which nobody else is to meet, or watch how modules are loaded. */
const alone = [
  "src/app/pki/ensure-pki.test.ts",
  "src/storage/lmdb/full-disk.test.ts",
  "src/storage/lmdb/stores.test.ts",
  "tools/slow-expressions.test.ts",
];

const shared = {
  pool: "forks",
  // CommonJS packages are imported as Node imports them.
  deps: { interopDefault: false },
  testTimeout: 30_000,
  hookTimeout: 30_000,
} as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: "together",
          include: [
            "src/**/*.test.ts",
            "test/**/*.test.ts",
            "tools/**/*.test.ts",
            "bench/**/*.test.ts",
            "compare/**/*.test.ts",
          ],
          exclude: [...excluded, ...alone],
          // Loading the modules anew for each of several hundred files took most of the time.
          isolate: false,
        },
      },
      { test: { ...shared, name: "alone", include: alone, exclude: excluded } },
    ],
  },
});
