import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createMap, mapsPath } from "../support/config-maps.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import type { WireResponse } from "../support/wire-client.ts";

const gzip = { "accept-encoding": "gzip" };
const encodingOf = ({ headers }: WireResponse): unknown => headers["content-encoding"];

const forms = [
  "application/json",
  "application/yaml",
  "application/vnd.orch.protobuf",
  "application/json;as=Table;g=meta.orch.io;v=v1",
];

/** Starts a server with ConfigMaps whose list has about `kiB` KiB. */
async function startWithKiB(
  kiB: number,
  flags: readonly string[] = [],
  protocol: "h1" | "h2" = "h1",
): Promise<TestServer> {
  const running = await startTestServer({ flags, protocol });
  const size = 16 * 1024;
  for (let index = 0; index * 16 < kiB; index++) {
    const data = { text: `${index} `.repeat(size).slice(0, size) };
    await createMap(running.client, `m${String(index).padStart(3, "0")}`, { data });
  }
  return running;
}

test.each([
  ["a small list", 16, "h1"],
  ["a list that is encoded as a whole", 96, "h2"],
  ["a list that is sent in chunks", 512, "h1"],
  ["a list that is sent in chunks", 512, "h2"],
] as const)("[NEG-13] %s (%i KiB, %s) is compressed for clients that accept gzip", async (_what, kiB, protocol) => {
  await using running = await startWithKiB(kiB, [], protocol);
  const { client } = running;
  const plain = await client.request(mapsPath);
  expect([encodingOf(plain), plain.headers["vary"]]).toEqual([undefined, undefined]);
  const compressed = await client.request(mapsPath, { headers: gzip });
  expect([encodingOf(compressed), compressed.headers["vary"]]).toEqual(["gzip", "Accept-Encoding"]);
  expect(compressed.headers["content-type"]).toBe("application/json");
  expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 2);
  expect(gunzipSync(compressed.bytes).toString()).toBe(plain.text);
});

test("[NEG-13] a large object is compressed in every format", async () => {
  await using running = await startWithKiB(16);
  const { client } = running;
  for (const accept of forms) {
    const plain = await client.request(`${mapsPath}/m000`, { headers: { accept } });
    for (let again = 0; again < 2; again++) {
      const compressed = await client.request(`${mapsPath}/m000`, { headers: { accept, ...gzip } });
      expect([encodingOf(compressed), compressed.headers["content-type"]]).toEqual(["gzip", accept.split(";")[0]]);
      expect(gunzipSync(compressed.bytes).equals(plain.bytes)).toBe(true);
    }
  }
});

test("[NEG-13] a compressed response is not reused after a change", async () => {
  await using running = await startWithKiB(16);
  const { client } = running;
  await client.request(`${mapsPath}/m000`, { headers: gzip });
  const body = { metadata: { name: "m000" }, data: { text: "changed" } };
  expect((await client.request(`${mapsPath}/m000`, { method: "PUT", body })).status).toBe(200);
  const after = await client.request(`${mapsPath}/m000`, { headers: gzip });
  expect(JSON.parse(gunzipSync(after.bytes).toString()).data).toEqual({ text: "changed" });
});

test.each(["identity", "deflate, br", "gzip;q=0", "x-gzip", ""])(
  "[NEG-13] a client that accepts '%s' gets an uncompressed response",
  async (accepted) => {
    await using running = await startWithKiB(160);
    for (const target of [mapsPath, `${mapsPath}/m000`]) {
      const answer = await running.client.request(target, { headers: { "accept-encoding": accepted } });
      expect(encodingOf(answer)).toBeUndefined();
      expect(answer.json.metadata).toEqual(expect.any(Object));
    }
  },
);

test("[NEG-13] responses to writes and watches are not compressed", async () => {
  await using running = await startWithKiB(16);
  const { client } = running;
  const created = await client.request(mapsPath, { headers: gzip, body: { metadata: { name: "b" } } });
  expect([created.status, encodingOf(created), created.json.kind]).toEqual([201, undefined, "ConfigMap"]);
  const stream = await client.open(`${mapsPath}?watch=1`, { headers: gzip });
  expect([stream.status, stream.headers["content-encoding"]]).toEqual([200, undefined]);
  stream.close();
});

test("[NEG-14] a feature gate disables compression", async () => {
  await using running = await startWithKiB(160, ["--feature-gates=APIResponseCompression=false"]);
  const { client } = running;
  for (const target of [mapsPath, `${mapsPath}/m000`]) {
    const answer = await client.request(target, { headers: gzip });
    expect([answer.status, encodingOf(answer), answer.headers["vary"]]).toEqual([200, undefined, undefined]);
    expect(answer.json.kind).toMatch(/^ConfigMap/);
  }
});

test("a flag sets the minimum size of compressed responses", async () => {
  await using running = await startWithKiB(16, ["--compression-min-bytes=10000"]);
  const { client } = running;
  expect(encodingOf(await client.request(`${mapsPath}/m000`, { headers: gzip }))).toBe("gzip");
  await createMap(client, "small");
  expect(encodingOf(await client.request(`${mapsPath}/small`, { headers: gzip }))).toBeUndefined();
});
