/** Creates definitions of custom types. */
import { expect } from "vitest";
import type { VocabularyName } from "../../src/meta/vocabulary.ts";
import { eventually } from "../support/until.ts";
import type { WireClient } from "../support/wire-client.ts";

/** Returns the path of the definitions in a vocabulary. */
export function definitionsPath(vocabulary: VocabularyName): string {
  const domain = vocabulary === "orch" ? "orch.io" : "k8s.io";
  return `/apis/apiextensions.${domain}/v1/customresourcedefinitions`;
}

/** Creates a definition, and waits until its type is served. */
export async function define(client: WireClient, definition: object, vocabulary: VocabularyName): Promise<void> {
  const path = definitionsPath(vocabulary);
  const { status, json } = await client.request(path, { body: definition });
  expect(status, JSON.stringify(json)).toBe(201);
  await untilEstablished(client, `${path}/${json.metadata.name}`);
}

/** Waits until a type is served. */
export async function untilEstablished(client: WireClient, path: string): Promise<void> {
  const isEstablished = async (): Promise<boolean> => {
    const conditions = (await client.request(path)).json.status?.conditions ?? [];
    return conditions.some(
      (one: { type: string; status: string }) => one.type === "Established" && one.status === "True",
    );
  };
  await eventually(isEstablished, `${path} is established`);
}

/** Returns a text of the reference in a vocabulary. */
export function inVocabulary(text: string, vocabulary: VocabularyName): string {
  if (vocabulary === "kubernetes") return text;
  return text
    .replaceAll(/\b(k8s|kubernetes)\.io\b/g, "orch.io")
    .replaceAll("io.k8s.", "io.orch.")
    .replaceAll("x-kubernetes-", "x-orch-")
    .replaceAll("Kubernetes CRD", "Orch CRD");
}
