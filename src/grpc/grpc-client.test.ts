import { once } from "node:events";
import { createServer, type Http2Server, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ManualClock } from "../base/manual-clock.ts";
import { GrpcClient } from "./grpc-client.ts";
import { encodeFrame, GrpcFrameReader } from "./grpc-frames.ts";
import { messageBytesMax } from "./limits.ts";
import type { Rpc } from "./rpc.ts";

const echo: Rpc<string, string> = {
  path: "/test.Echo/Echo",
  encode: (request) => Buffer.from(request),
  decode: (message) => message.toString(),
};

describe("a client of a server", () => {
  let server: Http2Server;
  let client: GrpcClient;
  let clock: ManualClock;
  let handle: (stream: ServerHttp2Stream, path: string | undefined) => void;

  beforeEach(async () => {
    clock = new ManualClock();
    server = createServer();
    server.on("stream", (stream, headers) => {
      // A client that gives up resets its streams.
      stream.on("error", () => undefined);
      handle(stream, headers[":path"]);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    client = new GrpcClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {}, clock);
  });

  afterEach(async () => {
    client.close();
    server.close();
    await once(server, "close");
  });

  /** Responds with a message, and with these trailers. */
  function respond(stream: ServerHttp2Stream, message: Buffer, trailers: Record<string, string>): void {
    stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
    stream.once("wantTrailers", () => stream.sendTrailers(trailers));
    stream.end(message);
  }

  test("call() sends one message to the path of the call, and returns the response", async () => {
    const paths: (string | undefined)[] = [];
    handle = (stream, path) => {
      paths.push(path);
      stream.on("data", (chunk: Buffer) => respond(stream, chunk, { "grpc-status": "0" }));
    };
    expect(await client.call(echo, "hello", 1000)).toBe("hello");
    expect(paths).toEqual(["/test.Echo/Echo"]);
  });

  test("call() throws the status of the trailers with its decoded message", async () => {
    handle = (stream) =>
      respond(stream, Buffer.alloc(0), { "grpc-status": "9", "grpc-message": "lease%20not%20found: 100%" });
    await expect(client.call(echo, "", 1000)).rejects.toMatchObject({
      name: "GrpcCallError",
      code: 9,
      details: "lease%20not%20found: 100%",
      isTemporary: false,
    });
    handle = (stream) => respond(stream, Buffer.alloc(0), { "grpc-status": "14", "grpc-message": "no%20leader" });
    await expect(client.call(echo, "", 1000)).rejects.toMatchObject({
      code: 14,
      details: "no leader",
      isTemporary: true,
      isUnsent: false,
    });
  });

  test("call() reports a server that responds without gRPC", async () => {
    handle = (stream) => {
      stream.respond({ ":status": 404 });
      stream.end();
    };
    await expect(client.call(echo, "", 1000)).rejects.toMatchObject({
      code: 14,
      details: "the server responds with the HTTP status 404; it may not serve gRPC",
    });
  });

  test("call() throws without waiting for a response that is too large, and no later call would succeed", async () => {
    handle = (stream) => {
      const header = encodeFrame(Buffer.alloc(0));
      header.writeUInt32BE(messageBytesMax + 1, 1);
      stream.respond({ ":status": 200 });
      stream.write(header);
    };
    await expect(client.call(echo, "", 1000)).rejects.toMatchObject({ code: 8, isTemporary: false });
  });

  test("call() ends when its time is over, and says that the request may have been sent", async () => {
    const received = new Promise<void>((resolve) => {
      handle = () => resolve();
    });
    const failure = expect(client.call(echo, "", 1000)).rejects.toMatchObject({
      code: 4,
      details: `${client.url} has not responded within 1000 ms`,
      isTemporary: true,
      isUnsent: false,
    });
    await received;
    await clock.advance(1000);
    await failure;
  });

  test("openStream() passes messages in both directions until the server ends the call", async () => {
    handle = (stream) => {
      const frames = new GrpcFrameReader(100);
      stream.respond({ ":status": 200 }, { waitForTrailers: true });
      stream.once("wantTrailers", () => {
        stream.sendTrailers({ "grpc-status": "7", "grpc-message": "enough" });
        setImmediate(() => stream.close());
      });
      stream.on("data", (chunk: Buffer) => {
        for (const message of frames.add(chunk)) {
          if (message.length === 0) stream.end();
          else stream.write(encodeFrame(Buffer.from(message.toString().toUpperCase())));
        }
      });
    };
    const messages = client.openStream("/test.Echo/Stream", { caller: "test" });
    messages.send(Buffer.from("one"));
    expect((await messages.next()).toString()).toBe("ONE");
    messages.send(Buffer.from("two"));
    expect((await messages.next()).toString()).toBe("TWO");
    messages.send(Buffer.alloc(0));
    await expect(messages.next()).rejects.toMatchObject({ code: 7, details: "enough" });
  });

  test("next() throws when its stream is closed while it waits", async () => {
    handle = (stream) => stream.respond({ ":status": 200 });
    const messages = client.openStream("/test.Echo/Stream", {});
    const next = messages.next();
    messages.close();
    await expect(next).rejects.toMatchObject({ code: 1, details: "the stream was closed" });
  });
});

test("call() of a server that does not exist says that the request was not sent", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  const client = new GrpcClient(`http://127.0.0.1:${port}`, {}, new ManualClock());
  await expect(client.call(echo, "", 1000)).rejects.toMatchObject({ code: 14, isUnsent: true, isTemporary: true });
});
