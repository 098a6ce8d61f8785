import { defineConfig } from "vitest/config";

export default defineConfig({
  // Only here, where the package is not in node_modules: it is left to Node all the same.
  test: { server: { deps: { external: [/\/dist\//] } } },
});
