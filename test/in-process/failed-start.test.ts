/** Starts that fail, and what they leave behind. */
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type StartServerOptions, startServer } from "../../src/app/server.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";

const directory = new TemporaryDirectory();

test.each<readonly [what: string, options: StartServerOptions]>([
  ["an invalid admission function", { admission: [{ name: "" }] }],
  ["an invalid webhook", { webhooks: { "http://a.example.com": () => ({}) } }],
  ["a missing file", { flags: ["--encryption-provider-config=/missing.yaml"] }],
  ["a file that is needed after others", { flags: ["--audit-policy-file=/missing.yaml", "--audit-log-path=-"] }],
])("a start that fails because of %s closes the store", async (what, options) => {
  const engine = { lmdb: join(directory.path, what) };
  await expect(startServer({ ...options, engine })).rejects.toThrow();
  await using server = await startServer({ engine });
  expect((await server.request("/readyz")).status).toBe(200);
});

test("a start that fails because its port is in use closes the store", async () => {
  const engine = { lmdb: join(directory.path, "port") };
  await using other = createServer();
  const port = await new Promise<number>((resolve) => {
    other.listen(0, "127.0.0.1", () => resolve((other.address() as { port: number }).port));
  });
  await expect(startServer({ engine, port })).rejects.toThrow();
  await using server = await startServer({ engine });
  expect((await server.request("/readyz")).status).toBe(200);
});
