/** `orch login` as a program, with a real OpenID Connect provider on TLS and a scripted browser. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadYaml } from "@kubernetes/client-node";
import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TemporaryDirectory } from "../src/storage/testing/temporary-directory.ts";
import { kubectlMinor, kubectlWith } from "./support/kubectl.ts";
import { confidentialSecret, OidcIssuer } from "./support/oidc-issuer.ts";
import { OrchCommand, runOrch } from "./support/orch-command.ts";
import { buildProgram, OrchProcess } from "./support/orch-process.ts";
import { ScriptedBrowser } from "./support/scripted-browser.ts";
import { until } from "./support/until.ts";

/** The first minor version of kubectl with stable credential plugins. */
const minorWithPlugins = 22;
const secrets = "/api/v1/namespaces/default/secrets";

let issuer: OidcIssuer;
let folder: TemporaryDirectory;

beforeAll(async () => {
  await buildProgram();
  issuer = await OidcIssuer.start();
}, 120_000);
afterAll(() => issuer[Symbol.asyncDispose]());
beforeEach(() => {
  folder = new TemporaryDirectory();
});
afterEach(() => folder[Symbol.dispose]());

const configuration = `apiVersion: v1
kind: Config
clusters:
- name: here
  cluster: {server: "https://127.0.0.1:1"}
users:
- name: admin
  user: {token: secret}
contexts:
- name: admin@here
  context: {cluster: here, user: admin, namespace: shop}
current-context: admin@here
`;

function loginFlags(from: OidcIssuer = issuer, clientId = "orch"): string[] {
  return [`--issuer-url=${from.url}`, `--client-id=${clientId}`, `--ca-file=${from.caFile}`];
}

/** Runs a command that prints a URL, and lets `ann` log in there. */
async function logIn(args: readonly string[], from: OidcIssuer = issuer, user = "ann") {
  const command = new OrchCommand(args, { cwd: folder.path });
  const url = /^https:\/\/\S+\/auth\?\S+$/m;
  await until(() => url.test(command.stderr), `the URL is printed, and not only ${command.stderr}`);
  const page = await new ScriptedBrowser(from.ca, { login: user, password: "x" }).visit(
    url.exec(command.stderr)?.[0] ?? "",
  );
  return { page, ended: await command.waitForEnd() };
}

interface ExecCredential {
  readonly kind: string;
  readonly apiVersion: string;
  readonly status: { readonly token: string; readonly expirationTimestamp: string };
}

function sessionFolder(): string {
  return join(folder.path, ".orch/login");
}

test("orch login in the browser stores the tokens with mode 0600 in a folder with mode 0700", async () => {
  const { page, ended } = await logIn(["login", ...loginFlags(), "--configure=false"]);
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining("Return to the terminal") });
  expect(ended).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(new RegExp(`^logged in at ${issuer.url} as ann; the token expires at 20\\S+Z\n$`)),
  });
  const [file = "", ...others] = readdirSync(sessionFolder());
  expect(others).toEqual([]);
  expect(statSync(sessionFolder()).mode & 0o777).toBe(0o700);
  expect(statSync(join(sessionFolder(), file)).mode & 0o777).toBe(0o600);
  expect(ended.stdout + ended.stderr).not.toContain("eyJ");
});

