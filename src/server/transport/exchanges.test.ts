import { once } from "node:events";
import type { ClientHttp2Stream } from "node:http2";
import { describe, expect, test } from "vitest";
import { deferred } from "../../base/deferred.ts";
import type { Exchange } from "../requests/exchange.ts";
import { Listening, readToEnd } from "./testing/listening.ts";

interface TestRequest {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** Whether the response was incomplete. */
  readonly isAborted: boolean;
}

type SendRequest = (handle: (exchange: Exchange) => Promise<void>, request?: TestRequest) => Promise<TestResponse>;

const overH1: SendRequest = async (handle, { method = "GET", target = "/", headers = {}, body = "" } = {}) => {
  await using listening = await Listening.start(handle);
  const socket = await listening.tls();
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `${method} ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${lines.join("")}content-length: ${body.length}\r\n\r\n${body}`,
  );
  const [head = "", ...bodyParts] = (await readToEnd(socket)).split("\r\n\r\n");
  const [status = "", ...headerLines] = head.split("\r\n");
  const pairs = headerLines.map((line): [string, string] => [
    line.slice(0, line.indexOf(":")).toLowerCase(),
    line.slice(line.indexOf(":") + 2),
  ]);
  const text = bodyParts.join("\r\n\r\n");
  const isChunked = pairs.some(([name]) => name === "transfer-encoding");
  const isComplete = !isChunked || text.endsWith("0\r\n") || bodyParts.at(-1) === "";
  return {
    status: Number(status.split(" ")[1]),
    headers: Object.fromEntries(pairs),
    text: isChunked ? text.replace(/[0-9a-f]+\r\n(.*?)\r\n/gs, "$1") : text,
    isAborted: !isComplete || head === "",
  };
};

const overH2: SendRequest = async (handle, { method = "GET", target = "/", headers = {}, body = "" } = {}) => {
  await using listening = await Listening.start(handle);
  const session = await listening.h2();
  const stream = session.request({ ":method": method, ":path": target, ...headers }, { endStream: body === "" });
  let isAborted = false;
  stream.on("error", () => {
    isAborted = true;
  });
  if (body !== "") stream.end(body);
  let responseHeaders: Record<string, unknown> = {};
  stream.on("response", (received) => {
    responseHeaders = { ...received };
  });
  const text = await textOf(stream);
  const { ":status": status, ...otherHeaders } = responseHeaders;
  return { status: Number(status), headers: otherHeaders as TestResponse["headers"], text, isAborted };
};

async function textOf(stream: ClientHttp2Stream): Promise<string> {
  const pieces: Buffer[] = [];
  stream.on("data", (piece: Buffer) => pieces.push(piece));
  await new Promise((resolve) => stream.once("close", resolve).once("end", resolve));
  return Buffer.concat(pieces).toString("latin1");
}

describe.each([
  ["HTTP/1.1", overH1],
  ["HTTP/2", overH2],
])("an exchange over %s", (_protocol, send) => {
  test("an exchange gives its handler the request's line, headers, body and peer", async () => {
    const values: unknown[] = [];
    await send(
      async (exchange) => {
        const { method, target, peer } = exchange;
        values.push(method, target, peer.address, exchange.header("x-one"), exchange.header("x-none"));
        values.push(exchange.headerNames().includes("x-one"), String(await exchange.readBody(100)));
        exchange.respond(200, {}, Buffer.alloc(0));
      },
      { method: "PUT", target: "/a%2fb?c=d", headers: { "x-one": "1" }, body: "text" },
    );
    expect(values).toEqual(["PUT", "/a%2fb?c=d", "127.0.0.1", "1", undefined, true, "text"]);
  });

  test("Exchange.respond() sets Content-Length, and sends only the first response", async () => {
    const response = await send(async (exchange) => {
      expect(exchange.hasResponse).toBe(false);
      exchange.respond(201, { "x-a": "b", warning: ["one", "two"] }, Buffer.from("text"));
      expect(exchange.hasResponse).toBe(true);
      exchange.respond(500, {}, Buffer.from("not sent"));
    });
    expect(response).toMatchObject({ status: 201, headers: { "x-a": "b", "content-length": "4" }, text: "text" });
  });

  test("Exchange.begin() sends a response in pieces", async () => {
    const response = await send(async (exchange) => {
      const writer = exchange.begin(200, { "x-a": "b" });
      writer.write(Buffer.from("one "));
      await writer.drained();
      writer.write(Buffer.from("two"));
      writer.end();
    });
    expect(response).toMatchObject({ status: 200, headers: { "x-a": "b" }, isAborted: false });
    expect(response.text.replace(/0\r\n(\r\n)?$/, "")).toBe("one two");
  });

  test("Exchange.respond() to HEAD sends the Content-Length without the body", async () => {
    const respond = async (exchange: Exchange): Promise<void> => exchange.respond(200, {}, Buffer.from("text"));
    expect(await send(respond, { method: "HEAD" })).toMatchObject({
      status: 200,
      headers: { "content-length": "4" },
      text: "",
    });
  });

  test("Exchange.respond() with 304 ends the response with its head", async () => {
    const respond = async (exchange: Exchange): Promise<void> => exchange.respond(304, {}, Buffer.alloc(0));
    expect(await send(respond)).toMatchObject({ status: 304, text: "", isAborted: false });
  });

  test("Exchange.destroy() ends a response so that the client sees it as incomplete", async () => {
    const response = await send(async (exchange) => {
      exchange.begin(200, {}).write(Buffer.from("half"));
      await new Promise((resolve) => setImmediate(resolve));
      exchange.destroy();
    });
    expect(response.isAborted).toBe(true);
  });

  test("a client that sends a too long body receives the 413", async () => {
    const response = await send(
      async (exchange) => {
        const bodyError: unknown = await exchange.readBody(3).catch((error: unknown) => error);
        expect(bodyError).toMatchObject({ code: 413 });
        exchange.respond(413, {}, Buffer.from("too long"));
      },
      { method: "POST", headers: {}, body: "x".repeat(100_000) },
    );
    expect(response).toMatchObject({ status: 413, text: "too long" });
  });
});

describe("an exchange whose client disconnects", () => {
  test.each(["http/1.1", "h2"] as const)(
    "an exchange over %s reports that its client has disconnected, and ignores the response",
    async (protocol) => {
      const handlerStarted = deferred();
      const done = deferred<unknown[]>();
      const handle = async (exchange: Exchange): Promise<void> => {
        const isClosed = deferred();
        exchange.onClose(() => isClosed.resolve());
        handlerStarted.resolve();
        await isClosed.promise;
        exchange.respond(200, {}, Buffer.from("late"));
        const writer = exchange.begin(200, {});
        writer.write(Buffer.alloc(1_000_000));
        await writer.drained();
        writer.end();
        exchange.destroy();
        const bodyError: unknown = await exchange.readBody(10).catch((error: unknown) => error);
        done.resolve([exchange.isClosed, bodyError]);
      };
      await using listening = await Listening.start(handle);
      if (protocol === "h2") {
        const session = await listening.h2();
        session.on("error", () => undefined);
        const stream = session.request({ ":method": "POST", ":path": "/" });
        stream.on("error", () => undefined);
        await handlerStarted.promise;
        session.destroy();
        await once(session, "close");
      } else {
        const socket = await listening.tls();
        socket.write("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\n{");
        await handlerStarted.promise;
        socket.destroy();
      }
      expect(await done.promise).toEqual([true, expect.objectContaining({ code: 400 })]);
    },
  );
});
