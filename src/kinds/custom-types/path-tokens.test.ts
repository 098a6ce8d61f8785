import { expect, test } from "vitest";
import { pathTokens } from "./path-tokens.ts";

test.each<[string, string[]]>([
  ["", []],
  [".spec.replicas", [".", "spec", ".", "replicas"]],
  [".labels['a.b'].c", [".", "labels", "[", "'a.b'", "]", ".", "c"]],
  [".a['it\\'s']", [".", "a", "[", "'it\\'s'", "]"]],
  [".a['b\\\\']", [".", "a", "[", "'b\\\\']"]],
  [".a['b.c", [".", "a", "[", "'b.c"]],
  ["..a", [".", ".", "a"]],
  ["a'b.c", ["a'b", ".", "c"]],
])("the path %j has the parts %j", (path, tokens) => {
  expect(pathTokens(path)).toEqual(tokens);
});
