/** Tests of the built program as a user runs it: processes, output, files and signals. */
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { join, relative } from "node:path";
import { connect } from "node:tls";
import { beforeAll, describe, expect, test } from "vitest";
import { TemporaryDirectory } from "../src/storage/testing/temporary-directory.ts";
import { ClientAuthority } from "./support/client-authority.ts";
import { addressIn, buildProgram, clientOf, OrchProcess } from "./support/orch-process.ts";
import { WireClient } from "./support/wire-client.ts";

beforeAll(buildProgram, 120_000);

const maps = "/api/v1/namespaces/default/configmaps";
const onFreePort = ["apiserver", "--secure-port=0"];

/** A server process with its own data directory. */
class Run implements AsyncDisposable {
  readonly folder = new TemporaryDirectory();
  readonly dataDir = join(this.folder.path, "data");
  readonly process: OrchProcess;

  constructor(flags: readonly string[] = []) {
    this.process = new OrchProcess([...onFreePort, `--data-dir=${this.dataDir}`, ...flags]);
  }

  get kubeconfig(): string {
    return readFileSync(join(this.dataDir, "admin.kubeconfig"), "utf8");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.process[Symbol.asyncDispose]();
    this.folder[Symbol.dispose]();
  }
}

/** Runs a command that exits without a signal. */
async function runToEnd(args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  await using child = new OrchProcess(args);
  const code = await child.waitForExit();
  return { code, stdout: child.stdout, stderr: child.stderr };
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

describe("orch up and orch apiserver", () => {
  test.each(["up", "apiserver"])("`orch %s` prints one line once the server responds to requests", async (command) => {
    using folder = new TemporaryDirectory();
    await using child = new OrchProcess([command, "--secure-port", "0", "--data-dir", folder.path]);
    const url = await child.waitUntilReady();
    expect(child.stdout).toMatch(/^orch is ready at https:\/\/127\.0\.0\.1:\d+\n$/);
    await using client = clientOf(readFileSync(join(folder.path, "admin.kubeconfig"), "utf8"));
    expect(client.url).toBe(url);
    expect((await client.request("/readyz")).status).toBe(200);
    expect((await client.request("/api/v1/namespaces/default")).json.kind).toBe("Namespace");
    const created = await client.request(maps, { body: { metadata: { name: "a" } } });
    expect(created.status).toBe(201);
  });

  test("a server creates its data directory, whose keys and kubeconfig only the owner can read", async () => {
    // In etcd, the server would have no store in the directory.
    await using run = new Run(["--storage=lmdb"]);
    await run.process.waitUntilReady();
    const { dataDir } = run;
    expect(readdirSync(dataDir).sort()).toEqual([
      "admin.kubeconfig",
      "cluster.json",
      "controller-manager.kubeconfig",
      "pki",
      "store",
    ]);
    expect(modeOf(dataDir)).toBe("700");
    expect(modeOf(join(dataDir, "admin.kubeconfig"))).toBe("600");
    expect(modeOf(join(dataDir, "controller-manager.kubeconfig"))).toBe("600");
    expect(modeOf(join(dataDir, "cluster.json"))).toBe("644");
    expect(JSON.parse(readFileSync(join(dataDir, "cluster.json"), "utf8"))).toMatchObject({ vocabulary: "orch" });
    const pki = join(dataDir, "pki");
    const modes = Object.fromEntries(readdirSync(pki).map((name) => [name, modeOf(join(pki, name))]));
    expect(modes).toEqual({
      "admin.crt": "644",
      "admin.key": "600",
      "apiserver.crt": "644",
      "apiserver.key": "600",
      "ca.crt": "644",
      "ca.key": "600",
      "controller-manager.crt": "644",
      "controller-manager.key": "600",
      "front-proxy-ca.crt": "644",
      "front-proxy-ca.key": "600",
      "sa.key": "600",
      "sa.pub": "644",
    });
    const store = join(dataDir, "store");
    expect(modeOf(store)).toBe("700");
    const entries = readdirSync(store, { recursive: true, withFileTypes: true });
    const storeModes = Object.fromEntries(
      entries.map(({ name, parentPath }) => [relative(store, join(parentPath, name)), modeOf(join(parentPath, name))]),
    );
    expect(storeModes).toEqual({
      "data.mdb": "600",
      "identity.json": "600",
      "lock.mdb": "600",
      users: "700",
      "users/data.mdb": "600",
      "users/lock.mdb": "600",
      "users/owner": "600",
    });
  });

  test("a second server on the same data directory serves the same objects with the same credentials", async () => {
    using folder = new TemporaryDirectory();
    const args = [...onFreePort, `--data-dir=${folder.path}`];
    const kubeconfig = (): string => readFileSync(join(folder.path, "admin.kubeconfig"), "utf8");
    let uid: string;
    {
      await using first = new OrchProcess(args);
      await first.waitUntilReady();
      await using client = clientOf(kubeconfig());
      uid = (await client.request(maps, { body: { metadata: { name: "a" } } })).json.metadata.uid;
      first.signal("SIGTERM");
      expect(await first.waitForExit()).toBe(0);
    }
    const before = kubeconfig();
    await using second = new OrchProcess(args);
    const url = await second.waitUntilReady();
    await using client = clientOf(kubeconfig());
    expect((await client.request(`${maps}/a`)).json.metadata.uid).toBe(uid);
    const withoutServer = (text: string): string => text.replace(/server: .*/, "");
    expect(withoutServer(kubeconfig())).toBe(withoutServer(before));
    expect(kubeconfig()).toContain(`server: "${url}"`);
  });
});

describe("stopping a server", () => {
  test.each(["SIGTERM", "SIGINT"] as const)(
    "%s lets running requests finish, closes watches, and the process exits with 0",
    async (signal) => {
      await using run = new Run();
      const url = await run.process.waitUntilReady();
      await using client = clientOf(run.kubeconfig);
      await using events = await client.watch(`${maps}?watch=1`);
      const upload = await startUpload(run, url, '{"metadata":{"name":"a"},');

      run.process.signal(signal);
      await run.process.waitForLog("stopping");
      const answer = await upload.finish('"data":{"x":"1"}}');
      expect(answer.status).toBe(201);
      expect((await events.takeAll()).map(({ object }) => object.metadata.name)).toEqual(["a"]);
      expect(await run.process.waitForExit()).toBe(0);
      await expect(client.request("/livez")).rejects.toThrow("ECONNREFUSED");
    },
  );

  test.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)(
    "--shutdown-delay-duration keeps the server running after the first signal, and a second one (%s) ends it at once",
    async (signal, code) => {
      await using run = new Run(["--shutdown-delay-duration=1h"]);
      await run.process.waitUntilReady();
      await using client = clientOf(run.kubeconfig);
      run.process.signal("SIGTERM");
      await run.process.waitForLog("stopping");
      const ready = await client.request("/readyz");
      expect(ready.status).toBe(500);
      expect(ready.text).toContain("[-]shutdown failed: reason withheld\n");
      expect((await client.request("/livez")).status).toBe(200);
      expect((await client.request(maps, { body: { metadata: { name: "late" } } })).status).toBe(201);
      run.process.signal(signal);
      expect(await run.process.waitForExit()).toBe(code);
    },
  );
});