test("orch login writes a user and a context, and orch login token prints the stored token", async () => {
  mkdirSync(join(folder.path, ".orch"));
  const file = join(folder.path, ".orch/config");
  writeFileSync(file, configuration, { mode: 0o600 });
  const { ended } = await logIn(["login", ...loginFlags()]);
  expect(ended).toMatchObject({ code: 0 });
  expect(ended.stdout.split("\n").slice(1)).toEqual([
    `${file}: wrote the user "oidc" and the context "oidc@here", which is now the current context`,
    'the context before was "admin@here"; use it with --context=admin@here',
    "",
  ]);
  const written = loadYaml<Record<string, never>>(readFileSync(file, "utf8"));
  const { users, ...rest } = written as unknown as {
    users: { name: string; user: { exec: { command: string; args: string[] } } }[];
  };
  expect(rest).toMatchObject({
    clusters: [{ name: "here", cluster: { server: "https://127.0.0.1:1" } }],
    contexts: [
      { name: "admin@here", context: { cluster: "here", user: "admin", namespace: "shop" } },
      { name: "oidc@here", context: { cluster: "here", user: "oidc", namespace: "shop" } },
    ],
    "current-context": "oidc@here",
  });
  expect(users).toMatchObject([
    { name: "admin", user: { token: "secret" } },
    {
      name: "oidc",
      user: { exec: { apiVersion: "client.authentication.orch.io/v1", interactiveMode: "IfAvailable" } },
    },
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { command = "", args = [] } = users[1]?.user.exec ?? {};
  const info = {
    kind: "ExecCredential",
    apiVersion: "client.authentication.orch.io/v1beta1",
    spec: { interactive: false },
  };
  const { stdout, stderr, status } = spawnSync(command, args, {
    env: { PATH: process.env["PATH"], HOME: folder.path, ORCH_EXEC_INFO: JSON.stringify(info) },
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const credential = JSON.parse(stdout) as ExecCredential;
  const { sub, aud, exp = 0 } = decodeJwt(credential.status.token);
  expect({ sub, aud }).toEqual({ sub: "ann", aud: "orch" });
  expect(credential).toMatchObject({ kind: "ExecCredential", apiVersion: "client.authentication.orch.io/v1beta1" });
  expect(Date.parse(credential.status.expirationTimestamp)).toBe(exp * 1000);
});

test("a client with a secret logs in, and the secret is not written into the client configuration", async () => {
  const file = join(folder.path, "mine");
  writeFileSync(file, configuration);
  const flags = [...loginFlags(issuer, "confidential"), `--kubeconfig=${file}`];
  const { ended } = await logIn(["login", ...flags, `--client-secret=${confidentialSecret}`]);
  expect(ended).toMatchObject({ code: 0 });
  expect(readFileSync(file, "utf8")).not.toContain("s3cret");
  const token = await runOrch(["login", "token", ...flags], { cwd: folder.path });
  expect(token).toMatchObject({ code: 0, stderr: "" });
});

test("orch login --device prints a code, and waits until the user has entered it on another device", async () => {
  const command = new OrchCommand(["login", ...loginFlags(), "--configure=false", "--device"], { cwd: folder.path });
  const hint = /^open (\S+) and enter the code (\S+), or open (\S+)$/m;
  await until(() => hint.test(command.stderr), `the code is printed, and not only ${command.stderr}`);
  const [, url = "", code = ""] = hint.exec(command.stderr) ?? [];
  await new ScriptedBrowser(issuer.ca, { user_code: code, login: "bob", password: "x" }).visit(url);
  const { stdout, code: exitCode } = await command.waitForEnd();
  expect({ exitCode, stdout }).toEqual({
    exitCode: 0,
    stdout: expect.stringContaining(" as bob; the token expires at "),
  });
}, 60_000);

describe("an issuer whose tokens expire soon", () => {
  test("concurrent processes renew the tokens one after the other, and no refresh token is used twice", async () => {
    await using shortIssuer = await OidcIssuer.start({ idTokenSeconds: 20 });
    const flags = loginFlags(shortIssuer);
    await logIn(["login", ...flags, "--configure=false"], shortIssuer);
    // The tokens have less than 30 seconds left, so that every process renews them.
    const run = (): Promise<{ code: number | null; stdout: string; stderr: string }> =>
      runOrch(["login", "token", ...flags], { cwd: folder.path });
    const results = await Promise.all(Array.from({ length: 6 }, run));
    expect(results.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      Array.from({ length: 6 }, () => ({ code: 0, stderr: "" })),
    );
    const [file = "", ...others] = readdirSync(sessionFolder());
    expect(others).toEqual([]);
    expect(JSON.parse(readFileSync(join(sessionFolder(), file), "utf8"))).toMatchObject({
      idToken: { subject: "ann" },
    });
    // A refresh token that is used twice revokes the login, and the next renewal would fail.
    expect(await run()).toMatchObject({ code: 0, stderr: "" });
    expect(shortIssuer.requests.filter((request) => request === "POST /token")).toHaveLength(8);
  }, 60_000);
});

describe("a server that accepts tokens of the issuer and bootstrap tokens", () => {
  let server: OrchProcess;
  let home: TemporaryDirectory;
  let file: string;

  beforeAll(async () => {
    home = new TemporaryDirectory();
    file = join(home.path, "data/admin.kubeconfig");
    const oidc = [`--oidc-issuer-url=${issuer.url}`, "--oidc-client-id=orch", `--oidc-ca-file=${issuer.caFile}`];
    const flags = [...oidc, "--enable-bootstrap-token-auth", "--vocabulary=kubernetes"];
    server = new OrchProcess(["up", "--secure-port=0", `--data-dir=${join(home.path, "data")}`, ...flags]);
    await server.waitUntilReady();
  }, 60_000);
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    home[Symbol.dispose]();
  });

  test.skipIf(Number.isNaN(kubectlMinor) || kubectlMinor < minorWithPlugins)(
    `kubectl and orch send the token of orch login (needs kubectl 1.${minorWithPlugins})`,
    async () => {
      const copy = join(folder.path, "config");
      copyFileSync(file, copy);
      const where = [`--kubeconfig=${copy}`, "--vocabulary=kubernetes"];
      expect((await logIn(["login", ...loginFlags(), ...where])).ended.code).toBe(0);
      // No role allows these users anything, so the refusals name them.
      const refusal = `User "${issuer.url}#ann" cannot list resource "secrets" in API group "" in the namespace "default"`;
      expect(await kubectlWith(folder.path, copy).failure`get --raw ${secrets}`).toContain(refusal);
      const ours = await runOrch(["whoami", ...where], { cwd: folder.path });
      expect(ours.stdout + ours.stderr).toContain(`${issuer.url}#ann`);
    },
  );

  test("a token of orch token create authenticates until orch token delete", async () => {
    const where = [`--kubeconfig=${file}`, "--vocabulary=kubernetes"];
    const orch = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await runOrch([...args, ...where], { cwd: folder.path });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      return stdout;
    };
    const token = (await orch("token", "create", "--description=for a test")).trim();
    const [id = ""] = token.split(".");
    const user = join(folder.path, "config");
    writeFileSync(
      user,
      (await orch("kubeconfig")).replace(/client-certificate-data: .*\n( *)client-key-data: .*/, `token: ${token}`),
    );
    const whoami = ["whoami", `--kubeconfig=${user}`, "--vocabulary=kubernetes"];
    const accepted = await runOrch(whoami, { cwd: folder.path });
    expect(accepted.stdout + accepted.stderr).toContain(`system:bootstrap:${id}`);
    expect(await orch("token", "list")).toContain(`${token}   23h `);
    expect(await orch("token", "delete", id)).toBe(`bootstrap token "${id}" deleted\n`);
    // The server caches the user of a token for ten seconds.
    const unauthorized =
      "orch whoami: Unauthorized: the server does not accept the credentials of the client configuration\n";
    while ((await runOrch(whoami, { cwd: folder.path })).stderr !== unauthorized);
  }, 60_000);
});

test("orch logout removes the stored login, and the issuer accepts its refresh token no more", async () => {
  await using shortIssuer = await OidcIssuer.start({ idTokenSeconds: 20 });
  const flags = loginFlags(shortIssuer);
  await logIn(["login", ...flags, "--configure=false"], shortIssuer);
  const [file = ""] = readdirSync(sessionFolder());
  const copy = readFileSync(join(sessionFolder(), file), "utf8");
  expect(await runOrch(["logout", ...flags], { cwd: folder.path })).toEqual({
    code: 0,
    stdout: `logged out at ${shortIssuer.url} as ann\n`,
    stderr: "",
  });
  expect(readdirSync(sessionFolder())).toEqual([]);
  expect(shortIssuer.requests).toContain("POST /token/revocation");
  writeFileSync(join(sessionFolder(), file), copy, { mode: 0o600 });
  expect(await runOrch(["login", "token", ...flags], { cwd: folder.path })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("the login has expired"),
  });
}, 60_000);

