import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { connect } from "node:tls";
import { expect, test } from "vitest";
import { seededRandom } from "../../base/random.ts";
import { serverNameIn } from "./server-name.ts";

/** Returns the first bytes that Node's TLS client sends. */
async function helloOf(servername: string): Promise<Buffer> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const client = connect({ host: "127.0.0.1", port, servername, rejectUnauthorized: false });
  client.on("error", () => undefined);
  const [socket] = (await once(server, "connection")) as [Socket];
  const [bytes] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  client.destroy();
  server.close();
  return bytes;
}

/** Divides the handshake message into records of 7 bytes. */
function inSmallRecords(bytes: Buffer): Buffer {
  const message = bytes.subarray(5);
  const records: Buffer[] = [];
  for (let at = 0; at < message.length; at += 7) {
    const piece = message.subarray(at, at + 7);
    records.push(Buffer.from([22, 3, 1, 0, piece.length]), piece);
  }
  return Buffer.concat(records);
}

test("serverNameIn() finds the name in the message of a client, and waits for the whole message", async () => {
  const hello = await helloOf("a.example");
  expect(serverNameIn(hello)).toBe("a.example");
  expect(serverNameIn(await helloOf(""))).toBe("");
  expect(serverNameIn(inSmallRecords(hello))).toBe("a.example");
  for (let length = 0; length < hello.length; length++) {
    if (serverNameIn(hello.subarray(0, length)) !== undefined) expect.unreachable(`a name after ${length} bytes`);
  }
  expect(serverNameIn(Buffer.from("GET / HTTP/1.1\r\n\r\n"))).toBe("");
});

test("serverNameIn() never throws for damaged messages", async () => {
  const hello = await helloOf("a.example");
  const random = seededRandom(11);
  expect.assertions(0);
  for (let count = 0; count < 3000; count++) {
    const damaged = Buffer.from(hello);
    for (let change = 0; change < 3; change++) damaged[random.below(damaged.length)] = random.below(256);
    serverNameIn(damaged);
  }
});