interface Upload {
  finish(rest: string): Promise<{ readonly status: number | undefined }>;
}

/** Starts a POST and sends the beginning of its body after the server has accepted the headers. */
async function startUpload(run: Run, url: string, begun: string): Promise<Upload> {
  const pki = join(run.dataDir, "pki");
  const read = (name: string): string => readFileSync(join(pki, name), "utf8");
  const agent = new Agent({ ca: read("ca.crt"), cert: read("admin.crt"), key: read("admin.key") });
  const outgoing = request(`${url}${maps}`, {
    method: "POST",
    agent,
    headers: { "content-type": "application/json", expect: "100-continue" },
  });
  outgoing.flushHeaders();
  await once(outgoing, "continue");
  outgoing.write(begun);
  return {
    async finish(rest) {
      outgoing.end(rest);
      const [incoming] = await once(outgoing, "response");
      incoming.resume();
      return { status: incoming.statusCode };
    },
  };
}

describe("a server that cannot start", () => {
  test("a server whose port is in use names the port and exits with 1", async () => {
    await using run = new Run();
    const url = await run.process.waitUntilReady();
    const { port } = new URL(url);
    using folder = new TemporaryDirectory();
    const { code, stdout, stderr } = await runToEnd([
      "apiserver",
      `--secure-port=${port}`,
      `--data-dir=${folder.path}`,
    ]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(
      `orch: cannot listen on 127.0.0.1:${port} (something else listens there); choose another --secure-port or --bind-address\n`,
    );
    expect(stderr).not.toMatch(/^ +at /m);
  });

  test("a second server on a data directory in use exits with 1, and the first one keeps responding", async () => {
    // The store on disk is in use. In etcd, several servers can use one store.
    await using run = new Run(["--storage=lmdb"]);
    await run.process.waitUntilReady();
    const { code, stderr } = await runToEnd([...onFreePort, "--storage=lmdb", `--data-dir=${run.dataDir}`]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^orch: .*(another process|in use)/m);
    expect(stderr).not.toMatch(/^ +at /m);
    await using client = clientOf(run.kubeconfig);
    expect((await client.request("/readyz")).status).toBe(200);
  });

  test("a server exits with 1 if --vocabulary differs from the vocabulary of the existing cluster", async () => {
    using folder = new TemporaryDirectory();
    {
      await using first = new OrchProcess([...onFreePort, `--data-dir=${folder.path}`, "--vocabulary=kubernetes"]);
      await first.waitUntilReady();
      first.signal("SIGTERM");
      await first.waitForExit();
    }
    const { code, stderr } = await runToEnd([...onFreePort, `--data-dir=${folder.path}`, "--vocabulary=orch"]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `orch: the cluster in ${folder.path} was created with --vocabulary=kubernetes, which cannot be changed to orch; ` +
        "start it with --vocabulary=kubernetes, or choose another --data-dir\n",
    );
  });

  test("a server exits with 1 and writes nothing if the data directory contains foreign files", async () => {
    using folder = new TemporaryDirectory();
    writeFileSync(join(folder.path, "precious.txt"), "mine");
    const { code, stderr } = await runToEnd([...onFreePort, `--data-dir=${folder.path}`]);
    expect(code).toBe(1);
    expect(stderr).toContain("precious.txt");
    expect(readdirSync(folder.path)).toEqual(["precious.txt"]);
  });
});

describe("invalid command lines", () => {
  test.each([
    [["apiserver", "--secure-prot=1"], "--secure-port"],
    [["apiserver", "--secure-port=many"], "--secure-port"],
    [["apiserver", "--vocabulary=klingon"], "--vocabulary"],
    [["apiserver", "--tls-cert-file=a.crt"], "--tls-private-key-file"],
    [["apiserver", "stray"], "stray"],
    [["apisrever"], "apiserver"],
  ])("orch %j exits with 2 and names the invalid argument on standard error", async (args, named) => {
    const { code, stdout, stderr } = await runToEnd(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(named);
  });

  test("a pattern of origins that cannot be compiled exits with 2 and the message of the reference", async () => {
    const { code, stderr } = await runToEnd(["apiserver", "--cors-allowed-origins=//a[$"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        "orch apiserver: --cors-allowed-origins has an invalid regular expression: error parsing regexp: missing closing ]: `[$`\n" +
        "`orch apiserver --help` explains the flags.\n",
    });
  });

  test("a command line with several invalid flags exits with 2 and names all of them", async () => {
    const { code, stderr } = await runToEnd(["apiserver", "--secure-port=-1", "--bind-address=here", "--unknown"]);
    expect(code).toBe(2);
    for (const name of ["--secure-port", "--bind-address", "--unknown"]) expect(stderr).toContain(name);
  });
});

test.each([
  [["version"], /^orch \d+\.\d+\.\d+\n$/],
  [["--version"], /^orch \d+\.\d+\.\d+\n$/],
  [["help"], /\bapiserver\b/],
  [[], /\bapiserver\b/],
  [["apiserver", "--help"], /--shutdown-delay-duration/],
])("orch %j prints on standard output and exits with 0", async (args, expected) => {
  const { code, stdout, stderr } = await runToEnd(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(expected);
});

describe("the log", () => {
  test("with --logging-format=json each line of the log is a JSON document", async () => {
    await using run = new Run(["--logging-format=json", "--feature-gates=APIListChunking=true"]);
    await run.process.waitUntilReady();
    run.process.signal("SIGTERM");
    expect(await run.process.waitForExit()).toBe(0);
    const lines = run.process.stderr.trimEnd().split("\n");
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const { ts, level, msg } of parsed) {
      expect(ts).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(level).toMatch(/^(info|warning|error)$/);
      expect(msg).toEqual(expect.any(String));
    }
    expect(parsed.map(({ msg }) => msg)).toContain("stopping");
    expect(run.process.stdout).toMatch(/^orch is ready at \S+\n$/);
  });

  test.each(["text", "json"])("the log never contains a key, a credential or a body (%s)", async (format) => {
    await using run = new Run([`--logging-format=${format}`]);
    const url = await run.process.waitUntilReady();
    await using client = clientOf(run.kubeconfig);
    const ca = readFileSync(join(run.dataDir, "pki", "ca.crt"), "utf8");
    await using stranger = new WireClient({ url, ca });
    const secret = "c2VjcmV0LXZhbHVl";
    const body = { metadata: { name: "s" }, data: { password: secret } };
    expect((await client.request("/api/v1/namespaces/default/secrets", { body })).status).toBe(201);
    for (const [authorization, status] of [
      ["Bearer top-secret-token", 401],
      ["Basic dXNlcjpwYXNzd29yZA==", 403],
    ] as const) {
      const refused = await stranger.request(maps, { headers: { authorization, cookie: "session=cookie-secret" } });
      expect(refused.status).toBe(status);
    }
    await client.request(maps, { body: `{"broken":"${secret}` });
    await breakHandshake(url);
    await run.process.waitForLog("a TLS handshake failed");
    run.process.signal("SIGTERM");
    expect(await run.process.waitForExit()).toBe(0);

    const output = run.process.stdout + run.process.stderr;
    const pki = join(run.dataDir, "pki");
    const keyLines = readdirSync(pki)
      .filter((name) => name.endsWith(".key"))
      .flatMap((name) => readFileSync(join(pki, name), "utf8").split("\n"))
      .filter((line) => line !== "" && !line.startsWith("-----"));
    expect(keyLines.length).toBeGreaterThanOrEqual(4);
    const embedded = /client-key-data: (\S+)/.exec(run.kubeconfig)?.[1] ?? "";
    expect(embedded).not.toBe("");
    for (const forbidden of [
      ...keyLines,
      embedded,
      secret,
      "top-secret-token",
      "dXNlcjpwYXNzd29yZA",
      "cookie-secret",
    ]) {
      expect(output).not.toContain(forbidden);
    }
    expect(output).not.toContain("PRIVATE KEY");
  });
});

/** Attempts a TLS handshake with a version that the server rejects. */
async function breakHandshake(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false, maxVersion: "TLSv1.1" });
  await once(socket, "error");
  socket.destroy();
}

