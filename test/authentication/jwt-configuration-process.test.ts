import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { runOrch } from "../support/orch-command.ts";
import { buildProgram } from "../support/orch-process.ts";
import { ConfigurationFile } from "../support/token-server.ts";

beforeAll(() => buildProgram(), 120_000);

/** Runs a server until it ends. */
async function runServer(file: ConfigurationFile, ...flags: readonly string[]): Promise<unknown> {
  using folder = new TemporaryDirectory();
  const dataDir = `--data-dir=${join(folder.path, "data")}`;
  return await runOrch(["apiserver", dataDir, "--secure-port=0", file.flag, ...flags], { cwd: folder.path });
}

test("a file with faults stops orch apiserver with each field, value and rule [JWT-01] [JWT-16]", async () => {
  const issuer = { url: "http://login.example", audiences: ["app"] };
  using file = new ConfigurationFile({ jwt: [{ issuer, claimMappings: { username: { claim: "sub" } } }] });
  expect(await runServer(file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      `orch: --authentication-config: ${file.path}: [jwt[0].issuer.url: Invalid value: "http://login.example": URL scheme ` +
        "must be https, jwt[0].claimMappings.username.prefix: Required value: prefix is required when claim is set. It can " +
        "be set to an empty string to disable prefixing]",
    ),
  });
});

test("a file together with a flag of OpenID Connect stops orch apiserver [JWT-03]", async () => {
  using file = new ConfigurationFile({ jwt: [] });
  expect(await runServer(file, "--oidc-username-claim=email")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--authentication-config and --oidc-username-claim are mutually exclusive"),
  });
});
