/** Open connections of clients whose authorities expire or change. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { OpensslAuthority } from "../support/openssl-authority.ts";
import { recognizedUser } from "../support/own-review.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { eventually } from "../support/until.ts";
import { WireClient } from "../support/wire-client.ts";

const folder = new TemporaryDirectory();
const file = join(folder.path, "bundle.crt");
const subject = "/O=system:masters/CN=ann";
let first: OpensslAuthority;
let second: OpensslAuthority;
let running: TestServer;

beforeAll(async () => {
  first = OpensslAuthority.create(join(folder.path, "first"), "first");
  second = OpensslAuthority.create(join(folder.path, "second"), "second");
  writeFileSync(file, `${first.certificate}${second.certificate}`);
  running = await startTestServer({ flags: [`--client-ca-file=${file}`] });
});

afterAll(async () => {
  await running[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

function connect(certificate: { readonly cert: string; readonly key: string }): WireClient {
  const { url, caCertificate: ca } = running.server;
  return new WireClient({ url, ca, ...certificate });
}

/** Writes the file, and waits until the server has looked at it. @param result of the reload */
async function changeFile(content: string, result: "success" | "failure"): Promise<void> {
  const reloads = async (): Promise<number> => {
    const { text } = await running.client.request("/metrics");
    const label = `{flag="--client-ca-file",result="${result}"} `;
    return Number(text.split(label)[1]?.split("\n")[0] ?? 0);
  };
  const before = await reloads();
  writeFileSync(file, content);
  await running.clock.advance(1000);
  await eventually(async () => (await reloads()) > before, "the file is loaded");
}

test("[CERT-03] an open connection gets 401 once an authority between its certificate and the CA has expired", async () => {
  const extensions = ["basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign"];
  const between = first.issue({ subject: "/CN=between", extensions, days: ["20200101", "20500101"] });
  const { cert, key } = OpensslAuthority.from(join(folder.path, "between"), between).issue({ subject });
  await using client = connect({ cert: cert + between.cert, key });
  const nowMs = running.clock.nowMs();
  running.clock.setNowMs(Date.UTC(2050, 0, 1));
  expect(await recognizedUser(client)).toMatchObject({ username: "ann" });
  running.clock.setNowMs(Date.UTC(2050, 0, 1) + 1);
  expect(await recognizedUser(client)).toBe(401);
  running.clock.setNowMs(nowMs);
});

test("a half-written file of authorities changes nothing", async () => {
  await using client = connect(second.issue({ subject }));
  await changeFile(`${first.certificate}${second.certificate.slice(0, 200)}`, "failure");
  expect(await recognizedUser(client)).toMatchObject({ username: "ann" });
});

test("[CERT-01] an open connection gets 401 once its authority was removed from the file", async () => {
  await using kept = connect(first.issue({ subject }));
  await using removed = connect(second.issue({ subject }));
  expect(await recognizedUser(removed)).toMatchObject({ username: "ann" });
  await changeFile(first.certificate, "success");
  expect(await recognizedUser(removed)).toBe(401);
  expect(await recognizedUser(kept)).toMatchObject({ username: "ann" });
});

test("[CERT-01] an open connection ends with its 401 once its authority was added, and the next one is accepted", async () => {
  const third = OpensslAuthority.create(join(folder.path, "third"), "third");
  await using client = connect(third.issue({ subject }));
  expect(await closingStatusOf(client)).toEqual([401, undefined]);
  await changeFile(`${first.certificate}${third.certificate}`, "success");
  expect(await closingStatusOf(client)).toEqual([401, "close"]);
  expect(await recognizedUser(client)).toMatchObject({ username: "ann" });
});

/** Returns the status of a request, and whether the server closes its connection. */
async function closingStatusOf(client: WireClient): Promise<readonly [number, unknown]> {
  const { status, headers } = await client.request("/version");
  return [status, headers["connection"]];
}
