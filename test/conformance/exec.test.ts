/** Credential plugins. The plugins are real programs in a temporary folder that record their input. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isErrno } from "../../src/app/machine/files.ts";
import { ManualClock } from "../../src/base/manual-clock.ts";
import type { RequestCredentials } from "../../src/client/config/index.ts";
import { H2Transport } from "../../src/client/node/index.ts";
import { ClientAuthority } from "../support/client-authority.ts";
import { CredentialPlugins, type PluginConfiguration } from "../support/credential-plugins.ts";
import { startTestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";

const { signal } = new AbortController();
const v1 = "client.authentication.orch.io/v1";
const v1beta1 = "client.authentication.orch.io/v1beta1";
/** A group with all permissions, so that the users can create a SelfSubjectReview. */
const groups = ["system:masters"];
const printToken = "print({ token: `token-${nth}` });";

const askProgram = join(import.meta.dirname, "../support/ask-for-credentials.ts");

let plugins: CredentialPlugins;

beforeEach(() => {
  plugins = new CredentialPlugins();
});

afterEach(() => plugins[Symbol.dispose]());

/** Writes a plugin that runs `body`, and requests credentials once. */
async function requestCredentials(options: PluginConfiguration = {}, body = printToken): Promise<RequestCredentials> {
  plugins.writePlugin(body);
  const credentials = await plugins.resolveCredentials(options);
  return await credentials.current(signal);
}

async function refusal(options: PluginConfiguration = {}, body = printToken): Promise<string> {
  const error: unknown = await requestCredentials(options, body).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  return (error as Error).message.replaceAll(plugins.path, "FOLDER");
}

function bearer(token: string): RequestCredentials {
  return { headers: { authorization: `Bearer ${token}` } };
}

