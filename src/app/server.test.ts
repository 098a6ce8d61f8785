import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { type EngineFaults, faultyEngine } from "../../test/support/faulty-engine.ts";
import { freePort } from "../../test/support/free-port.ts";
import { openMemoryEngine } from "../storage/index.ts";
import { openLmdbEngine } from "../storage/lmdb/index.ts";
import { TemporaryDirectory } from "../storage/testing/temporary-directory.ts";
import { startServer } from "./server.ts";

/** Whether a server accepts connections on the port. */
async function isListening(port: number): Promise<boolean> {
  const socket = connect({ host: "127.0.0.1", port });
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Returns an engine whose writes can be made to fail. */
function brokenEngine(): { readonly engine: ReturnType<typeof faultyEngine>; readonly faults: EngineFaults } {
  const fail = (): Promise<never> => Promise.reject(new Error("the disk is gone"));
  const faults: EngineFaults = { put: fail, commit: fail };
  return { faults, engine: faultyEngine(faults) };
}

describe("a start that fails", () => {
  test("startServer() that fails at the store stops listening and leaves the caller's store open", async () => {
    const { engine, faults } = brokenEngine();
    const port = await freePort();
    await expect(startServer({ engine, port })).rejects.toThrow("the disk is gone");
    expect(await isListening(port)).toBe(false);
    faults.put = undefined;
    expect(await engine.put("/a", Buffer.from("b"), 0)).toBe(1);
    await engine[Symbol.asyncDispose]();
  });

  test("startServer() on a port in use leaves nothing open, so the store and the port can be opened again", async () => {
    using directory = new TemporaryDirectory();
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    await expect(startServer({ engine: { lmdb: directory.path }, port })).rejects.toThrow("EADDRINUSE");
    other.close();
    await once(other, "close");
    await using server = await startServer({ engine: { lmdb: directory.path }, port });
    expect((await server.request("/readyz")).status).toBe(200);
  });

  test("startServer() with an invalid flag does not open the store", async () => {
    using directory = new TemporaryDirectory();
    await expect(
      startServer({ engine: { lmdb: directory.path }, flags: ["--max-requests-inflight=-1"] }),
    ).rejects.toThrow("--max-requests-inflight");
    await using engine = await openLmdbEngine({ path: directory.path, identity: { vocabulary: "kubernetes" } });
    expect(engine.revision).toBe(0);
  });

  test("startServer() with a missing certificate file closes the store again", async () => {
    using directory = new TemporaryDirectory();
    const engine = { lmdb: directory.path };
    await expect(startServer({ engine, port: 0, flags: ["--client-ca-file=/nothing"] })).rejects.toThrow(
      "--client-ca-file",
    );
    await using server = await startServer({ engine });
    expect((await server.request("/readyz")).status).toBe(200);
  });
});

describe("closing a server", () => {
  test("close() closes a store that the server has opened, but not the caller's store", async () => {
    using directory = new TemporaryDirectory();
    await (await startServer({ engine: { lmdb: directory.path } })).close();
    await using own = await openLmdbEngine({ path: directory.path, identity: { vocabulary: "orch" } });
    // Revisions of four namespaces, a Service and its cluster IP.
    expect(own.revision).toBe(6);

    await using engine = openMemoryEngine();
    await (await startServer({ engine })).close();
    expect(await engine.put("/a", Buffer.from("b"), 0)).toBe(7);
  });

  test("a second close() returns the result of the first", async () => {
    const server = await startServer({ port: 0 });
    const port = Number(new URL(server.url).port);
    await Promise.all([server.close(), server.close(), server[Symbol.asyncDispose]()]);
    expect(await isListening(port)).toBe(false);
  });
});
