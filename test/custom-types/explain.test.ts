/** `orch explain` of custom types, with the documents of a server. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { explanation } from "../../src/cli/explain/explanation.ts";
import { loadSchemas } from "../../src/cli/explain/load-schemas.ts";
import { plainPaint } from "../../src/cli/screen/paint.ts";
import { vocabularyNames } from "../../src/meta/vocabulary.ts";
import { startTestServer } from "../support/test-server.ts";
import { define, inVocabulary } from "./definitions.ts";

test.each(vocabularyNames)("orch explain shows the fields of a custom type in the vocabulary %s", async (name) => {
  await using running = await startTestServer({ vocabulary: name });
  const { client, server } = running;
  const text = readFileSync(new URL("fixtures/openapi.json", import.meta.url), "utf8");
  const { definitions } = JSON.parse(inVocabulary(text, name)) as { readonly definitions: readonly object[] };
  await define(client, definitions[0] ?? {}, name);
  const type = { group: "stable.example.com", version: "v1", kind: "CronTab" };
  const schemas = await loadSchemas(server.client, type, new AbortController().signal);
  const explain = (path: readonly string[], isRecursive: boolean): readonly string[] =>
    explanation(
      schemas,
      { ...type, schema: schemas.ofKind(type) ?? {}, path },
      { isRecursive, paint: plainPaint, columns: 80 },
    );
  expect(explain(["spec", "policy"], false)).toEqual([
    "CronTab.spec.policy <string>   in stable.example.com/v1",
    "",
    "",
    "  One of: Allow, Forbid",
    "  Default: Allow",
  ]);
  expect(explain(["spec", "schedule"], false)).toContain("  When it runs.");
  const tree = explain([], true);
  for (const line of [
    "    schedule <string> required",
    "    portWithMore <IntOrString>",
    "    anything <any value>",
    "    ports <[]object>",
    "      protocol <string> required",
    "    template <object>",
    "      kind <string> required",
    "    choice <object>",
  ]) {
    expect(tree).toContain(line);
  }
});
