import { describe, expect, test } from "vitest";
import { testPeer } from "../testing/test-call.ts";
import { MemoryExchange, type MemoryRequest, wholeBody } from "./memory-exchange.ts";

function exchangeOf(request: Partial<MemoryRequest> = {}): MemoryExchange {
  const defaults = { method: "GET", target: "/x", headers: {}, body: Buffer.alloc(0), peer: testPeer() };
  return new MemoryExchange({ ...defaults, ...request });
}

async function textOf(exchange: MemoryExchange): Promise<string> {
  return (await wholeBody(await exchange.response)).toString();
}

describe("the request of a MemoryExchange", () => {
  test("a MemoryExchange returns the request that the client has passed", async () => {
    const exchange = exchangeOf({
      method: "POST",
      target: "/a?b",
      headers: { accept: "x" },
      body: Buffer.from("body"),
    });
    expect([exchange.method, exchange.target, exchange.header("accept"), exchange.header("other")]).toEqual([
      "POST",
      "/a?b",
      "x",
      undefined,
    ]);
    expect(exchange.headerNames()).toEqual(["accept"]);
    expect(String(await exchange.readBody(4))).toBe("body");
  });

  test("MemoryExchange.readBody() rejects a body beyond the limit", async () => {
    const exchange = exchangeOf({ body: Buffer.from("body") });
    await expect(exchange.readBody(3)).rejects.toMatchObject({
      code: 413,
      message: "Request entity too large: limit is 3",
    });
  });
});

describe("the response of a MemoryExchange", () => {
  test("MemoryExchange.respond() sends a complete response", async () => {
    const exchange = exchangeOf();
    expect(exchange.hasResponse).toBe(false);
    exchange.respond(201, { a: "b" }, Buffer.from("text"));
    expect(exchange.hasResponse).toBe(true);
    expect(await exchange.response).toMatchObject({ status: 201, headers: { a: "b", "content-length": "4" } });
    expect(await textOf(exchange)).toBe("text");
  });

  test("MemoryExchange.respond() ignores a second response", async () => {
    const exchange = exchangeOf();
    exchange.respond(200, {}, Buffer.from("first"));
    exchange.respond(500, {}, Buffer.from("second"));
    expect((await exchange.response).status).toBe(200);
    expect(await textOf(exchange)).toBe("first");
  });

  test("MemoryExchange.respond() to HEAD sends the Content-Length without the body", async () => {
    const exchange = exchangeOf({ method: "HEAD" });
    exchange.respond(200, {}, Buffer.from("text"));
    expect((await exchange.response).headers).toEqual({ "content-length": "4" });
    expect(await textOf(exchange)).toBe("");
  });

  test("MemoryExchange.begin() sends each piece of a response as soon as it is written", async () => {
    const exchange = exchangeOf();
    const writer = exchange.begin(200, {});
    const pieces = (await exchange.response).body[Symbol.asyncIterator]();
    const first = pieces.next();
    writer.write(Buffer.from("a"));
    expect(String((await first).value)).toBe("a");
    writer.write(Buffer.from("b"));
    expect(String((await pieces.next()).value)).toBe("b");
    const end = pieces.next();
    writer.end();
    expect((await end).done).toBe(true);
  });

  test("MemoryExchange.drained() waits for a slow client", async () => {
    const exchange = exchangeOf();
    const writer = exchange.begin(200, {});
    expect(writer.write(Buffer.alloc(65_535))).toBe(true);
    expect(writer.write(Buffer.alloc(1))).toBe(false);
    let isDrained = false;
    const wait = async (): Promise<void> => {
      await writer.drained();
      isDrained = true;
    };
    const drained = wait();
    const pieces = (await exchange.response).body[Symbol.asyncIterator]();
    expect(isDrained).toBe(false);
    await pieces.next();
    await drained;
    await writer.drained();
  });

  test("MemoryExchange.destroy() ends a response that has begun with an error", async () => {
    const exchange = exchangeOf();
    exchange.begin(200, {}).write(Buffer.from("half"));
    let closed = 0;
    exchange.onClose(() => closed++);
    exchange.destroy();
    expect(closed).toBe(1);
    await expect(textOf(exchange)).rejects.toThrow("the server aborted the response");
    expect(closed).toBe(1);
  });

  test("MemoryExchange.destroy() rejects a response that has not begun", async () => {
    const exchange = exchangeOf();
    exchange.destroy();
    await expect(exchange.response).rejects.toThrow("the server aborted the response");
  });
});

describe("a client of a MemoryExchange that disconnects", () => {
  test("MemoryExchange.close() rejects a response that has not begun", async () => {
    const exchange = exchangeOf();
    exchange.close();
    await expect(exchange.response).rejects.toThrow("the client has disconnected");
  });

  test("MemoryExchange.close() calls each close listener once, and later writes do nothing", async () => {
    const exchange = exchangeOf();
    const writer = exchange.begin(200, {});
    const calls: string[] = [];
    exchange.onClose(() => calls.push("one"));
    exchange.onClose(() => calls.push("two"));
    exchange.close();
    exchange.close();
    expect([exchange.isClosed, calls]).toEqual([true, ["one", "two"]]);
    expect(writer.write(Buffer.alloc(1_000_000))).toBe(true);
    await writer.drained();
    writer.end();
  });

  test("MemoryExchange.close() resolves drained()", async () => {
    const exchange = exchangeOf();
    const writer = exchange.begin(200, {});
    writer.write(Buffer.alloc(100_000));
    const drained = writer.drained();
    exchange.close();
    await drained;
  });

  test("ending the iteration of the body closes the exchange", async () => {
    const exchange = exchangeOf();
    exchange.begin(200, {}).write(Buffer.from("a"));
    for await (const piece of (await exchange.response).body) {
      expect(String(piece)).toBe("a");
      break;
    }
    expect(exchange.isClosed).toBe(true);
  });

  test("reading the whole body closes the exchange", async () => {
    const exchange = exchangeOf();
    let closed = false;
    exchange.onClose(() => {
      closed = true;
    });
    exchange.respond(200, {}, Buffer.from("a"));
    await textOf(exchange);
    expect(closed).toBe(true);
  });
});
