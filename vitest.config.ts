import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const excluded = ["**/*.slow.test.ts", "**/node_modules/**"];

/**
 * Tests that need a process of their own: they replace modules of ours, which no other test must meet, or watch how
 * modules are loaded.
 */
const isolated = [
  "src/app/pki/ensure-pki.test.ts",
  "src/storage/lmdb/full-disk.test.ts",
  "src/storage/lmdb/stores.test.ts",
  "tools/slow-expressions.test.ts",
];

/** Servers with their own process need an etcd that runs before they start. See `test/support/test-store.ts`. */
const storeSetup = process.env["ORCH_TEST_STORE"] === "etcd" ? ["test/support/prepare-test-store.ts"] : [];

const shared = {
  pool: "forks",
  // CommonJS packages are imported as Node imports them.
  deps: { interopDefault: false },
  // These limits end a test that hangs. A slow machine must not reach them.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // A condition that fails is shown with its value only if the wait ends before the test.
  expect: { poll: { timeout: 30_000, interval: 10 } },
} as const;

export default defineConfig({
  test: {
    // One more than processors, because tests often wait for other processes, such as kubectl. The default is one fewer.
    maxWorkers: availableParallelism() + 1,
    // Transformed modules, by their content. Without them, each run transforms about 2,000 modules again.
    experimental: { fsModuleCache: true, fsModuleCachePath: ".cache/vitest-modules" },
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
          exclude: [...excluded, ...isolated],
          // The isolated tests start no servers, and the setup would load modules before them.
          setupFiles: storeSetup,
          // The files of one worker share the loaded modules. Loading them again for each file took most of the time.
          isolate: false,
        },
      },
      { test: { ...shared, name: "isolated", include: isolated, exclude: excluded } },
    ],
  },
});
