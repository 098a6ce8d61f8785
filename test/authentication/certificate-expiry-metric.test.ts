/** The metric of remaining lifetimes of client certificates, compared with observations of the reference v1.32.13. */
import { expect, test } from "vitest";
import { ClientAuthority } from "../support/client-authority.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { WireClient } from "../support/wire-client.ts";

const metric = "apiserver_client_certificate_expiration_seconds";
/** The bounds of the reference, in its spelling. */
const bounds = [
  "0",
  "1800",
  "3600",
  "7200",
  "21600",
  "43200",
  "86400",
  "172800",
  "345600",
  "604800",
  "2.592e+06",
  "7.776e+06",
  "1.5552e+07",
  "3.1104e+07",
  "+Inf",
];
const group = "system:masters";

/** Returns how many certificates each bucket has, without those of smaller buckets. */
async function observed({ client }: TestServer): Promise<ReadonlyMap<string, number>> {
  const { text } = await client.request("/metrics");
  const counts = text.matchAll(new RegExp(`^${metric}_bucket\\{le="([^"]+)"\\} (\\d+)$`, "gm"));
  const cumulative = [...counts].map(([, bound = "", count]): [string, number] => [bound, Number(count)]);
  return new Map(
    cumulative.map(([bound, count], index) => [bound, count - (index === 0 ? 0 : (cumulative[index - 1]?.[1] ?? 0))]),
  );
}

async function send(running: TestServer, certificate: object, headers: Record<string, string> = {}): Promise<number> {
  const { url, caCertificate: ca } = running.server;
  await using client = new WireClient({ url, ca, ...certificate });
  return (await client.request("/version", { headers })).status;
}

test("each request with a client certificate counts by the time until the certificate expires", async () => {
  using authority = await ClientAuthority.create();
  await using running = await startTestServer({ flags: authority.flags });
  const nowMs = running.clock.nowMs();
  const minuteMs = 60_000;
  const lasting = (toMs: number): Promise<{ cert: string; key: string }> =>
    authority.issue({ name: "ann", groups: [group], validity: { fromMs: 0, toMs } });
  const before = await observed(running);
  expect([...before.keys()]).toEqual(bounds);
  const short = await lasting(nowMs + 90 * minuteMs);
  await send(running, short);
  await send(running, short);
  await send(running, await lasting(nowMs + 60 * 24 * 60 * minuteMs));
  expect(await send(running, await lasting(nowMs - minuteMs))).toBe(401);
  const after = await observed(running);
  const added = bounds.map((bound) => (after.get(bound) ?? 0) - (before.get(bound) ?? 0));
  // The last bucket has the requests for the metrics.
  expect(Object.fromEntries(bounds.map((bound, index) => [bound, added[index]]).slice(0, -1))).toEqual({
    ...Object.fromEntries(bounds.slice(0, -1).map((bound) => [bound, 0])),
    0: 1,
    7200: 2,
    "7.776e+06": 1,
  });
});

test("certificates of unknown authorities count, and those of accepted proxies do not, as in the reference", async () => {
  using authority = await ClientAuthority.create();
  using proxies = await ClientAuthority.create();
  using stranger = await ClientAuthority.create();
  const flags = [
    ...authority.flags,
    `--requestheader-client-ca-file=${proxies.caFile}`,
    "--requestheader-username-headers=X-Remote-User",
  ];
  await using running = await startTestServer({ flags });
  const read = async (): Promise<number> => {
    const { text } = await running.client.request("/metrics");
    return Number(new RegExp(`^${metric}_count (\\d+)$`, "m").exec(text)?.[1]);
  };
  const start = await read();
  /** Returns the certificates of other clients since the start. Each reading is a request with a certificate, too. */
  const counted = async (readings: number): Promise<number> => (await read()) - start - readings;
  expect(await send(running, await stranger.issue({ name: "x" }))).toBe(401);
  expect(await counted(1)).toBe(1);
  const proxy = await proxies.issue({ name: "proxy" });
  expect(await send(running, proxy, { "x-remote-user": "ann" })).toBe(200);
  expect(await counted(2)).toBe(1);
  expect(await send(running, proxy)).toBe(401);
  expect(await counted(3)).toBe(2);
});