describe("certificates from flags", () => {
  test("--tls-cert-file replaces the serving certificate, and admin.kubeconfig trusts the new one", async () => {
    using authority = await ClientAuthority.create();
    using folder = new TemporaryDirectory();
    const { cert, key } = await authority.issue({ name: "other-server", usage: "serverAuth", hosts: ["127.0.0.1"] });
    const [certFile, keyFile] = [join(folder.path, "server.crt"), join(folder.path, "server.key")];
    writeFileSync(certFile, `${cert}\n${authority.certificate}`);
    writeFileSync(keyFile, key);
    await using run = new Run([`--tls-cert-file=${certFile}`, `--tls-private-key-file=${keyFile}`]);
    const url = await run.process.waitUntilReady();
    await using client = clientOf(run.kubeconfig);
    expect((await client.request("/api/v1/namespaces/default")).status).toBe(200);
    // The cluster's CA did not sign the new certificate. The failure shows that the cluster's own certificate is not
    // served.
    await using other = new WireClient({ url, ca: readFileSync(join(run.dataDir, "pki", "ca.crt"), "utf8") });
    await expect(other.request("/livez")).rejects.toThrow(/certificate/);
  });

  test("--cert-dir creates apiserver.crt and apiserver.key, and uses those that exist", async () => {
    using folder = new TemporaryDirectory();
    const directory = join(folder.path, "certificates");
    const [certFile, keyFile] = [join(directory, "apiserver.crt"), join(directory, "apiserver.key")];
    const flags = [
      `--cert-dir=${directory}`,
      "--advertise-address=10.1.2.3",
      "--external-hostname=api.example.com:443",
    ];
    await using first = new Run(flags);
    const url = await first.process.waitUntilReady();
    const { ca } = addressIn(first.kubeconfig);
    const created = readFileSync(certFile, "utf8");
    expect([modeOf(certFile), modeOf(keyFile)]).toEqual(["644", "600"]);
    expect(created.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    const names = new X509Certificate(created).subjectAltName;
    expect(names).toContain("DNS:api.example.com");
    expect(names).toContain("IP Address:10.1.2.3");
    expect(names).toContain("IP Address:10.96.0.1");
    await using client = new WireClient({ url, ca });
    expect((await client.request("/livez")).status).toBe(200);

    // Another program has written the files, such as a test environment with its own CA.
    using authority = await ClientAuthority.create();
    const foreign = await authority.issue({ name: "envtest", usage: "serverAuth", hosts: ["127.0.0.1"] });
    writeFileSync(certFile, foreign.cert);
    writeFileSync(keyFile, foreign.key);
    await using second = new Run(flags);
    const secondUrl = await second.process.waitUntilReady();
    await using other = new WireClient({ url: secondUrl, ca: authority.certificate });
    expect((await other.request("/livez")).status).toBe(200);
    expect(readFileSync(certFile, "utf8")).toBe(foreign.cert);

    rmSync(keyFile);
    await using third = new Run(flags);
    expect(await third.process.waitForExit()).toBe(1);
    expect(third.process.stderr).toContain(
      `--cert-dir: error reading ${keyFile}, certificate and key must be supplied as a pair`,
    );
  });

  test("--client-ca-file adds a trusted CA, and clients of the cluster's CA are still accepted", async () => {
    using authority = await ClientAuthority.create();
    using stranger = await ClientAuthority.create();
    await using run = new Run(authority.flags);
    const url = await run.process.waitUntilReady();
    const ca = readFileSync(join(run.dataDir, "pki", "ca.crt"), "utf8");
    const connectAs = async (issuer: ClientAuthority, groups: readonly string[]): Promise<WireClient> =>
      new WireClient({ url, ca, ...(await issuer.issue({ name: "jane", groups })) });

    await using jane = await connectAs(authority, []);
    const refused = await jane.request(maps);
    expect(refused.status).toBe(403);
    expect(refused.json.message).toContain('User "jane" cannot list resource "configmaps"');
    await using boss = await connectAs(authority, ["system:masters"]);
    expect((await boss.request(maps)).status).toBe(200);
    await using forger = await connectAs(stranger, ["system:masters"]);
    expect((await forger.request(maps)).status).toBe(401);
    await using admin = clientOf(run.kubeconfig);
    expect((await admin.request(maps)).status).toBe(200);
  });

  test("a certificate file that is missing, unusable or does not match its key stops the start with an error that names it", async () => {
    using authority = await ClientAuthority.create();
    using folder = new TemporaryDirectory();
    const at = (name: string): string => join(folder.path, name);
    const [one, two] = [await authority.issue({ name: "one" }), await authority.issue({ name: "two" })];
    writeFileSync(at("one.crt"), one.cert);
    writeFileSync(at("two.key"), two.key);
    writeFileSync(at("empty.crt"), "");
    writeFileSync(at("broken.crt"), "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    mkdirSync(at("data"));
    const cases: readonly [flags: string[], message: string][] = [
      [[`--client-ca-file=${at("nowhere.crt")}`], `--client-ca-file: file ${at("nowhere.crt")} does not exist`],
      [[`--client-ca-file=${at("empty.crt")}`], `--client-ca-file: ${at("empty.crt")} contains no certificate in PEM`],
      [
        [`--client-ca-file=${at("broken.crt")}`],
        `--client-ca-file: ${at("broken.crt")} contains a certificate that cannot`,
      ],
      [
        [`--tls-cert-file=${at("one.crt")}`, `--tls-private-key-file=${at("two.key")}`],
        `--tls-private-key-file: ${at("two.key")} does not belong to the certificate in ${at("one.crt")}`,
      ],
    ];
    for (const [flags, message] of cases) {
      const { code, stdout, stderr } = await runToEnd([...onFreePort, `--data-dir=${at("data")}`, ...flags]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toContain(`orch: ${message}`);
      expect(stderr).not.toMatch(/^ +at /m);
    }
  });
});
