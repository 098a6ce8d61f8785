import { describe, expect, test } from "vitest";
import { createMap, deleteMap, listVersion, mapsPath } from "../support/config-maps.ts";
import { type ProtobufEvent, ProtobufFrames } from "../support/protobuf-frames.ts";
import { entry, envelope, Fields, openEnvelope, part } from "../support/protobuf-message.ts";
import { startTestServer } from "../support/test-server.ts";
import type { WireClient, WireStream } from "../support/wire-client.ts";

const protobuf = "application/vnd.orch.protobuf";
const acceptProtobuf = { accept: protobuf };

/** Protobuf numbers of fields of ConfigMaps and of their metadata. */
const metadataField = 1;
const dataField = 2;
const meta = { name: 1, resourceVersion: 6, annotations: 12 };

async function watch(
  client: WireClient,
  target: string,
  headers = acceptProtobuf,
): Promise<{ frames: ProtobufFrames; stream: WireStream }> {
  const stream = await client.open(target, { headers });
  expect([stream.status, stream.headers["content-type"]]).toEqual([200, `${protobuf};stream=watch`]);
  return { stream, frames: new ProtobufFrames(stream) };
}

const contentOf = (event: ProtobufEvent | undefined): Fields => new Fields(event?.object.raw ?? Buffer.alloc(0));
const nameIn = (event: ProtobufEvent | undefined): string => contentOf(event).message(metadataField).text(meta.name);

describe("a watch in protobuf", () => {
  test.each(["h1", "h2"] as const)(
    "a protobuf watch sends each event after its length, and ends cleanly (%s)",
    async (protocol) => {
      await using running = await startTestServer({ protocol });
      const { client, clock } = running;
      await createMap(client, "a", { data: { x: "1" } });
      const { frames } = await watch(client, `${mapsPath}?watch=1&timeoutSeconds=60`);
      const added = await frames.next();
      expect([added?.type, added?.object.apiVersion, added?.object.kind, nameIn(added)]).toEqual([
        "ADDED",
        "v1",
        "ConfigMap",
        "a",
      ]);
      const body = envelope(
        { apiVersion: "v1", kind: "ConfigMap" },
        Buffer.concat([part(metadataField, part(meta.name, "a")), entry(dataField, "x", "2")]),
      );
      expect(
        (await client.request(`${mapsPath}/a`, { method: "PUT", headers: { "content-type": protobuf }, body })).status,
      ).toBe(200);
      const modified = await frames.next();
      expect([modified?.type, contentOf(modified).map(dataField)]).toEqual(["MODIFIED", { x: "2" }]);
      await deleteMap(client, "a");
      const deleted = await frames.next();
      expect([deleted?.type, nameIn(deleted)]).toEqual(["DELETED", "a"]);
      await clock.advance(60_000);
      expect(await frames.next()).toBeUndefined();
    },
  );

  test("a protobuf watch sends bookmarks of the watched type", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createMap(client, "a");
    const version = await listVersion(client);
    const query = "watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
    const { frames, stream } = await watch(client, `${mapsPath}?${query}`);
    expect((await frames.next())?.type).toBe("ADDED");
    const mark = await frames.next();
    expect([mark?.type, mark?.object.kind]).toEqual(["BOOKMARK", "ConfigMap"]);
    const own = contentOf(mark).message(metadataField);
    expect([own.text(meta.resourceVersion), own.map(meta.annotations)]).toEqual([
      version,
      {
        "orch.io/initial-events-end": "true",
        "orch.io/initial-events-list-blueprint": "azhzAAoTCgJ2MRINQ29uZmlnTWFwTGlzdBIICgYKABIAGgAaACIA",
      },
    ]);
    stream.close();
  });

  test("a protobuf watch of metadata sends PartialObjectMetadata", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createMap(client, "a", { data: { x: "1" } });
    const accept = `${protobuf};as=PartialObjectMetadata;g=meta.orch.io;v=v1`;
    const { frames, stream } = await watch(client, `${mapsPath}?watch=1`, { accept });
    const added = await frames.next();
    expect(added?.object).toMatchObject({ apiVersion: "meta.orch.io/v1", kind: "PartialObjectMetadata" });
    expect(nameIn(added)).toBe("a");
    expect(contentOf(added).numbers).toEqual([metadataField]);
    stream.close();
  });

  test.each([
    ["v1", "0a060a0012001a00"],
    ["v1beta1", "12060a0012001a00"],
  ])("the bookmark after the initial events has an empty list of %s, as in the reference", async (version, list) => {
    await using running = await startTestServer();
    const accept = `${protobuf};as=PartialObjectMetadata;g=meta.orch.io;v=${version}`;
    const query = "watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
    const { frames, stream } = await watch(running.client, `${mapsPath}?${query}`, { accept });
    const annotations = contentOf(await frames.next())
      .message(metadataField)
      .messages(meta.annotations);
    const blueprint = annotations.find((one) => one.text(1).endsWith("/initial-events-list-blueprint"));
    const { kind, raw } = openEnvelope(Buffer.from(blueprint?.text(2) ?? "", "base64"));
    expect([kind, raw.toString("hex")]).toEqual(["PartialObjectMetadataList", list]);
    stream.close();
  });

  test("a protobuf watch that cannot start is rejected with a Status in protobuf", async () => {
    await using running = await startTestServer();
    const refused = await running.client.request(`${mapsPath}?watch=1&resourceVersion=x`, {
      headers: acceptProtobuf,
    });
    expect([refused.status, refused.headers["content-type"]]).toEqual([400, protobuf]);
    expect(new Fields(openEnvelope(refused.bytes).raw).text(4)).toBe("BadRequest");
  });
});
