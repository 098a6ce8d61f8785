/** Files of CA certificates that change while the server runs. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OpensslAuthority } from "../support/openssl-authority.ts";
import { buildProgram, OrchProcess } from "../support/orch-process.ts";
import { recognizedUser } from "../support/own-review.ts";
import { eventually } from "../support/until.ts";
import { WireClient } from "../support/wire-client.ts";
import { workersOf } from "../workers/serving-workers.ts";

const masters = "system:masters";
const processes = 2;
/** Connections per check. They are spread evenly, so that each process gets one. */
const connections = 2 * processes;

describe("a server with several processes", () => {
  const folder = mkdtempSync(join(tmpdir(), "orch-authorities-"));
  const file = join(folder, "client-ca.crt");
  let first: OpensslAuthority;
  let second: OpensslAuthority;
  let server: OrchProcess;
  let url: string;

  beforeAll(async () => {
    await buildProgram();
    first = OpensslAuthority.create(join(folder, "first"), "first");
    second = OpensslAuthority.create(join(folder, "second"), "second");
    writeFileSync(file, first.certificate);
    const data = join(folder, "data");
    const flags = [`--workers=${processes}`, "--secure-port=0", `--data-dir=${data}`, `--client-ca-file=${file}`];
    server = new OrchProcess(["apiserver", ...flags]);
    url = await server.waitUntilReady();
    const kubeconfig = readFileSync(join(data, "admin.kubeconfig"), "utf8");
    await eventually(
      async () => (await workersOf(server.pid, kubeconfig)).length === processes - 1,
      "workers are ready",
    );
  });

  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  function clientOf(authority: OpensslAuthority, name: string): WireClient {
    return new WireClient({ url, insecure: true, ...authority.issue({ subject: `/O=${masters}/CN=${name}` }) });
  }

  /** Returns the users that new connections with a certificate of this authority have. */
  async function usersOf(authority: OpensslAuthority, name: string): Promise<ReadonlySet<unknown>> {
    const certificate = authority.issue({ subject: `/O=${masters}/CN=${name}` });
    const clients = Array.from({ length: connections }, () => new WireClient({ url, insecure: true, ...certificate }));
    const users = await Promise.all(clients.map((client) => recognizedUser(client)));
    for (const client of clients) await client[Symbol.asyncDispose]();
    return new Set(users.map((user) => (typeof user === "number" ? user : user.username)));
  }

  test("[CERT-01] an added authority is trusted by all processes, without a restart", async () => {
    expect(await usersOf(second, "bert")).toEqual(new Set([401]));
    writeFileSync(file, `${first.certificate}${second.certificate}`);
    await eventually(async () => {
      const users = await usersOf(second, "bert");
      return users.size === 1 && users.has("bert");
    }, "all processes trust the second authority");
    expect(await usersOf(first, "ann")).toEqual(new Set(["ann"]));
  });

  test("a half-written file is reported and counted, and the previous authorities stay", async () => {
    await using admin = clientOf(first, "admin");
    const failures = async (): Promise<number> => {
      const { text } = await admin.request("/metrics");
      const series = /^authentication_ca_file_reloads_total\{flag="--client-ca-file",result="failure"\} (\d+)$/m;
      return Number(series.exec(text)?.[1] ?? 0);
    };
    expect(await failures()).toBe(0);
    writeFileSync(file, `${first.certificate}${second.certificate.slice(0, 200)}`);
    await eventually(async () => (await failures()) === processes, "all processes count the failure");
    await server.waitForLog("--client-ca-file: the changed file cannot be used, the previous certificates stay");
    expect(server.stderr).toContain("contains an incomplete certificate");
    expect(await usersOf(second, "bert")).toEqual(new Set(["bert"]));
    writeFileSync(file, "");
    await eventually(async () => (await failures()) === 2 * processes, "an empty file is a failure, too");
    expect(await usersOf(first, "ann")).toEqual(new Set(["ann"]));
  });

  test("a removed authority is no longer trusted, even on connections that are open", async () => {
    await using open = clientOf(second, "bert");
    expect(await recognizedUser(open)).toMatchObject({ username: "bert" });
    writeFileSync(file, first.certificate);
    await eventually(async () => (await recognizedUser(open)) === 401, "the open connection is rejected");
    await eventually(async () => {
      const users = await usersOf(second, "bert");
      return users.size === 1 && users.has(401);
    }, "all processes distrust the second authority");
    expect(await usersOf(first, "ann")).toEqual(new Set(["ann"]));
  });
});
