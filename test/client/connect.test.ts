/** A client as a program makes it: from a configuration file. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configMap } from "../../src/api/index.ts";
import { ConfigError, connect, StatusError } from "../../src/app/client.ts";
import { vocabularyNames } from "../../src/meta/vocabulary.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { startTestServer } from "../support/test-server.ts";

/** Writes the configuration, changed by `change`. */
function written(folder: TemporaryDirectory, kubeconfig: string, change = (text: string): string => text): string {
  const path = join(folder.path, "config");
  writeFileSync(path, change(kubeconfig));
  return path;
}

test.each(vocabularyNames)("a file that the server wrote makes a client of it, vocabulary %s", async (vocabulary) => {
  await using running = await startTestServer({ vocabulary });
  using folder = new TemporaryDirectory();
  await using client = await connect({ path: written(folder, running.server.kubeconfig), vocabulary });
  await client.api(configMap, "default").create({ metadata: { name: "a" }, data: { x: "1" } });
  expect((await client.api(configMap, "default").get("a")).data).toEqual({ x: "1" });
});

test("whoever acts for somebody else says so in every request", async () => {
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

test("a credential that the server does not accept is asked for again, once", async () => {
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

test("a configuration that is not there, or asks for what there is not, is refused by name", async () => {
  using folder = new TemporaryDirectory();
  await expect(connect({ path: join(folder.path, "none") })).rejects.toThrow(ConfigError);
  await using running = await startTestServer();
  const path = written(folder, running.server.kubeconfig);
  await expect(connect({ path, context: "other" })).rejects.toThrow(/other/);
});
