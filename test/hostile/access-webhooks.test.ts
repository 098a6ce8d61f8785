import { expect, test } from "vitest";
import { startTls } from "../../src/egress/testing/https-server.ts";
import type { AccessReview } from "../support/access-webhook.ts";
import { allowAll, authorizationFile, fileFlags, startAccessWebhook } from "../support/access-webhook.ts";
import { ClientAuthority } from "../support/client-authority.ts";
import type { Respond } from "../support/review-webhook.ts";

const path = "/api/v1/namespaces/default/secrets";
const flags = fileFlags((configFile) => authorizationFile([{ configFile, failurePolicy: "Deny" }]));
const hundredMegabytes = 100_000_000;

/** Behaviour of a webhook, and the error of the request. */
type HostileRow = readonly [string, Respond<AccessReview>, RegExp];

test.each<HostileRow>([
  ["closes the connection", () => undefined, /: EOF/],
  ["redirects", () => ({ status: 307, headers: { location: "/elsewhere" }, body: "" }), /status code 307/],
  ["sends 100 MB", () => ({ body: " ".repeat(hundredMegabytes) }), /larger than 1048576 bytes/],
  ["nests lists deeply", () => ({ body: `{"a":${"[".repeat(50_000)}` }), /json parse error/],
])("a request gets 500 if the webhook %s", async (_, respond, message) => {
  await using running = await startAccessWebhook(respond, { flags });
  const { status, text } = await running.as("alice", path);
  expect(status).toBe(500);
  expect(text).toMatch(message);
  expect(running.webhook.received).toHaveLength(1);
});

test.each([
  ["sends bytes of HTTP/2", (socket) => socket.write(Buffer.from("000000040000000000", "hex"))],
  ["ends its side of the connection", (socket) => socket.end()],
] as const satisfies readonly (readonly [string, Parameters<typeof startTls>[1]])[])(
  "a request gets 500 if the webhook %s",
  async (_, onConnection) => {
    using authority = await ClientAuthority.create();
    await using hostile = await startTls(authority, onConnection);
    const server = `https://127.0.0.1:${hostile.port}/review`;
    const ca = Buffer.from(authority.certificate).toString("base64");
    const config = {
      apiVersion: "v1",
      kind: "Config",
      "current-context": "c",
      contexts: [{ name: "c", context: { cluster: "w", user: "u" } }],
      users: [{ name: "u", user: {} }],
      clusters: [{ name: "w", cluster: { server, "certificate-authority-data": ca } }],
    };
    await using running = await startAccessWebhook(allowAll, {
      configText: JSON.stringify(config),
      flags,
    });
    expect((await running.as("alice", path)).status).toBe(500);
    expect(running.webhook.received).toEqual([]);
  },
);

test("while a webhook does not respond, requests that it need not review are not delayed", async () => {
  const never: Respond<AccessReview> = (review) =>
    review.spec.user === "alice" ? new Promise(() => undefined) : allowAll(review, 0);
  await using running = await startAccessWebhook(never, { flags });
  expect((await running.as("bob", path)).status).toBe(200);
  // Fewer than the calls of one user that run at a time.
  const waiting = Array.from({ length: 12 }, (_, index) => running.as("alice", `${path}/s${index}`));
  while (running.webhook.received.length < 13) await new Promise((resolve) => setImmediate(resolve));
  expect((await running.as("bob", path)).status).toBe(200);
  expect((await running.as("bob", `${path}?limit=1`)).status).toBe(200);
  expect((await running.server.client.request(path)).status).toBe(200);
  await running.server.clock.advance(3_000);
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([500]));
});
