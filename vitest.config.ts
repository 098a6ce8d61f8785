import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "tools/**/*.test.ts", "bench/**/*.test.ts"],
    exclude: ["**/*.slow.test.ts", "**/node_modules/**"],
    pool: "forks",
    // CommonJS packages are imported as Node imports them.
    deps: { interopDefault: false },
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
