import { expect, test } from "vitest";
import { EarlierWrites } from "./earlier-writes.ts";
import type { Exchange } from "./recorder.ts";

const collection = "/apis/batch/v1/namespaces/n/jobs";

function exchange(method: string, target: string, body?: unknown): Exchange {
  const text = '{"kind":"Job","metadata":{"name":"it"}}';
  return { method, target, request: { body }, answer: { status: 200, headers: {}, text } };
}

test("of() returns the writes of one object in any version and subresource, without dry runs", () => {
  const writes = new EarlierWrites();
  writes.add(exchange("POST", `${collection}?fieldManager=m`, { a: 1 }));
  writes.add(exchange("PUT", `${collection}/it?dryRun=All`, { b: 1 }));
  writes.add(exchange("PUT", `${collection}/other`, { c: 1 }));
  writes.add(exchange("GET", `${collection}/it`));
  writes.add(exchange("PATCH", "/apis/batch/v2/namespaces/n/jobs/it/status", { d: 1 }));
  expect(writes.of(`${collection}/it?fieldManager=x`)).toBe(
    `POST ${collection}?fieldManager=m {"a":1}\nPATCH /apis/batch/v2/namespaces/n/jobs/it/status {"d":1}`,
  );
});

test("a deletion removes the writes before it", () => {
  const writes = new EarlierWrites();
  writes.add(exchange("PUT", `${collection}/it`, {}));
  writes.add(exchange("DELETE", `${collection}/it`));
  expect(writes.of(`${collection}/it`)).toBe("");
});
