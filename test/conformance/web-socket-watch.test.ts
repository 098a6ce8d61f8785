/** Watches over WebSocket. Expected handshakes, frames and close codes are the reference's. */
import { describe, expect, test } from "vitest";
import { createMap, deleteMap, listVersion, mapsPath } from "../support/config-maps.ts";
import { startTestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";
import { WebSocketClient, type WebSocketFrame } from "../support/web-socket.ts";

const textFrame = 0x81;
const binaryFrame = 0x82;
const closeFrame = 0x88;
const normalClosure = Buffer.from([0x03, 0xe8]);
const protocolError = Buffer.from([0x03, 0xea]);

const documentIn = ({ payload }: WebSocketFrame): { type: string; object: { metadata: { name: string } } } =>
  JSON.parse(payload.toString("utf8"));

describe("a watch over WebSocket", () => {
  test("a WebSocket watch sends one text frame with a line of JSON for each event", async () => {
    await using running = await startTestServer();
    await createMap(running.client, "a", { data: { long: "x".repeat(70_000) } });
    await createMap(running.client, "b", { data: { long: "x".repeat(200) } });
    await using socket = await WebSocketClient.open(running, `${mapsPath}?watch=1`);
    expect((await socket.responseHead()).split("\r\n")).toEqual([
      "HTTP/1.1 101 Switching Protocols",
      "upgrade: websocket",
      "connection: Upgrade",
      "sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
    ]);
    await socket.frames(2);
    await createMap(running.client, "c");
    await deleteMap(running.client, "a");
    const frames = await socket.frames(4);
    expect(frames.map(({ opcode }) => opcode)).toEqual([textFrame, textFrame, textFrame, textFrame]);
    expect(frames.every(({ payload }) => payload.toString("utf8").endsWith("}}\n"))).toBe(true);
    expect(frames.map(documentIn).map(({ type, object }) => `${type} ${object.metadata.name}`)).toEqual([
      "ADDED a",
      "ADDED b",
      "ADDED c",
      "DELETED a",
    ]);
  });

  test("a WebSocket watch sends protobuf events in binary frames without a length prefix", async () => {
    await using running = await startTestServer();
    await createMap(running.client, "a");
    const headers = { accept: "application/vnd.orch.protobuf" };
    await using socket = await WebSocketClient.open(running, `${mapsPath}?watch=1`, { headers });
    const [frame] = await socket.frames(1);
    expect(frame?.opcode).toBe(binaryFrame);
    // Field 1 of the event is its type.
    expect(frame?.payload.subarray(0, 7)).toEqual(Buffer.from("\n\u0005ADDED"));
  });

  test("a WebSocket watch ends with a close frame at its timeout", async () => {
    await using running = await startTestServer();
    await using socket = await WebSocketClient.open(running, `${mapsPath}?watch=1&timeoutSeconds=5`);
    await socket.responseHead();
    await running.clock.advance(5000);
    expect(await socket.frames(1)).toEqual([{ opcode: closeFrame, payload: normalClosure }]);
    await socket.waitForEnd();
  });

  test("a WebSocket watch from a version that is too old ends with an ERROR event and a close frame", async () => {
    await using running = await startTestServer();
    const version = await listVersion(running.client, "/api/v1/namespaces");
    for (const name of ["a", "b"]) await createMap(running.client, name);
    await running.clock.advance(10 * 60_000);
    await using socket = await WebSocketClient.open(running, `/api/v1/secrets?watch=1&resourceVersion=${version}`);
    const [error, close] = await socket.frames(2);
    expect(JSON.parse(error?.payload.toString("utf8") ?? "")).toMatchObject({ type: "ERROR", object: { code: 410 } });
    expect(close).toEqual({ opcode: closeFrame, payload: normalClosure });
  });

  test("a WebSocket watch works on the deprecated watch paths", async () => {
    await using running = await startTestServer();
    await createMap(running.client, "a");
    await using socket = await WebSocketClient.open(running, "/api/v1/watch/namespaces/default/configmaps/a");
    expect((await socket.frames(1)).map(documentIn)).toMatchObject([{ type: "ADDED" }]);
  });

  test("a WebSocket watch is released when the client closes the connection", async () => {
    await using running = await startTestServer();
    await running.client.request(mapsPath);
    const idle = running.clock.pendingCount;
    await using socket = await WebSocketClient.open(running, `${mapsPath}?watch=1`);
    await socket.responseHead();
    socket.send(closeFrame, normalClosure);
    expect(await socket.frames(1)).toEqual([{ opcode: closeFrame, payload: normalClosure }]);
    await socket.waitForEnd();
    await until(() => running.clock.pendingCount <= idle, "the watch is over");
  });

  test("a WebSocket watch answers pings and ignores messages and pongs, however they are split", async () => {
    await using running = await startTestServer();
    await using socket = await WebSocketClient.open(running, `${mapsPath}?watch=1`);
    await socket.responseHead();
    socket.send(textFrame, Buffer.from("ignored"));
    socket.send(0x8a, Buffer.alloc(0));
    // A long message whose payload consists of bytes that start a close frame.
    socket.write(Buffer.concat([Buffer.from([0x82, 0xfe, 0x01, 0x00, 0, 0, 0, 0]), Buffer.alloc(255, closeFrame)]));
    socket.write(Buffer.from([closeFrame]));
    const ping = Buffer.from([0x89, 0x82, 1, 2, 3, 4, 0x68 ^ 1, 0x69 ^ 2]);
    for (const byte of ping) socket.write(Buffer.from([byte]));
    expect(await socket.frames(1)).toEqual([{ opcode: 0x8a, payload: Buffer.from("hi") }]);
  });

  test.each([
    ["is not masked", Buffer.from([0x81, 0x01, 0x78])],
    ["is a control frame of 126 bytes", Buffer.from([0x89, 0xfe, 0x00, 0x7e, 0, 0, 0, 0])],
  ])("a WebSocket watch ends with a protocol error when a client's frame %s", async (_fault, frame) => {
    await using running = await startTestServer();
    await using socket = await WebSocketClient.open(running, `${mapsPath}?watch=1`);
    await socket.responseHead();
    socket.write(frame);
    expect(await socket.frames(2)).toEqual([
      { opcode: closeFrame, payload: protocolError },
      { opcode: closeFrame, payload: normalClosure },
    ]);
  });
});

test.each([
  ["without an origin", { origin: "" }, "403 Forbidden"],
  ["with the origin null", { origin: "null" }, "403 Forbidden"],
  ["with an origin that is no URI", { origin: "localhost" }, "403 Forbidden"],
  ["without a key", { "sec-websocket-key": "" }, "400 Bad Request"],
  ["in another version", { "sec-websocket-version": "8" }, "400 Bad Request"],
  ["with two subprotocols", { "sec-websocket-protocol": "a, b" }, "400 Bad Request"],
])("a WebSocket handshake %s is rejected", async (_what, headers, status) => {
  await using running = await startTestServer();
  await using socket = await WebSocketClient.open(running, `${mapsPath}?watch=1`, { headers });
  expect((await socket.responseHead()).split("\r\n")[0]).toBe(`HTTP/1.1 ${status}`);
  await socket.waitForEnd();
});

test("a WebSocket handshake with a single subprotocol selects it", async () => {
  await using running = await startTestServer();
  const headers = { "sec-websocket-protocol": "base64.binary.k8s.io" };
  await using socket = await WebSocketClient.open(running, `${mapsPath}?watch=1`, { headers });
  expect(await socket.responseHead()).toContain("sec-websocket-protocol: base64.binary.k8s.io");
});

test("a WebSocket handshake of an unknown user is rejected like any other request", async () => {
  await using running = await startTestServer();
  const anonymous = { ...running, credentials: { ...running.credentials, cert: "", key: "" } };
  await using socket = await WebSocketClient.open(anonymous, `${mapsPath}?watch=1`);
  expect((await socket.responseHead()).split("\r\n")[0]).toBe("HTTP/1.1 403 Forbidden");
});

test.each([
  ["a list", mapsPath, { upgrade: "websocket", connection: "Upgrade" }],
  ["a request for another protocol", mapsPath, { upgrade: "h2c", connection: "Upgrade" }],
  [
    "an upgrade that the connection does not allow",
    `${mapsPath}?watch=1`,
    { upgrade: "websocket", connection: "keep-alive" },
  ],
])("%s gets an ordinary HTTP response", async (_what, target, headers) => {
  await using running = await startTestServer();
  await using socket = await WebSocketClient.open(running, target, { headers });
  expect((await socket.responseHead()).split("\r\n")[0]).toBe("HTTP/1.1 200 OK");
});

test("a request with an upgrade to another protocol keeps its body", async () => {
  await using running = await startTestServer();
  const answer = await running.client.request(mapsPath, {
    headers: { upgrade: "h2c", connection: "Upgrade" },
    body: { metadata: { name: "a" } },
  });
  expect(answer.status).toBe(201);
});

test("a stopping server ends WebSocket watches at once", async () => {
  await using running = await startTestServer();
  await using socket = await WebSocketClient.open(running, `${mapsPath}?watch=1`);
  await socket.responseHead();
  await running.server.close();
  await socket.waitForEnd();
});
