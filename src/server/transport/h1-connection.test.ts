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
  const take = (name: string, complete = true, headers: IncomingHttpHeaders = {}): FakeResponse => {
    const response = new FakeResponse();
    connection.take({
      request: { complete, headers } as IncomingMessage,
      response: response as unknown as ServerResponse,
      run: () => run.push(name),
    });
    return response;
  };
  return { socket, connection, run, take };
}

const refused = (status: string): string[] => [
  `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${status}`,
];

test.each([
  ["close", false],
  ["ÿ Close", false],
  ["x,close\tx", false],
  ["x-close", true],
  ["close;x", true],
])("a client with the Connection header %j keeps the connection: %s", (connection, isKept) => {
  expect(connected().take("first", true, { connection }).shouldKeepAlive).toBe(isKept);
});

describe("requests", () => {
  test("take turns", () => {
    const { run, take } = connected();
    const first = take("first");
    const second = take("second");
    take("third");
    expect(run).toEqual(["first"]);
    first.emit("close");
    expect(run).toEqual(["first", "second"]);
    second.emit("close");
    expect(run).toEqual(["first", "second", "third"]);
  });

  test("that wait when the connection ends are forgotten", () => {
    const { run, take } = connected();
    const first = take("first");
    take("second").socket = null;
    take("third");
    first.emit("close");
    expect(run).toEqual(["first"]);
  });

  test("that wait in too great a number end the connection", () => {
    const { socket, take } = connected(2);
    for (const name of ["first", "second", "third"]) take(name);
    expect(socket.destroyed).toBe(false);
    take("fourth");
    expect(socket.destroyed).toBe(true);
  });
});

describe("a refusal", () => {
  test("is sent at once where nothing is under way, and once", () => {
    const { socket, connection } = connected();
    connection.refuse("400 Bad Request");
    connection.refuse("400 Bad Request");
    expect([socket.written, socket.destroyed]).toEqual([refused("400 Bad Request"), true]);
  });

  test("waits for the answers to the requests before", () => {
    const { socket, connection, run, take } = connected();
    const first = take("first");
    const second = take("second");
    connection.refuse("400 Bad Request");
    first.emit("close");
    expect([run, socket.written]).toEqual([["first", "second"], []]);
    second.emit("close");
    expect([socket.written, socket.destroyed]).toEqual([refused("400 Bad Request"), true]);
  });

  test("is the answer to a request whose body cannot be read", () => {
    const { socket, connection, take } = connected();
    take("first", false);
    connection.refuse("413 Request Entity Too Large");
    expect(socket.written).toEqual(refused("413 Request Entity Too Large"));
  });

  test("does not get into an answer that has begun", () => {
    const { socket, connection, take } = connected();
    take("first", false).headersSent = true;
    connection.refuse("400 Bad Request");
    expect([socket.written, socket.destroyed]).toEqual([[], true]);
  });
});

describe("draining", () => {
  test("ends a connection that has nothing to do", () => {
    const { socket, connection } = connected();
    connection.drain();
    expect(socket.destroyed).toBe(true);
  });

  test("makes the answer under way the last", () => {
    const { socket, connection, take } = connected();
    const first = take("first");
    connection.drain();
    expect([first.shouldKeepAlive, socket.destroyed]).toEqual([false, false]);
    first.emit("close");
    expect(socket.destroyed).toBe(true);
  });

  test("does not keep a request from its turn that has come before", () => {
    const { connection, run, take } = connected();
    const first = take("first");
    const second = take("second");
    connection.drain();
    first.emit("close");
    expect([run, second.shouldKeepAlive]).toEqual([["first", "second"], false]);
  });
});
