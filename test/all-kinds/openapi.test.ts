/** OpenAPI documents of a server with all versions and features enabled, read over HTTP. */
import { expect, test } from "vitest";
import { checkV2 } from "../../src/server/openapi/testing/check-v2.ts";
import { checkV3 } from "../../src/server/openapi/testing/check-v3.ts";
import type { V2Document, V3Document, V3Index } from "../../src/server/openapi/testing/served-documents.ts";
import { collectionOf, groupVersionsOf, servedResources } from "../support/served-resources.ts";
import { startTestServer } from "../support/test-server.ts";

interface TypeName {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
}

const flags = ["--runtime-config=api/all=true", "--feature-gates=AllAlpha=true,AllBeta=true"];

test("[GEN-01] every group version has a valid OpenAPI v3 document with a schema and the paths of each kind", async () => {
  await using running = await startTestServer({ vocabulary: "kubernetes", flags });
  const { client } = running;
  const { paths: index } = (await client.request("/openapi/v3")).json as V3Index;
  const groupVersions = await groupVersionsOf(client);
  const rootOf = (one: string): string => (one.includes("/") ? `apis/${one}` : `api/${one}`);
  expect(Object.keys(index)).toEqual(expect.arrayContaining(groupVersions.map(rootOf)));

  const documents = new Map<string, V3Document>();
  for (const [key, { serverRelativeURL }] of Object.entries(index)) {
    const document = (await client.request(serverRelativeURL)).json as V3Document;
    expect(checkV3(document), key).toEqual([]);
    documents.set(key, document);
  }
  for (const resource of await servedResources(client)) {
    const { groupVersion, kind } = resource;
    const { paths, components } = documents.get(rootOf(groupVersion)) ?? { paths: {}, components: { schemas: {} } };
    expect(paths).toHaveProperty([collectionOf(resource, "{namespace}")]);
    const [version = "", group = ""] = groupVersion.split("/").toReversed();
    const described = Object.values(components.schemas).filter((schema) => {
      const types = (schema["x-kubernetes-group-version-kind"] ?? []) as TypeName[];
      return types.some((one) => one.group === group && one.kind === kind && one.version === version);
    });
    expect(described, `${groupVersion} ${kind}`).toHaveLength(1);
  }
});

test("the OpenAPI v2 document is valid and contains all kinds", async () => {
  await using running = await startTestServer({ vocabulary: "kubernetes", flags });
  const document = (await running.client.request("/openapi/v2")).json as V2Document;
  expect(checkV2(document)).toEqual([]);
  expect(Object.keys(document.definitions).length).toBeGreaterThan(500);
});
