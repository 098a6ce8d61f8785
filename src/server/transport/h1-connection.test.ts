import { EventEmitter } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import { describe, expect, test } from "vitest";
import { testPeer } from "../testing/test-call.ts";
import { H1Connection } from "./h1-connection.ts";

/** The part of a socket that a connection uses. */
class FakeSocket extends EventEmitter {
  readonly written: string[] = [];
  writable = true;
  destroyed = false;

  write(text: string): void {
    this.written.push(text);
  }

  end(): void {
    this.writable = false;
    this.destroy();
  }

  destroy(): void {
    this.writable = false;
    this.destroyed = true;
    this.emit("close");
  }
}

class FakeResponse extends EventEmitter {
  socket: object | null = {};
  headersSent = false;
  shouldKeepAlive = true;
}

function connected(waitingMax = 10) {
  const socket = new FakeSocket();
  const connection = new H1Connection(socket as unknown as TLSSocket, testPeer(), waitingMax);
  const run: string[] = [];
  const enqueue = (name: string, complete = true, headers: IncomingHttpHeaders = {}): FakeResponse => {
    const response = new FakeResponse();
    connection.enqueue({
      request: { complete, headers } as IncomingMessage,
      response: response as unknown as ServerResponse,
      run: () => run.push(name),
    });
    return response;
  };
  return { socket, connection, run, enqueue };
}

const errorResponse = (status: string): string[] => [
  `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${status}`,
];

test.each([
  ["close", false],
  ["ÿ Close", false],
  ["x,close\tx", false],
  ["x-close", true],
  ["close;x", true],
])("a connection whose client sends `Connection: %s` stays open: %s", (connection, isKept) => {
  expect(connected().enqueue("first", true, { connection }).shouldKeepAlive).toBe(isKept);
});

describe("the requests of a connection", () => {
  test("requests of one connection run one after the other", () => {
    const { run, enqueue } = connected();
    const first = enqueue("first");
    const second = enqueue("second");
    enqueue("third");
    expect(run).toEqual(["first"]);
    first.emit("close");
    expect(run).toEqual(["first", "second"]);
    second.emit("close");
    expect(run).toEqual(["first", "second", "third"]);
  });

  test("requests that wait when the connection ends never run", () => {
    const { run, enqueue } = connected();
    const first = enqueue("first");
    enqueue("second").socket = null;
    enqueue("third");
    first.emit("close");
    expect(run).toEqual(["first"]);
  });

  test("a connection with too many waiting requests is closed", () => {
    const { socket, enqueue } = connected(2);
    for (const name of ["first", "second", "third"]) enqueue(name);
    expect(socket.destroyed).toBe(false);
    enqueue("fourth");
    expect(socket.destroyed).toBe(true);
  });
});

describe("H1Connection.reject()", () => {
  test("H1Connection.reject() sends one error response at once if no request is running", () => {
    const { socket, connection } = connected();
    connection.reject("400 Bad Request");
    connection.reject("400 Bad Request");
    expect([socket.written, socket.destroyed]).toEqual([errorResponse("400 Bad Request"), true]);
  });

  test("H1Connection.reject() sends the error after the responses to earlier requests", () => {
    const { socket, connection, run, enqueue } = connected();
    const first = enqueue("first");
    const second = enqueue("second");
    connection.reject("400 Bad Request");
    first.emit("close");
    expect([run, socket.written]).toEqual([["first", "second"], []]);
    second.emit("close");
    expect([socket.written, socket.destroyed]).toEqual([errorResponse("400 Bad Request"), true]);
  });

  test("H1Connection.reject() responds to a request whose body cannot be parsed", () => {
    const { socket, connection, enqueue } = connected();
    enqueue("first", false);
    connection.reject("413 Request Entity Too Large");
    expect(socket.written).toEqual(errorResponse("413 Request Entity Too Large"));
  });

  test("H1Connection.reject() closes the connection without an error if a response has begun", () => {
    const { socket, connection, enqueue } = connected();
    enqueue("first", false).headersSent = true;
    connection.reject("400 Bad Request");
    expect([socket.written, socket.destroyed]).toEqual([[], true]);
  });
});

describe("H1Connection.drain()", () => {
  test("H1Connection.drain() ends an idle connection", () => {
    const { socket, connection } = connected();
    connection.drain();
    expect(socket.destroyed).toBe(true);
  });

  test("H1Connection.drain() ends the connection after the current response", () => {
    const { socket, connection, enqueue } = connected();
    const first = enqueue("first");
    connection.drain();
    expect([first.shouldKeepAlive, socket.destroyed]).toEqual([false, false]);
    first.emit("close");
    expect(socket.destroyed).toBe(true);
  });

  test("H1Connection.drain() lets requests run that were received before", () => {
    const { connection, run, enqueue } = connected();
    const first = enqueue("first");
    const second = enqueue("second");
    connection.drain();
    first.emit("close");
    expect([run, second.shouldKeepAlive]).toEqual([["first", "second"], false]);
  });
});
