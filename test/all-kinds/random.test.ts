/**
 * Tests with objects of random content that follow the schema of each kind. The server must respond to each request,
 * and must not lose fields of a stored object.
 */
import { expect, test } from "vitest";
import { builtinKinds } from "../../src/api/builtin.ts";
import { parseJson, parseYaml, stringifyJson, stringifyYaml } from "../../src/codec/index.ts";
import { RandomValues } from "../../src/codec/testing/random-value.ts";
import { builtinRules } from "../../src/kinds/index.ts";
import type { ApiObject } from "../../src/meta/object-meta.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import { SchemaCompiler } from "../../src/schema/index.ts";
import { collectionOf, servedResources } from "../support/served-resources.ts";
import { startTestServer } from "../support/test-server.ts";
import { withSeed } from "../support/with-seed.ts";

const rounds = 10;
/** Rules that apply to updates but not to creates, by kind. An unchanged object may violate them. */
const updateOnlyErrors: Readonly<Record<string, RegExp>> = { Node: /status\.addresses\[\d+\]: Duplicate value/ };
const compiler = new SchemaCompiler(builtinRules);

test("random objects in canonical form round-trip through JSON and YAML", async () => {
  await withSeed(async (random) => {
    const values = new RandomValues(random);
    for (const { kind, version, schema } of builtinKinds) {
      const compiled = compiler.compile(schema);
      for (let round = 0; round < rounds; round++) {
        // Decodes a value with defaults and returns its canonical form, as a create does.
        const completed = (value: unknown): object => compiled.canonical(compiled.decode(value).object).object;
        const object = completed(values.struct(schema));
        const written = stringifyJson(object);
        for (const { value } of [
          parseJson(Buffer.from(written)),
          await parseYaml(Buffer.from(stringifyYaml(object))),
        ]) {
          // The defaults are already set, so decoding is not necessary.
          expect(stringifyJson(compiled.canonical(value as ApiObject).object), `${version} ${kind}`).toBe(written);
          expect(stringifyJson(completed(value)), `${version} ${kind}`).toBe(written);
        }
      }
    }
  });
});

test("random objects are stored as the response shows them, or rejected with a reason", async () => {
  const flags = ["--runtime-config=api/all=true", "--feature-gates=AllAlpha=true,AllBeta=true"];
  await using running = await startTestServer({ vocabulary: "kubernetes", flags });
  const { client } = running;
  await withSeed(async (random) => {
    const values = new RandomValues(random);
    let kept = 0;
    for (const resource of await servedResources(client)) {
      if (!resource.verbs.includes("create") || !resource.verbs.includes("list")) continue;
      const declared = builtinKinds.find(
        ({ kind, group, version }) =>
          kind === resource.kind &&
          [vocabularies.kubernetes.bind(group), version].filter(Boolean).join("/") === resource.groupVersion,
      );
      expect(declared, resource.kind).toBeDefined();
      if (!declared) continue;
      for (let round = 0; round < 3; round++) {
        const body = { ...values.struct(declared.schema), metadata: { name: `random-${round}` } };
        const collection = collectionOf(resource);
        const answer = await client.request(collection, {
          body: stringifyJson(Object.assign(body, { kind: resource.kind, apiVersion: resource.groupVersion })),
        });
        expect([201, 400, 422], answer.text).toContain(answer.status);
        if (answer.status !== 201) {
          expect(answer.json).toMatchObject({ kind: "Status", message: expect.stringMatching(/\w/) });
          continue;
        }
        kept += 1;
        const path = `${collection}/random-${round}`;
        const read = await client.request(path);
        expect(read.text).toBe(answer.text);
        const again = await client.request(path, { method: "PUT", body: read.text });
        if (again.status !== 422) expect(again.text).toBe(read.text);
        else expect(again.json.message).toMatch(updateOnlyErrors[resource.kind] ?? /^nothing is refused$/);
        await client.request(path, { method: "DELETE" });
      }
    }
    expect(kept).toBeGreaterThan(0);
  });
});