/** Returns the user as which the server authenticates the requests of `transport`. */
async function whoAmI(transport: H2Transport): Promise<string> {
  const { body } = await transport.send({
    method: "POST",
    target: "/apis/authentication.orch.io/v1/selfsubjectreviews",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString("utf8")).status.userInfo.username;
}

/** A killed process keeps its ID until its parent has read its exit code. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch (error) {
    if (isErrno(error, "ESRCH", "ENOENT")) return false;
    throw error;
  }
}

const user = "FOLDER/config: users[ann].user.exec";
const plugin = "the credential plugin users[ann].user.exec in FOLDER/config";

describe("the configuration of a credential plugin", () => {
  test("[EXEC-01] the client runs the configured command and fails if it does not exist", async () => {
    expect(await requestCredentials()).toEqual(bearer("token-1"));
    expect(await refusal({ exec: { command: undefined } })).toBe(
      `${user}.command: is required: the program that prints credentials`,
    );
    expect(plugins.runs).toHaveLength(1);
  });

  test("[EXEC-02] a relative command is resolved against the folder of the configuration file", async () => {
    expect(join(plugins.path, "bin")).not.toContain(process.cwd());
    for (const command of ["./bin/login", "bin/login", "bin/../bin/login", join(plugins.path, "bin/login")]) {
      await requestCredentials({ exec: { command } });
    }
    expect(plugins.runs).toHaveLength(4);
  });

  test("[EXEC-02] a command without a folder is searched in PATH", async () => {
    const env = { PATH: `${join(plugins.path, "bin")}:${process.env["PATH"]}` };
    expect(await requestCredentials({ exec: { command: "login" }, env })).toEqual(bearer("token-1"));
  });

  test("[EXEC-03] the configuration must have one of two versions", async () => {
    const wish = `${v1} or ${v1beta1}`;
    expect(await refusal({ exec: { apiVersion: undefined } })).toBe(`${user}.apiVersion: is required: ${wish}`);
    for (const apiVersion of ["client.authentication.orch.io/v1alpha1", "client.authentication.k8s.io/v1", "v1"]) {
      expect(await refusal({ exec: { apiVersion } })).toBe(`${user}.apiVersion: "${apiVersion}": must be ${wish}`);
    }
    expect(plugins.runs).toHaveLength(0);
  });

  test.each([v1, v1beta1])(
    "[EXEC-03] a plugin that is configured with the version %s responds in this version",
    async (apiVersion) => {
      expect(await requestCredentials({ exec: { apiVersion } })).toEqual(bearer("token-1"));
      expect(plugins.lastExecInfo.apiVersion).toBe(apiVersion);
      const other = apiVersion === v1 ? v1beta1 : v1;
      const body = `info.apiVersion = "${other}"; ${printToken}`;
      expect(await refusal({ exec: { apiVersion } }, body)).toBe(
        `${plugin} is configured for ${apiVersion}, but printed ${other}`,
      );
    },
  );

  test("[EXEC-04] the plugin gets the configured arguments, and the configured variables in addition to the client's", async () => {
    const args = ["get-token", "--name", "a b", "$HOME", ""];
    const env = [
      { name: "REGION", value: "north west" },
      { name: "STAGE", value: "" },
    ];
    await requestCredentials({ exec: { args, env }, env: { REGION: "south", OWN: "kept" } });
    expect(plugins.runs[0]?.args).toEqual(args);
    expect(plugins.runs[0]?.env).toMatchObject({ REGION: "north west", STAGE: "", OWN: "kept" });
  });

  test("[EXEC-04] arguments and variables are optional", async () => {
    await requestCredentials({ exec: { args: null, env: null } });
    expect(plugins.runs[0]?.args).toEqual([]);
  });

  test("[EXEC-05] the error shows the install hint if the command does not exist", async () => {
    const exec = { command: "./bin/missing", installHint: "Install it with\n  make login" };
    expect(await refusal({ exec })).toBe(
      `${plugin} cannot be run: there is no FOLDER/bin/missing\n\nInstall it with\n  make login`,
    );
    expect(await refusal({ exec: { command: "no-such-program" } })).toBe(
      `${plugin} cannot be run: there is no no-such-program`,
    );
  });

  test("the error names a command that may not be executed", async () => {
    plugins.writePlugin(printToken, "./bin/plain");
    chmodSync(join(plugins.path, "bin/plain"), 0o644);
    expect(await refusal({ exec: { command: "./bin/plain" } })).toBe(
      `${plugin} cannot be run: FOLDER/bin/plain: it may not be run`,
    );
  });

  test("[EXEC-18] plugins work without a feature gate in both vocabularies", async () => {
    expect(await requestCredentials({ vocabulary: "kubernetes" })).toEqual(bearer("token-1"));
    expect(plugins.lastExecInfo.apiVersion).toBe("client.authentication.k8s.io/v1");
    expect(plugins.runs[0]?.env).not.toHaveProperty("ORCH_EXEC_INFO");
  });
});

describe("the input of a credential plugin", () => {
  test("[EXEC-13] the plugin gets an ExecCredential in its environment", async () => {
    await requestCredentials();
    expect(plugins.lastExecInfo).toEqual({ kind: "ExecCredential", apiVersion: v1, spec: { interactive: false } });
  });

  test("[EXEC-06, EXEC-12] the plugin gets the cluster with its extension only if provideClusterInfo is set", async () => {
    using authority = await ClientAuthority.create();
    const data = Buffer.from(authority.certificate).toString("base64");
    const config = { audience: "blue", deep: [{ a: null }, 1.5, true] };
    const cluster = {
      "certificate-authority-data": data,
      extensions: [
        { name: "other", extension: 1 },
        { name: "client.authentication.orch.io/exec", extension: config },
      ],
    };
    await requestCredentials({ exec: { provideClusterInfo: true }, cluster });
    const told = { server: "https://cluster.test", "certificate-authority-data": data, config };
    expect(plugins.lastExecInfo.spec).toEqual({ interactive: false, cluster: told });
    await requestCredentials({ exec: { provideClusterInfo: false }, cluster });
    expect(plugins.lastExecInfo.spec).toEqual({ interactive: false });
  });

  test("[EXEC-06] the plugin gets the content of certificate authority files and the other connection settings", async () => {
    using authority = await ClientAuthority.create();
    const connection = { "tls-server-name": "api", "proxy-url": "http://proxy.test", "disable-compression": true };
    await requestCredentials({
      exec: { provideClusterInfo: true },
      cluster: { "certificate-authority": authority.caFile, ...connection },
    });
    expect(plugins.lastExecInfo.spec.cluster).toEqual({
      server: "https://cluster.test",
      "certificate-authority-data": Buffer.from(authority.certificate).toString("base64"),
      ...connection,
    });
  });

  test.each(["text", 7, false, ["a"]])(
    "[EXEC-12] the extension of the cluster can be any value: %j",
    async (extension) => {
      const extensions = [{ name: "client.authentication.orch.io/exec", extension }];
      await requestCredentials({ exec: { provideClusterInfo: true }, cluster: { extensions } });
      expect(plugins.lastExecInfo.spec.cluster).toEqual({ server: "https://cluster.test", config: extension });
    },
  );
});

describe("the interactive mode of a credential plugin", () => {
  const terminal = { noTerminal: undefined };
  const pipe = { noTerminal: "it is no terminal" };

  test("[EXEC-07] the interactive mode must be one of three values", async () => {
    for (const interactiveMode of ["Sometimes", "never"]) {
      expect(await refusal({ exec: { interactiveMode } })).toBe(
        `${user}.interactiveMode: "${interactiveMode}": must be one of Never, IfAvailable, Always`,
      );
    }
    for (const interactiveMode of ["Never", "IfAvailable", "Always"]) {
      await requestCredentials({ exec: { interactiveMode }, runner: terminal });
    }
    expect(plugins.runs).toHaveLength(3);
  });

  test("[EXEC-08] the interactive mode is required in v1 and defaults to IfAvailable in v1beta1", async () => {
    const exec = { interactiveMode: undefined };
    expect(await refusal({ exec })).toBe(`${user}.interactiveMode: is required in v1: Never, IfAvailable, Always`);
    await requestCredentials({ exec: { ...exec, apiVersion: v1beta1 }, runner: terminal });
    expect(plugins.lastExecInfo.spec.interactive).toBe(true);
    await requestCredentials({ exec: { ...exec, apiVersion: v1beta1 }, runner: pipe });
    expect(plugins.lastExecInfo.spec.interactive).toBe(false);
  });

  test("[EXEC-09] with the mode Never the plugin's standard input is empty, even at a terminal", async () => {
    await requestCredentials({ exec: { interactiveMode: "Never" }, runner: terminal });
    expect(plugins.runs[0]?.stdin).toBe("");
    expect(plugins.lastExecInfo.spec.interactive).toBe(false);
  });

  test("[EXEC-10] with the mode IfAvailable the plugin gets the terminal as input, or empty input without a terminal", async () => {
    const exec = { interactiveMode: "IfAvailable" };
    await requestCredentials({ exec, runner: terminal });
    expect(plugins.lastExecInfo.spec.interactive).toBe(true);
    await requestCredentials({ exec, runner: pipe });
    expect(plugins.lastExecInfo.spec.interactive).toBe(false);
    expect(plugins.runs[1]?.stdin).toBe("");
  });

  test.skipIf(spawnSync("script", ["--version"]).status !== 0)(
    "[EXEC-10] a plugin of a client at a real terminal has it as standard input",
    async () => {
      plugins.writePlugin(`print({ token: require("node:tty").isatty(0) ? "terminal" : "none" });`);
      await plugins.resolveCredentials({ exec: { interactiveMode: "IfAvailable" } });
      const client = [process.execPath, "--import", "tsx", askProgram, join(plugins.path, "config")].join(" ");
      const { stdout } = spawnSync("script", ["-qec", client, "/dev/null"], { stdio: ["ignore", "pipe", "inherit"] });
      expect(JSON.parse(stdout.toString("utf8"))).toEqual(bearer("terminal"));
    },
  );

  test("[EXEC-11] with the mode Always and no terminal the plugin is not run", async () => {
    const exec = { interactiveMode: "Always" };
    expect(await refusal({ exec, runner: pipe })).toBe(`${plugin} has to ask on standard input, but it is no terminal`);
    expect(plugins.runs).toHaveLength(0);
    expect(await requestCredentials({ exec, runner: terminal })).toEqual(bearer("token-1"));
    expect(plugins.lastExecInfo.spec.interactive).toBe(true);
  });
});

describe("the output of a credential plugin", () => {
  test("[EXEC-14] a token is sent as bearer token", async () => {
    expect(await requestCredentials()).toEqual(bearer("token-1"));
  });

  test("[EXEC-14] a certificate and key authenticate the client to the server", async () => {
    using authority = await ClientAuthority.create();
    await using running = await startTestServer({ flags: authority.flags });
    const ann = await authority.issue({ name: "ann", groups });
    plugins.writePlugin(`print(${JSON.stringify({ clientCertificateData: ann.cert, clientKeyData: ann.key })});`);
    const credentials = await plugins.resolveCredentials();
    expect(await credentials.current(signal)).toEqual({ headers: {}, certificate: ann });
    const { url, caCertificate: ca } = running.server;
    const transport = new H2Transport({ url, ca, credentials: () => credentials.current(signal) });
    expect(await whoAmI(transport)).toBe("ann");
    await transport.close();
  });

  const garbage: readonly (readonly [what: string, body: string, complaint: string])[] = [
    ["no content", "", "printed nothing, but must print an ExecCredential"],
    ["words", "console.log('please log in')", "printed no ExecCredential: the output is not a JSON object"],
    ["truncated JSON", `console.log('{"kind": "ExecCr')`, "printed no ExecCredential: the output is not JSON"],
    [
      "binary",
      "process.stdout.write(Buffer.from([0, 255, 254, 10]))",
      "printed no ExecCredential: the output is not JSON",
    ],
    ["another kind", "console.log('{}')", "printed no ExecCredential"],
    ["no version", `console.log('{"kind":"ExecCredential"}')`, `is configured for ${v1}, but printed none`],
    ["no status", "print()", "printed an ExecCredential without status"],
    [
      "an empty status",
      "print({})",
      "printed neither status.token nor status.clientCertificateData with status.clientKeyData",
    ],
    ["a number", "print({ token: 5 })", "printed a status.token that is not a string"],
    [
      "a certificate alone",
      "print({ clientCertificateData: 'c' })",
      "printed status.clientCertificateData without status.clientKeyData",
    ],
    [
      "a key alone",
      "print({ token: 't', clientKeyData: 'k' })",
      "printed status.clientKeyData without status.clientCertificateData",
    ],
    [
      "no certificate",
      "print({ clientCertificateData: 'c', clientKeyData: 'k' })",
      "printed an unusable certificate or key: the certificate holds no certificate in PEM",
    ],
    [
      "no time",
      "print({ token: 't', expirationTimestamp: 'tomorrow' })",
      "printed a status.expirationTimestamp that is not an RFC 3339 time",
    ],
  ];

  test.each(garbage)(
    "[EXEC-14] output with %s is rejected, and the error does not show it",
    async (_what, body, complaint) => {
      expect(await refusal({}, body)).toBe(`${plugin} ${complaint}`);
    },
  );

  test("a token that is not a valid header value is rejected, and the error does not show it", async () => {
    expect(await refusal({}, `print({ token: "a\\nb" })`)).toBe(
      `the token of ${plugin} holds characters that no header can carry`,
    );
  });

  test("the error of a failed plugin contains its exit code and standard error", async () => {
    expect(await refusal({}, `console.error("no such account"); process.exitCode = 3;`)).toBe(
      `${plugin} failed with exit code 3: no such account`,
    );
    expect(await refusal({}, `process.kill(process.pid, "SIGKILL")`)).toBe(`${plugin} was ended by a signal`);
  });

  test("the standard error of a plugin is passed on to the user", async () => {
    let said = "";
    const stderr = { write: (text: string) => (said += text) };
    await requestCredentials({ runner: { stderr } }, `console.error("log in at https://login.test"); ${printToken}`);
    expect(said).toBe("log in at https://login.test\n");
  });

  test("a plugin that prints without end is killed", async () => {
    const body = `const more = () => process.stdout.write("x".repeat(65536), more); more();`;
    expect(await refusal({ limits: { outputBytesMax: 200_000 } }, body)).toBe(
      `${plugin} printed more than 200000 bytes, and was killed`,
    );
  });
});

describe("the lifetime of a plugin's credentials", () => {
  test("[EXEC-15, EXEC-16] credentials with an expiry are used until then", async () => {
    const clock = new ManualClock();
    plugins.writePlugin(
      "print({ token: `token-${nth}`, expirationTimestamp: nth === 1 ? '2025-01-01T01:00:00+00:30' : '2025-01-02T00:00:00Z' });",
    );
    const credentials = await plugins.resolveCredentials({ clock });
    expect(await credentials.current(signal)).toEqual(bearer("token-1"));
    await clock.advance(30 * 60_000 - 1);
    expect(await credentials.current(signal)).toEqual(bearer("token-1"));
    await clock.advance(1);
    expect(await credentials.current(signal)).toEqual(bearer("token-2"));
    expect(plugins.runs).toHaveLength(2);
  });

  test("[EXEC-15, EXEC-16] credentials without an expiry are used as long as the client lives", async () => {
    const clock = new ManualClock();
    plugins.writePlugin(printToken);
    const credentials = await plugins.resolveCredentials({ clock });
    const first = await credentials.current(signal);
    await clock.advance(365 * 24 * 3_600_000);
    expect(await credentials.current(signal)).toBe(first);
    expect(plugins.runs).toHaveLength(1);
    expect(await (await plugins.resolveCredentials({ clock })).current(signal), "another client").toEqual(
      bearer("token-2"),
    );
  });

  test("[EXEC-16] a 401 response discards the credentials once, even if many requests used them", async () => {
    plugins.writePlugin(printToken);
    const credentials = await plugins.resolveCredentials();
    const first = await credentials.current(signal);
    credentials.invalidate(first);
    const second = await credentials.current(signal);
    expect(second).toEqual(bearer("token-2"));
    credentials.invalidate(first);
    expect(await credentials.current(signal)).toBe(second);
    credentials.invalidate();
    expect(await credentials.current(signal)).toEqual(bearer("token-3"));
  });

  test("[EXEC-16] concurrent requests share one run of the plugin", async () => {
    plugins.writePlugin(printToken);
    const credentials = await plugins.resolveCredentials();
    const all = await Promise.all(Array.from({ length: 20 }, () => credentials.current(signal)));
    expect(new Set(all).size).toBe(1);
    expect(plugins.runs).toHaveLength(1);
  });

  test("a failed run is not cached, so the next request runs the plugin again", async () => {
    plugins.writePlugin(`if (nth === 1) process.exitCode = 1; else ${printToken}`);
    const credentials = await plugins.resolveCredentials();
    await expect(credentials.current(signal)).rejects.toThrow("failed with exit code 1");
    expect(await credentials.current(signal)).toEqual(bearer("token-2"));
  });

  test("credentials that are already expired are rejected, and the error shows both times", async () => {
    const body = "print({ token: 't', expirationTimestamp: '2024-12-31T23:59:59Z' });";
    expect(await refusal({ clock: new ManualClock() }, body)).toBe(
      `${plugin} printed credentials that expired at 2024-12-31T23:59:59.000Z; ` +
        "it is 2025-01-01T00:00:00.000Z by the clock of this machine",
    );
  });

  test("[EXEC-17] a new certificate opens a new connection, and the same certificate does not", async () => {
    using authority = await ClientAuthority.create();
    await using running = await startTestServer({ flags: authority.flags });
    const pairs = await Promise.all(["ann", "bob"].map((name) => authority.issue({ name, groups })));
    const shown = pairs.map(({ cert, key }) => ({ clientCertificateData: cert, clientKeyData: key }));
    plugins.writePlugin(`print(${JSON.stringify(shown)}[nth < 3 ? 0 : 1]);`);
    const credentials = await plugins.resolveCredentials();
    const { url, caCertificate: ca } = running.server;
    await using _closed = { [Symbol.asyncDispose]: () => transport.close() };
    const transport = new H2Transport({ url, ca, credentials: () => credentials.current(signal) });
    expect(await whoAmI(transport)).toBe("ann");
    const first = await credentials.current(signal);
    credentials.invalidate();
    const again = await credentials.current(signal);
    expect(again.certificate, "the plugin printed the same").toBe(first.certificate);
    expect(await whoAmI(transport)).toBe("ann");
    credentials.invalidate();
    expect((await credentials.current(signal)).certificate).toEqual(pairs[1]);
    expect(await whoAmI(transport)).toBe("bob");
    expect(plugins.runs).toHaveLength(3);
  });
});

describe("a plugin that hangs", () => {
  /** Records the IDs of its process and of a child process, ignores SIGTERM and keeps running. */
  const hang = `
const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
fs.writeFileSync(runs + ".pids", JSON.stringify([process.pid, child.pid]));
process.on("SIGTERM", () => {});
setInterval(() => {}, 1000);
`;

  function pids(): readonly number[] {
    const file = join(plugins.path, "runs.pids");
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    return text === "" ? [] : (JSON.parse(text) as number[]);
  }

  test("a plugin that does not end in time is killed together with its child processes", async () => {
    const clock = new ManualClock();
    plugins.writePlugin(hang);
    const credentials = await plugins.resolveCredentials({ clock, limits: { runMs: 5_000 } });
    const waiting = credentials.current(signal);
    waiting.catch(() => undefined);
    await until(() => pids().length === 2, "the plugin runs");
    await clock.advance(5_000);
    await expect(waiting).rejects.toThrow("did not end within 5 s, and was killed");
    await until(() => !pids().some(isAlive), "the plugin and its child are gone");
  });

  test("a plugin keeps running while a request waits for it, and is killed when none does", async () => {
    plugins.writePlugin(hang);
    const credentials = await plugins.resolveCredentials();
    const [one, two] = [new AbortController(), new AbortController()];
    const waiting = [credentials.current(one.signal), credentials.current(two.signal)];
    for (const each of waiting) each.catch(() => undefined);
    await until(() => pids().length === 2, "the plugin runs");
    one.abort(new Error("one has left"));
    await expect(waiting[0]).rejects.toThrow("one has left");
    expect(pids().every(isAlive)).toBe(true);
    two.abort(new Error("two has left"));
    await expect(waiting[1]).rejects.toThrow("two has left");
    await until(() => !pids().some(isAlive), "the plugin and its child are gone");
    plugins.writePlugin(printToken);
    expect(await credentials.current(signal)).toEqual(bearer("token-2"));
  });
});
