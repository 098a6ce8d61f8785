/** Closing a server while requests are in progress that never end, because the clock does not move. */
import { once } from "node:events";
import { connect as connectH2 } from "node:http2";
import { request as requestH1 } from "node:https";
import { describe, test } from "vitest";
import { startServer } from "../../src/app/server.ts";
import { changeMap, createMap, mapsPath } from "../support/config-maps.ts";
import { waitForInFlight } from "../support/in-flight-requests.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

/** Sends the first half of a body and nothing more. @returns the response or the connection's error */
function upload({ server, credentials }: TestServer, protocol: "h1" | "h2"): Promise<unknown> {
  const headers = { "content-type": "application/json", "content-length": "100" };
  const half = '{"metadata":{"name":"half"';
  if (protocol === "h1") {
    const request = requestH1(`${server.url}${mapsPath}`, { method: "POST", headers, ...credentials });
    request.write(half);
    return once(request, "response").catch((error: unknown) => error);
  }
  const session = connectH2(server.url, credentials);
  const stream = session.request({ ":method": "POST", ":path": mapsPath, ...headers });
  stream.write(half);
  return once(stream, "response").catch((error: unknown) => error);
}

/** Requests a long list and reads nothing of its body. */
async function openUnreadList({ client }: TestServer): Promise<void> {
  const text = "x".repeat(900_000);
  for (let index = 0; index < 12; index++) await createMap(client, `large-${index}`, { data: { text } });
  await client.open(mapsPath);
}

test("a closed server rejects requests, also those of clients that are created later", async ({ expect }) => {
  const server = await startServer();
  const before = server.request("/api/v1/namespaces");
  await server.close();
  expect((await before).status).toBe(200);
  await expect(server.request("/api/v1/namespaces")).rejects.toThrow("the server is closed");
  await expect(server.request("/healthz")).rejects.toThrow("the server is closed");
  await expect(server.clientAs("ann").read("/version")).rejects.toThrow("the server is closed");
  await expect(server.client.read("/version")).rejects.toThrow("the client is closed");
});

describe.concurrent("closing a server with open requests", () => {
  test.each(["h1", "h2"] as const)(
    "a server closes although a client stalls in the middle of its body (%s)",
    async (protocol) => {
      const running = await startTestServer();
      const answered = upload(running, protocol);
      await waitForInFlight(running.client, 1);
      await running[Symbol.asyncDispose]();
      const outcome = await answered;
      if (!(outcome instanceof Error)) throw new Error("the upload was answered");
    },
  );

  test("a server closes although a client does not read a long response", async () => {
    const running = await startTestServer();
    await openUnreadList(running);
    await waitForInFlight(running.client, 1);
    await running.server.close();
    await running[Symbol.asyncDispose]();
  });

  test("a server closes although a read and a watch wait for a future version", async ({ expect }) => {
    const running = await startTestServer();
    const { server, client } = running;
    await createMap(client, "one");
    const watch = await client.watch(`${mapsPath}?watch=1`);
    await changeMap(client, "one", { colour: "blue" });
    const waiting = server.request(`${mapsPath}/one?resourceVersion=1000000`);
    const outcome = waiting.then(
      ({ status }) => status,
      (error: Error) => error.message,
    );
    await waitForInFlight(client, 2);
    await running[Symbol.asyncDispose]();
    expect(await outcome).toBe("the server aborted the response");
    expect((await watch.takeAll()).map(({ type }) => type)).toEqual(["ADDED", "MODIFIED"]);
  });
});
