import { describe, expect, test } from "vitest";
import { type AttackedServer, attackedServers } from "../support/attacked-server.ts";
import { mapsPath } from "../support/config-maps.ts";
import { waitForInFlight } from "../support/in-flight-requests.ts";
import { RawConnection } from "../support/raw-connection.ts";
import { until } from "../support/until.ts";

const withAttackedServer = attackedServers();

const object = '{"metadata":{"name":"smuggled"}}';
const smuggled = `POST ${mapsPath} HTTP/1.1\r\nhost: a\r\ncontent-length: ${object.length}\r\n\r\n${object}`;

/** Returns a POST request with these header lines and body. */
function post(lines: readonly string[], rest: string): string {
  return [`POST ${mapsPath}?dryRun=All HTTP/1.1`, "host: a", ...lines, "", rest].join("\r\n");
}

async function expectRefused(running: AttackedServer, bytes: string, status: string): Promise<void> {
  await using connection = await RawConnection.open(running);
  connection.send(bytes);
  const answer = await connection.nextResponse();
  expect(answer.status).toBe(Number.parseInt(status, 10));
  expect(answer.text).toContain(status);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(answer.headers.get("connection")).toBe("close");
  await connection.closed();
  expect(connection.received.toString()).toBe("");
}

describe("ambiguous HTTP/1.1 requests", () => {
  test.each([
    ["a length and chunks", post(["content-length: 5", "transfer-encoding: chunked"], `0\r\n\r\n${smuggled}`)],
    ["chunks and a length", post(["transfer-encoding: chunked", "content-length: 5"], `0\r\n\r\n${smuggled}`)],
    ["two lengths", post(["content-length: 2", `content-length: ${2 + smuggled.length}`], `{}${smuggled}`)],
    ["the same length twice", post(["content-length: 2", "content-length: 2"], `{}${smuggled}`)],
    ["a list of lengths", post(["content-length: 2, 2"], `{}${smuggled}`)],
    ["a negative length", post(["content-length: -1"], smuggled)],
    ["a length with a sign", post(["content-length: +2"], `{}${smuggled}`)],
    ["a length in hexadecimal", post(["content-length: 0x2"], `{}${smuggled}`)],
    ["a length that is too large", post(["content-length: 99999999999999999999"], smuggled)],
    ["a blank before the colon", post(["transfer-encoding : chunked"], `0\r\n\r\n${smuggled}`)],
    ["a folded header", post(["x: a", " transfer-encoding: chunked"], `0\r\n\r\n${smuggled}`)],
    ["a bare carriage return in a header", post(["x: a\rcontent-length: 2"], `{}${smuggled}`)],
    ["a bare carriage return after a header", `GET /livez HTTP/1.1\rhost: a\r\r${smuggled}`],
    ["lines without carriage returns", `GET /livez HTTP/1.1\nhost: a\n\n${smuggled}`],
    ["a NUL in a header", post(["x: a\0b"], smuggled)],
    ["a chunk whose size is not a number", post(["transfer-encoding: chunked"], `zz\r\n{}\r\n0\r\n\r\n${smuggled}`)],
    ["a chunk that is longer than its size", post(["transfer-encoding: chunked"], `1\r\n{}\r\n0\r\n\r\n${smuggled}`)],
    ["no host", `GET /livez HTTP/1.1\r\n\r\n${smuggled}`],
    ["two hosts", `GET /livez HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n`],
    ["a blank in the path", `GET /live z HTTP/1.1\r\nhost: a\r\n\r\n${smuggled}`],
    ["a relative path", `GET livez HTTP/1.1\r\nhost: a\r\n\r\n${smuggled}`],
    ["no HTTP version", `GET /livez\r\nhost: a\r\n\r\n${smuggled}`],
    ["an HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["bytes that are not HTTP", "\x16\x03\x01\0\0\r\n\r\n"],
  ])("a request with %s is rejected, and the bytes after it are not read", async (_what, bytes) => {
    await withAttackedServer(async (running) => await expectRefused(running, bytes, "400 Bad Request"));
  });
});

describe("transfer encodings other than chunked", () => {
  test.each([
    ["chunked and another coding", ["transfer-encoding: chunked, identity"]],
    ["another coding and chunked", ["transfer-encoding: gzip, chunked"]],
    ["an unknown coding", ["transfer-encoding: xchunked"]],
    ["two headers with different codings", ["transfer-encoding: chunked", "transfer-encoding: gzip"]],
    ["two headers with the same coding", ["transfer-encoding: chunked", "transfer-encoding: chunked"]],
    ["identity", ["transfer-encoding: identity"]],
    ["an empty list", ["transfer-encoding:"]],
  ])(
    "a request whose transfer encoding is %s gets 501, and the bytes after it are not read",
    async (_what, headers) => {
      await withAttackedServer(async (running) => {
        await using connection = await RawConnection.open(running);
        connection.send(post(headers, `0\r\n\r\n${smuggled}`));
        await connection.closed();
        const answer = connection.received.toString();
        expect(answer).toMatch(/^HTTP\/1\.1 501 Not Implemented\r\n/);
        expect(answer.split("\r\n\r\n")[1]).toBe("Unsupported transfer encoding");
      });
    },
  );
});

describe("HTTP/1.1 responses that match the reference", () => {
  test.each(["FOO", "get", "G", "A".repeat(300), "CONNECT"])(
    "a request with the unknown method %s gets 405",
    async (method) => {
      await withAttackedServer(async (running) => {
        await using connection = await RawConnection.open(running);
        connection.send(`${method} ${mapsPath} HTTP/1.1\r\nhost: a\r\n\r\n`);
        const answer = await connection.nextResponse();
        expect(answer.status).toBe(405);
        expect(answer.headers.get("content-type")).toBe("application/json");
        expect(answer.headers.get("cache-control")).toBe("no-cache, private");
        expect(JSON.parse(answer.text)).toMatchObject({ kind: "Status", reason: "MethodNotAllowed", code: 405 });
      });
    },
  );

  test.each([
    ["a host with a blank", "GET /livez HTTP/1.1\r\nhost: a b\r\n\r\n", "400 Bad Request: malformed Host header"],
    ["a host with a path", "GET /livez HTTP/1.1\r\nhost: a/b\r\n\r\n", "400 Bad Request: malformed Host header"],
    ["a host with a user", "GET /livez HTTP/1.1\r\nhost: u@a\r\n\r\n", "400 Bad Request: malformed Host header"],
    ["no host", "GET /livez HTTP/1.1\r\n\r\n", "400 Bad Request: missing required Host header"],
    [
      "version 2.0 in a request line",
      "GET /livez HTTP/2.0\r\nhost: a\r\n\r\n",
      "505 HTTP Version Not Supported: unsupported protocol version",
    ],
  ])("a request with %s gets the reference's response", async (_what, bytes, status) => {
    await withAttackedServer(async (running) => {
      await expectRefused(running, bytes, status);
    });
  });

  test("a request with an expectation other than 100-continue gets 417 without a body", async () => {
    await withAttackedServer(async (running) => {
      await using connection = await RawConnection.open(running);
      connection.send(`GET /livez HTTP/1.1\r\nhost: a\r\nexpect: more\r\n\r\n${smuggled}`);
      await connection.closed();
      expect(connection.received.toString()).toMatch(/^HTTP\/1\.1 417 Expectation Failed\r\n[^]*\r\n\r\n$/);
    });
  });

  test("a request with an empty expectation is handled as one without", async () => {
    await withAttackedServer(async (running) => {
      await using connection = await RawConnection.open(running);
      connection.send("GET /livez HTTP/1.1\r\nhost: a\r\nexpect:\r\n\r\n");
      expect((await connection.nextResponse()).status).toBe(200);
    });
  });

  test("a client that waits with its body gets 100 Continue only if the body is read", async () => {
    await withAttackedServer(async (running) => {
      await using connection = await RawConnection.open(running);
      connection.send("GET /livez HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\n\r\n");
      expect((await connection.nextResponse()).status).toBe(200);
      connection.send(post(["content-length: 2", "expect: 100-continue", "content-type: application/json"], ""));
      await until(() => connection.received.length > 0, "the answer to the head");
      expect(connection.take(25).toString()).toBe("HTTP/1.1 100 Continue\r\n\r\n");
      connection.send("{}");
      expect((await connection.nextResponse()).status).toBe(422);
      connection.send(post(["content-length: 2", "expect: 100-continue", "content-type: text/plain"], ""));
      const refused = await connection.nextResponse();
      expect([refused.status, refused.headers.get("connection")]).toEqual([415, "close"]);
    });
  });

  test("a short unread body is discarded, and the connection remains open", async () => {
    await withAttackedServer(async (running) => {
      await using connection = await RawConnection.open(running);
      for (const body of ["{}", "x".repeat(200_000)]) {
        connection.send(`GET /livez HTTP/1.1\r\nhost: a\r\ncontent-length: ${body.length}\r\n\r\n`);
        connection.send(body);
        const answer = await connection.nextResponse();
        expect([answer.status, answer.headers.has("connection"), answer.headers.has("keep-alive")]).toEqual([
          200,
          false,
          false,
        ]);
      }
      expect(connection.isClosed).toBe(false);
    });
  });
});

describe("limits of HTTP/1.1 headers", () => {
  const tooLarge = "431 Request Header Fields Too Large";

  test.each([
    ["a header of 64 KiB", `GET /livez HTTP/1.1\r\nhost: a\r\nx: ${"y".repeat(65_536)}\r\n\r\n`, tooLarge],
    [
      "headers of 64 KiB together",
      `GET /livez HTTP/1.1\r\nhost: a\r\n${`x: ${"y".repeat(1000)}\r\n`.repeat(66)}\r\n`,
      tooLarge,
    ],
    ["a URL of 64 KiB", `GET /livez?${"y".repeat(65_536)} HTTP/1.1\r\nhost: a\r\n\r\n`, tooLarge],
    ["257 headers", `GET /livez HTTP/1.1\r\nhost: a\r\n${"x: y\r\n".repeat(256)}\r\n`, tooLarge],
    [
      "extensions of chunks",
      post(["transfer-encoding: chunked"], `2;${"x".repeat(20_000)}\r\n{}\r\n`),
      "413 Request Entity Too Large",
    ],
    ["a tunnel", "CONNECT a:80 HTTP/1.1\r\nhost: a\r\n\r\n", "405 Method Not Allowed"],
  ])("a request over the limit is rejected: %s", async (_what, bytes, status) => {
    await withAttackedServer(async (running) => {
      await using connection = await RawConnection.open(running);
      connection.send(bytes);
      await connection.closed();
      const text = connection.received.toString("latin1");
      expect(text).toMatch(/^HTTP\/1\.1 /);
      expect(text.slice("HTTP/1.1 ".length, "HTTP/1.1 ".length + status.length)).toBe(status);
      expect(text.toLowerCase()).toContain("connection: close");
    });
  });

  test("a request with 256 headers is accepted, and all of them are read", async () => {
    await withAttackedServer(async (running) => {
      await using connection = await RawConnection.open(running);
      const filling = "x: y\r\n".repeat(254);
      connection.send(`GET /metrics HTTP/1.1\r\nhost: a\r\n${filling}impersonate-user: alice\r\n\r\n`);
      expect((await connection.nextResponse()).status).toBe(403);
      connection.send(`GET /livez HTTP/1.1\r\nhost: a\r\n${filling}x: y\r\n\r\n`);
      expect((await connection.nextResponse()).status).toBe(200);
    });
  });
});

describe("pipelined HTTP/1.1 requests", () => {
  test("pipelined requests run in sequence and are answered in order", async () => {
    await withAttackedServer(
      async (running) => {
        await using connection = await RawConnection.open(running);
        const create = smuggled;
        const read = `GET ${mapsPath}/smuggled HTTP/1.1\r\nhost: a\r\n\r\n`;
        const remove = `DELETE ${mapsPath}/smuggled HTTP/1.1\r\nhost: a\r\n\r\n`;
        connection.send(create + read + create + remove + read);
        const statuses: number[] = [];
        for (let count = 0; count < 5; count++) statuses.push((await connection.nextResponse()).status);
        expect(statuses).toEqual([201, 200, 409, 200, 404]);
      },
      { mayStore: true },
    );
  });

  test("pipelined requests are answered before a malformed one after them is rejected", async () => {
    await withAttackedServer(async (running) => {
      await using connection = await RawConnection.open(running);
      connection.send(`GET ${mapsPath}/bystander HTTP/1.1\r\nhost: a\r\n\r\nno HTTP at all\r\n\r\n`);
      expect((await connection.nextResponse()).status).toBe(200);
      const refused = await connection.nextResponse();
      expect([refused.status, refused.text]).toEqual([400, "400 Bad Request"]);
      await connection.closed();
    });
  });

  test("pipelined requests after one that closes the connection do not run", async () => {
    await withAttackedServer(async (running) => {
      await using connection = await RawConnection.open(running);
      connection.send(`GET ${mapsPath}/bystander HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n${smuggled}`);
      expect((await connection.nextResponse()).headers.get("connection")).toBe("close");
      await connection.closed();
      expect(connection.received.length).toBe(0);
    });
  });

  test("pipelined requests after a watch do not run, and are dropped when the client disconnects", async () => {
    await withAttackedServer(async (running) => {
      await using connection = await RawConnection.open(running);
      connection.send(`GET ${mapsPath}?watch=1 HTTP/1.1\r\nhost: a\r\n\r\n`.repeat(50) + smuggled);
      await until(() => connection.received.includes("ADDED"), "the watch has begun");
      await waitForInFlight(running.client, 1);
      connection.reset();
      await waitForInFlight(running.client, 0);
    });
  });

  test("a client that pipelines too many requests is disconnected", async () => {
    await withAttackedServer(async (running) => {
      await using connection = await RawConnection.open(running);
      connection.send(`GET ${mapsPath}?watch=1 HTTP/1.1\r\nhost: a\r\n\r\n`.repeat(102));
      await connection.closed();
      await waitForInFlight(running.client, 0);
    });
  });
});

describe("HTTP/1.1 clients that reset their connection", () => {
  test.each([
    ["in a head", `POST ${mapsPath} HTTP/1.1\r\nhost`],
    ["in a body with a length", `POST ${mapsPath} HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\n${object}`],
    [
      "in a body in chunks",
      `POST ${mapsPath} HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n20\r\n${object}\r\n`,
    ],
    ["in a chunk", `POST ${mapsPath} HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nffff\r\n${object}`],
  ])("a client that resets its connection %s stores nothing", async (_where, bytes) => {
    await withAttackedServer(async (running) => {
      for (let count = 0; count < 20; count++) {
        const connection = await RawConnection.open(running);
        await connection.sendAll(Buffer.from(bytes));
        connection.reset();
        await connection.closed();
      }
      await waitForInFlight(running.client, 0);
    });
  });

  test("a client that resets its connection during a long response leaves no request open", async () => {
    await withAttackedServer(
      async (running) => {
        const data = { text: "x".repeat(900_000) };
        for (let index = 0; index < 20; index++) {
          const body = { metadata: { name: `large-${index}` }, data };
          expect((await running.client.request(mapsPath, { body })).status).toBe(201);
        }
        for (let count = 0; count < 5; count++) {
          const connection = await RawConnection.open(running);
          connection.send(`GET ${mapsPath} HTTP/1.1\r\nhost: a\r\n\r\n`);
          await until(() => connection.received.length > 0, "the answer has begun");
          connection.reset();
          await connection.closed();
        }
        await waitForInFlight(running.client, 0);
      },
      { mayStore: true },
    );
  });

  test("a client that resets its connection during a watch ends the watch", async () => {
    await withAttackedServer(async (running) => {
      for (let count = 0; count < 10; count++) {
        const connection = await RawConnection.open(running);
        connection.send(`GET ${mapsPath}?watch=1 HTTP/1.1\r\nhost: a\r\n\r\n`);
        await until(() => connection.received.includes("ADDED"), "the watch has begun");
        connection.reset();
        await connection.closed();
      }
      await waitForInFlight(running.client, 0);
    });
  });
});

test("a request may have an absolute URL, whose host is ignored", async () => {
  await withAttackedServer(async (running) => {
    await using connection = await RawConnection.open(running);
    connection.send("GET https://elsewhere.example/livez?verbose HTTP/1.1\r\nhost: a\r\n\r\n");
    const answer = await connection.nextResponse();
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("[+]ping ok");
    connection.send("GET http://elsewhere.example HTTP/1.1\r\nhost: a\r\n\r\n");
    expect(JSON.parse((await connection.nextResponse()).text)).toHaveProperty("paths");
  });
});

test("an OPTIONS * request gets an empty response without authentication, and the connection remains open", async () => {
  await withAttackedServer(async (running) => {
    await using connection = await RawConnection.open(running);
    connection.send(
      "OPTIONS * HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}GET /livez HTTP/1.1\r\nhost: a\r\n\r\n",
    );
    const first = await connection.nextResponse();
    expect([first.status, first.text, [...first.headers.keys()].toSorted()]).toEqual([
      200,
      "",
      ["content-length", "date"],
    ]);
    const second = await connection.nextResponse();
    expect([second.status, second.text]).toEqual([200, "ok"]);
  });
});
