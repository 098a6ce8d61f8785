/** Tests of `connect()`, which creates a client from a configuration file. */
import { writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test, vi } from "vitest";
import { configMap, selfSubjectReview } from "../../src/api/index.ts";
import { ConfigError, connect, StatusError } from "../../src/app/client.ts";
import { ManualClock } from "../../src/base/manual-clock.ts";
import { vocabularyNames } from "../../src/meta/vocabulary.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { ClientAuthority } from "../support/client-authority.ts";
import { startTestServer } from "../support/test-server.ts";

/** Writes the configuration after modifying it with `change`. */
function written(folder: TemporaryDirectory, kubeconfig: string, change = (text: string): string => text): string {
  const path = join(folder.path, "config");
  writeFileSync(path, change(kubeconfig));
  return path;
}

test.each(vocabularyNames)("connect() accepts the server's kubeconfig, vocabulary %s", async (vocabulary) => {
  await using running = await startTestServer({ vocabulary });
  using folder = new TemporaryDirectory();
  await using client = await connect({ path: written(folder, running.server.kubeconfig), vocabulary });
  await client.api(configMap, "default").create({ metadata: { name: "a" }, data: { x: "1" } });
  expect((await client.api(configMap, "default").get("a")).data).toEqual({ x: "1" });
});

test("a replaced certificate file is used for later requests, over another connection", async () => {
  using authority = await ClientAuthority.create();
  await using running = await startTestServer({ flags: authority.flags });
  using folder = new TemporaryDirectory();
  const put = async (name: string): Promise<void> => {
    const { cert, key } = await authority.issue({ name, groups: ["system:masters"] });
    writeFileSync(join(folder.path, "client.crt"), cert);
    writeFileSync(join(folder.path, "client.key"), key);
  };
  await put("ann");
  // Relative paths are resolved against the folder of the configuration.
  const path = written(folder, running.server.kubeconfig, (text) =>
    text
      .replace(/client-certificate-data: .*/, "client-certificate: client.crt")
      .replace(/client-key-data: .*/, "client-key: client.key"),
  );
  const clock = new ManualClock();
  await using client = await connect({ path, clock });
  const whoAmI = async (): Promise<string | undefined> => {
    const { status } = await client.api(selfSubjectReview).create({ metadata: {} });
    return status?.userInfo?.username;
  };
  expect(await whoAmI()).toBe("ann");
  await put("bob");
  await clock.advance(4 * 60_000);
  expect(await whoAmI()).toBe("ann");
  await clock.advance(60_000);
  expect(await whoAmI()).toBe("bob");
});

test("client.namespace is the namespace of the context", async () => {
  await using running = await startTestServer();
  using folder = new TemporaryDirectory();
  const path = written(folder, running.server.kubeconfig, (text) =>
    text.replace(/( *)user: (\S+)\n/, "$1user: $2\n$1namespace: kube-public\n"),
  );
  await using client = await connect({ path });
  expect(client.namespace).toBe("kube-public");
  await using other = await connect({ path: written(folder, running.server.kubeconfig) });
  expect(other.namespace).toBe("default");
});

test("connect() accepts a server certificate that no CA has signed if insecure-skip-tls-verify is set", async () => {
  await using running = await startTestServer();
  using folder = new TemporaryDirectory();
  const path = written(folder, running.server.kubeconfig, (text) =>
    text.replace(/certificate-authority-data: .*/, "insecure-skip-tls-verify: true"),
  );
  await using client = await connect({ path });
  expect((await client.api(configMap, "default").list()).items).toEqual([]);
});

test("connect() combines a context, a cluster and a user of several files", async () => {
  await using running = await startTestServer();
  using folder = new TemporaryDirectory();
  const kubeconfig = running.server.kubeconfig;
  const part = (name: string, list: string): string => {
    const path = join(folder.path, name);
    const lines = kubeconfig.split("\n");
    const start = lines.findIndex((line) => line.startsWith(`${list}:`));
    const length = lines.slice(start + 1).findIndex((line) => /^\S/.test(line) && !line.startsWith("-"));
    writeFileSync(path, lines.slice(start, length < 0 ? undefined : start + 1 + length).join("\n"));
    return path;
  };
  const files = ["clusters", "users", "contexts"].map((list) => part(list, list));
  const [, context = ""] = /^current-context: "?([^"\s]+)/m.exec(kubeconfig) ?? [];
  vi.stubEnv("ORCHCONFIG", [join(folder.path, "missing"), ...files].join(delimiter));
  await using client = await connect({ context }).finally(() => vi.unstubAllEnvs());
  expect((await client.api(configMap, "default").list()).items).toEqual([]);
});

test("connect() sends the impersonated user with every request", async () => {
  await using running = await startTestServer();
  using folder = new TemporaryDirectory();
  const path = written(folder, running.server.kubeconfig, (text) =>
    text.replace(/( *)client-key-data:/, "$1as: jane\n$1as-groups: [one, two]\n$1client-key-data:"),
  );
  await using client = await connect({ path });
  const refused = await client
    .api(configMap, "default")
    .list()
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StatusError);
  expect(refused).toMatchObject({ code: 403 });
});

test("after a 401, the client retries once with new credentials and then throws the 401", async () => {
  await using running = await startTestServer();
  using folder = new TemporaryDirectory();
  const tokenFile = join(folder.path, "token");
  writeFileSync(tokenFile, "nobody-knows-this");
  const path = written(folder, running.server.kubeconfig, (text) =>
    text.replace(/( *)client-certificate-data: .*\n *client-key-data: .*\n/, `$1tokenFile: ${tokenFile}\n`),
  );
  await using client = await connect({ path });
  await expect(client.api(configMap, "default").list()).rejects.toMatchObject({ code: 401, reason: "Unauthorized" });
});

test("connect() rejects a missing file and an unknown context by name", async () => {
  using folder = new TemporaryDirectory();
  await expect(connect({ path: join(folder.path, "none") })).rejects.toThrow(ConfigError);
  await using running = await startTestServer();
  const path = written(folder, running.server.kubeconfig);
  await expect(connect({ path, context: "other" })).rejects.toThrow(/other/);
});
