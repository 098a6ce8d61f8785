import { expect, test } from "vitest";
import type { DiscoveredType } from "../../client/index.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { serverVocabulary } from "./server-vocabulary.ts";

function typeIn(group: string): DiscoveredType {
  return { group, version: "v1", kind: "A", plural: "as", namespaced: true, verbs: [] };
}

test.each([
  [["", "authorization.k8s.io", "example.orch.io"], "orch", "kubernetes"],
  [["", "authorization.orch.io", "example.k8s.io"], "kubernetes", "orch"],
  [["", "apps"], "kubernetes", "kubernetes"],
] as const)(
  "a server with the groups %j has its own vocabulary, also if the client has %s",
  (groups, client, server) => {
    expect(serverVocabulary(groups.map(typeIn), vocabularies[client])).toBe(vocabularies[server]);
  },
);