test("orch login token without a login and without a terminal fails and names the command that repairs it", async () => {
  mkdirSync(join(folder.path, "my files"));
  const caFile = join(folder.path, "my files/ca.pem");
  copyFileSync(issuer.caFile, caFile);
  const flags = [`--issuer-url=${issuer.url}`, "--client-id=orch", `--ca-file=${caFile}`, "--vocabulary=kubernetes"];
  const printToken = () => runOrch(["login", "token", ...flags], { cwd: folder.path });
  const { code, stdout, stderr } = await printToken();
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  const command = /^orch login: no login is stored; run `orch (login .*)`\n$/.exec(stderr)?.[1];
  const words = spawnSync("sh", ["-c", `printf '%s\n' ${command}`], { encoding: "utf8" }).stdout;
  expect((await logIn(words.trim().split("\n"))).ended).toMatchObject({ code: 0 });
  expect(await printToken()).toMatchObject({ code: 0, stderr: "" });
});

test("orch login rejects a --ca-file without certificates", async () => {
  const caFile = join(folder.path, "ca.pem");
  writeFileSync(caFile, "no certificate\n");
  const flags = [`--issuer-url=${issuer.url}`, "--client-id=orch", `--ca-file=${caFile}`];
  expect(await runOrch(["login", ...flags], { cwd: folder.path })).toEqual({
    code: 1,
    stdout: "",
    stderr: `orch login: --ca-file: ${caFile} holds no certificate in PEM\n`,
  });
});

test("orch login with a wrong CA names --ca-file", async () => {
  const flags = [`--issuer-url=${issuer.url}`, "--client-id=orch"];
  const { code, stderr } = await runOrch(["login", ...flags], { cwd: folder.path });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^orch login: no connection to https:\S+: tls: failed to verify certificate: .*; --ca-file names the certificates to/,
  );
});
