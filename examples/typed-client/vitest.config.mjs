import { defineConfig } from "vitest/config";

export default defineConfig({
  // Only needed in this repository, where the package is not in node_modules: Node imports it without transformation.
  test: { server: { deps: { external: [/\/dist\//] } } },
});
