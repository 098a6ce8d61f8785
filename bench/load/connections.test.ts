import { createServer as createH1, type RequestListener } from "node:http";
import { createServer as createH2, type ServerHttp2Stream } from "node:http2";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { afterEach, expect, test } from "vitest";
import type { Connection, RequestTemplate, ResponseSummary } from "./connection.ts";
import { openH1 } from "./h1-connection.ts";
import { openH2 } from "./h2-connection.ts";

let server: Server | undefined;
let socket: Socket | undefined;

afterEach(() => {
  socket?.destroy();
  server?.close();
});

async function connectTo(accept: (socket: Socket) => void): Promise<TLSSocket> {
  const listener = createServer(accept);
  server = listener;
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const clientSocket = connect((listener.address() as AddressInfo).port, "127.0.0.1");
  socket = clientSocket;
  // A connection only uses members of the TLS socket that every socket has.
  return clientSocket as TLSSocket;
}

async function h1(template: RequestTemplate, handle: RequestListener): Promise<Connection> {
  const http = createH1(handle);
  return openH1(await connectTo((accepted) => http.emit("connection", accepted)), template);
}

type StreamHandler = (stream: ServerHttp2Stream, path: string) => void;

async function h2(template: RequestTemplate, handle: StreamHandler): Promise<Connection> {
  const http = createH2();
  http.on("stream", (stream, headers) => handle(stream, headers[":path"] ?? ""));
  return openH2(await connectTo((accepted) => http.emit("connection", accepted)), template, 10);
}

function send(connection: Connection, number: number): Promise<ResponseSummary> {
  return new Promise((resolve) => connection.send(number, resolve));
}

const get = { method: "GET", path: "/things/####", headers: {} };
const post = { method: "POST", path: "/things", headers: {}, body: `{"name":"n-####"}` };

test("an HTTP/1.1 connection reports status and size of successive responses, with a length and in chunks", async () => {
  const paths: (string | undefined)[] = [];
  const connection = await h1(get, (request, response) => {
    paths.push(request.url);
    if (paths.length === 1) response.end("x".repeat(5000));
    else {
      response.writeHead(404);
      response.write("x".repeat(100_000));
      response.write("yz");
      response.end();
    }
  });
  expect(await send(connection, 7)).toEqual({ status: 200, bodyBytes: 5000 });
  const chunked = await send(connection, 12_345);
  expect(chunked.status).toBe(404);
  // Line ends after each chunk count as bytes of the body.
  expect(chunked.bodyBytes).toBe(100_000 + 2 + 2 * 2);
  expect(paths).toEqual(["/things/0007", "/things/2345"]);
});

test("an HTTP/1.1 connection writes the counter into the body", async () => {
  const bodies: string[] = [];
  const connection = await h1(post, (request, response) => {
    request.setEncoding("utf8").on("data", (text: string) => bodies.push(text));
    request.on("end", () => response.writeHead(201).end());
  });
  expect(await send(connection, 3)).toEqual({ status: 201, bodyBytes: 0 });
  expect(bodies).toEqual([`{"name":"n-0003"}`]);
});

test("an HTTP/2 connection sends several requests at once and matches responses in another order", async () => {
  const waiting: (() => void)[] = [];
  const connection = await h2(get, (stream, path) => {
    waiting.push(() => {
      stream.respond({ ":status": path === "/things/0001" ? 200 : 409 });
      stream.end("x".repeat(40_000));
    });
    // Respond in reverse order.
    if (waiting.length === 3) for (const answer of waiting.toReversed()) answer();
  });
  const answers = await Promise.all([1, 2, 3].map((number) => send(connection, number)));
  expect(answers).toEqual([200, 409, 409].map((status) => ({ status, bodyBytes: 40_000 })));
});

test("an HTTP/2 connection holds bodies back until the server's window opens, and sends all of them", async () => {
  const names = new Set<string>();
  const large = { ...post, body: `{"name":"n-####","text":"${"x".repeat(10_000)}"}` };
  const connection = await h2(large, (stream) => {
    let text = "";
    stream.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
    stream.on("end", () => {
      names.add((JSON.parse(text) as { name: string }).name);
      stream.respond({ ":status": 201 });
      stream.end();
    });
  });
  const numbers = Array.from({ length: 30 }, (_, number) => number);
  const answers = await Promise.all(numbers.map((number) => send(connection, number)));
  expect(answers.every(({ status }) => status === 201)).toBe(true);
  expect(names.size).toBe(30);
});

test.each([
  ["HTTP/1.1", h1],
  ["HTTP/2", h2],
] as const)("listen() over %s reports the head and each piece of a response that does not end", async (_, open) => {
  let write = (_text: string): void => undefined;
  const answer = (response: { write(text: string): unknown }): void => {
    write = (text) => void response.write(text);
  };
  const connection = await (open === h1
    ? h1(get, (_request, response) => {
        response.flushHeaders();
        answer(response);
      })
    : h2(get, (stream) => {
        stream.respond({ ":status": 200 });
        answer(stream);
      }));
  const pieceSizes: number[] = [];
  let notifyTest = (): void => undefined;
  const status = await new Promise((resolve) => {
    connection.listen(1, resolve, (piece) => {
      pieceSizes.push(piece.length);
      notifyTest();
    });
  });
  expect(status).toBe(200);
  const arrived = new Promise<void>((resolve) => {
    notifyTest = resolve;
  });
  write("hello");
  await arrived;
  expect(pieceSizes[0]).toBeGreaterThanOrEqual(5);
});
