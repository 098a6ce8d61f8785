/** Life of the documents of custom types. Their content is compared with the reference's in test/custom-types. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { configMap } from "../../api/core/v1/config-map.ts";
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { ServedBuiltin } from "../discovery/testing/served-builtin.ts";
import { OpenApiDocuments } from "./documents.ts";
import { customKind } from "./testing/custom-kind.ts";
import type { V3Document } from "./testing/served-documents.ts";

const partOf = (group: string): string => `apis/${group}/v1`;

function schemaWith(property: string): ReadonlyJsonObject {
  return { type: "object", properties: { spec: { type: "object", properties: { [property]: { type: "string" } } } } };
}

/** A server with custom types. Counts how often each type is described. */
class CustomServer extends ServedBuiltin {
  readonly documents: OpenApiDocuments;
  readonly descriptionCounts = new Map<string, number>();

  constructor() {
    super("kubernetes", [configMap]);
    const { resources, vocabulary, clock } = this;
    this.documents = new OpenApiDocuments({ resources, vocabulary, describedPaths: [], clock });
  }

  /** Defines a type, or replaces it. */
  define(group: string, property: string, kind = "Thing"): void {
    const document = (): ReadonlyJsonObject => {
      this.descriptionCounts.set(group, (this.descriptionCounts.get(group) ?? 0) + 1);
      return schemaWith(property);
    };
    this.add(customKind({ group, kind, document }));
  }

  async v3(group: string): Promise<V3Document> {
    const body = await this.documents.v3(partOf(group));
    return JSON.parse(String(body?.bytes)) as V3Document;
  }
}

