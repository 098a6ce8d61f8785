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

describe("the request", () => {
  test("is what the client gave", async () => {
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

  test("with too long a body is refused when the body is read", async () => {
    const exchange = exchangeOf({ body: Buffer.from("body") });
    await expect(exchange.readBody(3)).rejects.toMatchObject({
      code: 413,
      message: "Request entity too large: limit is 3",
    });
  });
});

describe("the answer", () => {
  test("comes whole", async () => {
    const exchange = exchangeOf();
    expect(exchange.hasResponse).toBe(false);
    exchange.respond(201, { a: "b" }, Buffer.from("text"));
    expect(exchange.hasResponse).toBe(true);
    expect(await exchange.response).toMatchObject({ status: 201, headers: { a: "b", "content-length": "4" } });
    expect(await textOf(exchange)).toBe("text");
  });

  test("is given once", async () => {
    const exchange = exchangeOf();
    exchange.respond(200, {}, Buffer.from("first"));
    exchange.respond(500, {}, Buffer.from("second"));
    expect((await exchange.response).status).toBe(200);
    expect(await textOf(exchange)).toBe("first");
  });

  test("to HEAD has no body, and says how long it would be", async () => {
    const exchange = exchangeOf({ method: "HEAD" });
    exchange.respond(200, {}, Buffer.from("text"));
    expect((await exchange.response).headers).toEqual({ "content-length": "4" });
    expect(await textOf(exchange)).toBe("");
  });

  test("comes in pieces, while they are made", async () => {
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

  test("waits for a client that reads slowly", async () => {
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

  test("that is broken off ends with an error, not as if it were complete", async () => {
    const exchange = exchangeOf();
    exchange.begin(200, {}).write(Buffer.from("half"));
    let closed = 0;
    exchange.onClose(() => closed++);
    exchange.destroy();
    expect(closed).toBe(1);
    await expect(textOf(exchange)).rejects.toThrow("the server broke off its answer");
    expect(closed).toBe(1);
  });

  test("that is broken off before it began never comes", async () => {
    const exchange = exchangeOf();
    exchange.destroy();
    await expect(exchange.response).rejects.toThrow("the server broke off its answer");
  });
});

describe("a client that goes", () => {
  test("before it was answered gets no answer", async () => {
    const exchange = exchangeOf();
    exchange.close();
    await expect(exchange.response).rejects.toThrow("the client has gone");
  });

  test("is noticed once by all who listen, and writing to it is harmless", async () => {
    const exchange = exchangeOf();
    const writer = exchange.begin(200, {});
    const heard: string[] = [];
    exchange.onClose(() => heard.push("one"));
    exchange.onClose(() => heard.push("two"));
    exchange.close();
    exchange.close();
    expect([exchange.isClosed, heard]).toEqual([true, ["one", "two"]]);
    expect(writer.write(Buffer.alloc(1_000_000))).toBe(true);
    await writer.drained();
    writer.end();
  });

  test("ends the wait of who writes to it", async () => {
    const exchange = exchangeOf();
    const writer = exchange.begin(200, {});
    writer.write(Buffer.alloc(100_000));
    const drained = writer.drained();
    exchange.close();
    await drained;
  });

  test("goes by ending its iteration", async () => {
    const exchange = exchangeOf();
    exchange.begin(200, {}).write(Buffer.from("a"));
    for await (const piece of (await exchange.response).body) {
      expect(String(piece)).toBe("a");
      break;
    }
    expect(exchange.isClosed).toBe(true);
  });

  test("that has read everything has gone", async () => {
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
