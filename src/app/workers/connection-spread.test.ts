import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ConnectionSpread, type ConnectionTarget, OwnConnections } from "./connection-spread.ts";

/** A process that only keeps its connections. */
class Target implements ConnectionTarget {
  readonly sockets: Socket[] = [];

  get openConnections(): number {
    return this.sockets.filter((socket) => !socket.destroyed).length;
  }

  accept(socket: Socket): void {
    this.sockets.push(socket);
  }
}

let port: Server;
const clients: Socket[] = [];

beforeEach(async () => {
  port = createServer({ pauseOnConnect: true }, (socket) => socket.resetAndDestroy());
  port.listen(0, "127.0.0.1");
  await once(port, "listening");
});

afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  port.close();
});

function spreadOver(...targets: [ConnectionTarget, ...ConnectionTarget[]]): ConnectionSpread {
  return new ConnectionSpread(port, () => targets);
}

async function connectClient(): Promise<Socket> {
  const client = connect((port.address() as AddressInfo).port, "127.0.0.1");
  clients.push(client);
  await once(client, "connect");
  return client;
}

test("each connection goes to the process with the fewest open connections, the first one among equals", async () => {
  const targets: readonly [Target, Target] = [new Target(), new Target()];
  spreadOver(...targets);
  const counts = (): readonly number[] => targets.map(({ openConnections }) => openConnections);
  await connectClient();
  await expect.poll(counts).toEqual([1, 0]);
  await connectClient();
  await connectClient();
  await expect.poll(counts).toEqual([2, 1]);
  for (const socket of targets[0].sockets) socket.destroy();
  await connectClient();
  await expect.poll(counts).toEqual([1, 1]);
  await connectClient();
  await expect.poll(counts).toEqual([2, 1]);
});

test("a closed spread accepts no connections, and leaves the open ones alone", async () => {
  const target = new Target();
  const spread = spreadOver(target);
  await connectClient();
  await expect.poll(() => target.openConnections).toBe(1);
  spread.close();
  await expect(connectClient()).rejects.toThrow();
  expect(target.openConnections).toBe(1);
  for (const socket of target.sockets) socket.destroy();
});

test("the main process counts its own connections until they close", async () => {
  const served: Socket[] = [];
  const own = new OwnConnections((socket) => served.push(socket));
  spreadOver(own);
  const client = await connectClient();
  await expect.poll(() => own.openConnections).toBe(1);
  client.destroy();
  served[0]?.resume();
  await expect.poll(() => own.openConnections).toBe(0);
});