describe("documents of custom types", () => {
  test("a change of a type renders only the document of its group version again", async () => {
    await using server = new CustomServer();
    for (const group of ["a.example.com", "b.example.com"]) server.define(group, "one");
    const before = await server.documents.v3Hashes();
    expect(server.descriptionCounts).toEqual(
      new Map([
        ["a.example.com", 1],
        ["b.example.com", 1],
      ]),
    );
    server.define("b.example.com", "two");
    const after = await server.documents.v3Hashes();
    expect(server.descriptionCounts).toEqual(
      new Map([
        ["a.example.com", 1],
        ["b.example.com", 2],
      ]),
    );
    const changed = [...after].filter(([key, hash]) => before.get(key) !== hash).map(([key]) => key);
    expect(changed).toEqual([partOf("b.example.com")]);
  });

  test("a change of a type keeps the rendered documents of other group versions", async () => {
    await using server = new CustomServer();
    for (const group of ["a.example.com", "b.example.com"]) server.define(group, "one");
    const keys = [partOf("a.example.com"), "api/v1"];
    const before = await Promise.all(keys.map((key) => server.documents.v3(key)));
    const changed = await server.documents.v3(partOf("b.example.com"));
    const modifiedMs = server.documents.modifiedMs(partOf("a.example.com"));
    await server.clock.advance(1000);
    server.define("b.example.com", "two");
    const after = await Promise.all(keys.map((key) => server.documents.v3(key)));
    expect(after.map((body, index) => body === before[index])).toEqual([true, true]);
    expect(await server.documents.v3(partOf("b.example.com"))).not.toBe(changed);
    expect(server.documents.modifiedMs(partOf("a.example.com"))).toBe(modifiedMs);
    expect(server.documents.modifiedMs(partOf("b.example.com"))).toBe(modifiedMs + 1000);
  });

  test("the hash of a document stays the same if a change of its types does not change it", async () => {
    await using server = new CustomServer();
    server.define("a.example.com", "one");
    const before = await server.documents.v3Hashes();
    server.define("a.example.com", "one");
    expect(await server.documents.v3Hashes()).toEqual(before);
    expect(server.descriptionCounts.get("a.example.com")).toBe(2);
  });

  test("the documents do not depend on the order in which types were defined", async () => {
    await using one = new CustomServer();
    await using other = new CustomServer();
    for (const kind of ["A", "B", "C"]) one.define("a.example.com", "one", kind);
    for (const kind of ["C", "A", "B"]) other.define("a.example.com", "one", kind);
    expect(await one.documents.v3Hashes()).toEqual(await other.documents.v3Hashes());
    expect((await one.documents.v2("json")).hash).toBe((await other.documents.v2("json")).hash);
  });

  test("a type is removed from all documents when it is no longer served", async () => {
    await using server = new CustomServer();
    server.define("a.example.com", "one");
    expect(String((await server.documents.v2("json")).bytes)).toContain("com.example.a.v1.Thing");
    expect(await server.documents.v3(partOf("a.example.com"))).toBeDefined();
    server.resources.remove("a.example.com", "v1", "things");
    expect(await server.documents.v3(partOf("a.example.com"))).toBeUndefined();
    expect([...(await server.documents.v3Hashes()).keys()]).not.toContain(partOf("a.example.com"));
    expect(String((await server.documents.v2("json")).bytes)).not.toContain("com.example.a.v1.Thing");
  });

  test("a change while a document is rendered is in the next document", async () => {
    await using server = new CustomServer();
    server.define("a.example.com", "one");
    const early = server.documents.v3(partOf("a.example.com"));
    server.define("a.example.com", "two");
    await early;
    const { components } = await server.v3("a.example.com");
    expect(JSON.stringify(components.schemas["com.example.a.v1.Thing"])).toContain('"two"');
    const body = await server.documents.v3(partOf("a.example.com"));
    expect((await server.documents.v3Hashes()).get(partOf("a.example.com"))).toBe(body?.hash);
  });

  test("concurrent requests of the index render each document once", async () => {
    await using server = new CustomServer();
    server.define("a.example.com", "one");
    const [one, other] = await Promise.all([server.documents.v3Hashes(), server.documents.v3Hashes()]);
    expect(one).toEqual(other);
    expect(server.descriptionCounts.get("a.example.com")).toBe(1);
  });

  test("the index keeps no rendered documents", async () => {
    await using server = new CustomServer();
    server.define("a.example.com", "one");
    await server.documents.v3Hashes();
    expect(server.clock.pendingCount).toBe(0);
  });

  test.each([
    ["in different group versions", (index: number) => `g${index}.example.com`],
    ["in one group version", () => "all.example.com"],
  ])("other work runs between the types %s while documents are rendered", async (_, groupOf) => {
    await using server = new CustomServer();
    const typeCount = 40;
    for (let index = 0; index < typeCount; index++) server.define(groupOf(index), "one", `Kind${index}`);
    let describedMax = 0;
    const end = new AbortController();
    const total = (): number => [...server.descriptionCounts.values()].reduce((sum, count) => sum + count, 0);
    const observe = async (): Promise<void> => {
      for (let last = 0; !end.signal.aborted; last = total()) {
        await nextTurn();
        describedMax = Math.max(describedMax, total() - last);
      }
    };
    const observer = observe();
    await server.documents.v3Hashes();
    await server.documents.v2("json");
    await server.documents.v2("protobuf");
    end.abort();
    await observer;
    expect(total()).toBe(3 * typeCount);
    expect(describedMax).toBe(1);
  });

  test("a document of an embedded or open type refers to definitions that it contains", async () => {
    await using server = new CustomServer();
    const embedded = { type: "object", "x-kubernetes-embedded-resource": true };
    const document = (): ReadonlyJsonObject => ({ type: "object", properties: { template: embedded } });
    server.add(customKind({ group: "a.example.com", kind: "Thing", document }));
    const { components } = await server.v3("a.example.com");
    const references = JSON.stringify(components).matchAll(/#\/components\/schemas\/([^"]+)/g);
    const missing = [...references].map(([, name]) => String(name)).filter((name) => !(name in components.schemas));
    expect(missing).toEqual([]);
  });
});
