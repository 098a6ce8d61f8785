/** Starts of the built server that fail although etcd responds. */
import { beforeAll, expect, test } from "vitest";
import { EtcdCluster, hasEtcd } from "../../src/storage/testing/etcd-process.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { buildProgram, OrchProcess } from "../support/orch-process.ts";

beforeAll(buildProgram, 120_000);

test.skipIf(!hasEtcd)("a server on etcd that cannot read a certificate file reports it and exits with 1", async () => {
  await using etcd = await EtcdCluster.start();
  using folder = new TemporaryDirectory();
  await using server = new OrchProcess([
    "apiserver",
    "--secure-port=0",
    `--etcd-servers=${etcd.urls.join(",")}`,
    `--data-dir=${folder.path}`,
    "--client-ca-file=/nowhere.crt",
  ]);
  expect(await server.waitForExit()).toBe(1);
  expect(server.stderr).toContain("--client-ca-file: file /nowhere.crt does not exist");
});
