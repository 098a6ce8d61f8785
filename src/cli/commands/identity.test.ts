/** `orch whoami`, `orch create token` and `orch kubeconfig`. */
import { loadYaml } from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../base/clock.ts";
import { chooseEntries, loadConfig, resolveConfig } from "../../client/config/index.ts";
import { memorySource, noRunner } from "../../client/config/testing/memory-source.ts";
import { Client, type Transport, type TransportRequest } from "../../client/index.ts";
import type { ClientContext, ServerConfiguration } from "../context.ts";
import { CommandStage, type StageOptions } from "../testing/command-stage.ts";
import { type CreateTokenCommand, createToken } from "./create-token.ts";
import { kubeconfig } from "./kubeconfig.ts";
import { whoami } from "./whoami.ts";

let stage: CommandStage;
beforeAll(async () => {
  stage = await CommandStage.open();
});
afterAll(() => stage[Symbol.asyncDispose]());

/** Records requests, and responds to each one with the same status and document. */
class FakeServer implements Transport {
  readonly requests: TransportRequest[] = [];
  readonly #status: number;
  readonly #document: object;

  constructor(status: number, document: object) {
    this.#status = status;
    this.#document = document;
  }

  async send(request: TransportRequest): ReturnType<Transport["send"]> {
    this.requests.push(request);
    const body = (async function* (text: string) {
      yield Buffer.from(text);
    })(JSON.stringify(this.#document));
    return { status: this.#status, headers: { "content-type": "application/json" }, body };
  }

  async close(): Promise<void> {}
}

const issued = {
  kind: "TokenRequest",
  apiVersion: "authentication.orch.io/v1",
  metadata: {},
  spec: {},
  status: { token: "header.payload.signature", expirationTimestamp: "2026-01-02T03:04:05Z" },
};

describe("orch whoami", () => {
  test("orch whoami prints the attributes of the user as kubectl does", async () => {
    const { code, out } = await stage.run((context) => whoami({ output: undefined }, context));
    expect(code).toBe(0);
    expect(out.split("\n").map((line) => line.split(/ {3,}/))).toEqual([
      ["ATTRIBUTE", "VALUE"],
      ["Username", "in-process-admin"],
      ["Groups", "[system:masters system:authenticated]"],
      [""],
    ]);
  });

  test("with the output name, it prints the type of the review and no name, as kubectl does", async () => {
    const { code, out } = await stage.run((context) => whoami({ output: "name" }, context));
    expect({ code, out }).toEqual({ code: 0, out: "selfsubjectreview.authentication.orch.io/<unknown>\n" });
  });

  test("orch whoami prints the UID and sorts the extra attributes", async () => {
    const extra = { "b.test/z": ["1", "2"], "a.test/y": ["3"] };
    const status = { userInfo: { username: "ann", uid: "u-1", groups: [], extra } };
    const client = new Client({ transport: new FakeServer(201, { status }) });
    const { out } = await stage.run((context) => whoami({ output: undefined }, { ...context, client }));
    expect(out).toBe(
      "ATTRIBUTE         VALUE\nUsername          ann\nUID               u-1\nExtra: a.test/y   [3]\nExtra: b.test/z   [1 2]\n",
    );
  });

  test("orch whoami -o prints the review as JSON, YAML or through a template", async () => {
    const outputOf = async (output: Parameters<typeof whoami>[0]["output"]): Promise<string> =>
      (await stage.run((context) => whoami({ output }, context))).out;
    expect(JSON.parse(await outputOf("json"))).toMatchObject({
      kind: "SelfSubjectReview",
      status: { userInfo: { username: "in-process-admin" } },
    });
    expect(await outputOf("yaml")).toContain("    username: in-process-admin\n");
    expect(await outputOf({ name: "jsonpath", value: "{.status.userInfo.username}" })).toBe("in-process-admin");
  });
});

const tokenDefaults: CreateTokenCommand = {
  account: "deployer",
  audiences: [],
  durationMs: 0,
  boundObject: undefined,
  output: undefined,
};

describe("orch create token", () => {
  async function create(command: Partial<CreateTokenCommand>, server: FakeServer, options: StageOptions = {}) {
    const client = new Client({ transport: server });
    return await stage.run((context) => createToken({ ...tokenDefaults, ...command }, { ...context, client }), options);
  }

  test("orch create token posts a TokenRequest in the namespace and prints only the token", async () => {
    const server = new FakeServer(201, issued);
    expect(await create({}, server, { namespace: "shop" })).toMatchObject({
      code: 0,
      out: "header.payload.signature\n",
    });
    const [{ method, target, body } = { method: "", target: "", body: "" }] = server.requests;
    expect({ method, target }).toEqual({
      method: "POST",
      target: "/api/v1/namespaces/shop/serviceaccounts/deployer/token",
    });
    expect(JSON.parse(String(body))).toEqual({
      kind: "TokenRequest",
      apiVersion: "authentication.orch.io/v1",
      spec: {},
    });
  });

  test("orch create token sends audiences, the lifetime and the bound object", async () => {
    const server = new FakeServer(201, issued);
    const boundObject = { kind: "Pod", name: "web", uid: "u-1" };
    await create({ audiences: ["a", "b"], durationMs: 600_000, boundObject }, server);
    expect(JSON.parse(String(server.requests[0]?.body)).spec).toEqual({
      audiences: ["a", "b"],
      expirationSeconds: 600,
      boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "web", uid: "u-1" },
    });
  });

  test("orch create token -o json prints the whole TokenRequest", async () => {
    const { out } = await create({ output: "json" }, new FakeServer(201, issued));
    expect(JSON.parse(out)).toMatchObject({ kind: "TokenRequest", status: issued.status });
  });

  test("orch create token -o name prints the type and the name of the TokenRequest, as kubectl does", async () => {
    const named = { ...issued, metadata: { name: "deployer" } };
    expect(await create({ output: "name" }, new FakeServer(201, named))).toMatchObject({
      out: "tokenrequest.authentication.orch.io/deployer\n",
    });
  });

  test("orch create token reports the server's refusal and a response without a token", async () => {
    const status = { kind: "Status", code: 404, reason: "NotFound", message: 'serviceaccounts "deployer" not found' };
    await expect(create({}, new FakeServer(404, status))).rejects.toThrow(
      'failed to create token: serviceaccounts "deployer" not found',
    );
    await expect(create({}, new FakeServer(201, {}))).rejects.toThrow("no token in server response");
  });
});

/** Returns the configuration of a file whose user entry is `user`. */
async function configurationOf(user: object, moreOfCluster: object = {}): Promise<ServerConfiguration> {
  const cluster = { server: "https://127.0.0.1:6443", "tls-server-name": "orch.test", ...moreOfCluster };
  const file = {
    clusters: [{ name: "c", cluster }],
    users: [{ name: "ann", user }],
    contexts: [{ name: "here", context: { cluster: "c", user: "ann", namespace: "shop" } }],
    "current-context": "here",
  };
  const source = memorySource({ "/file": JSON.stringify(file) });
  const loaded = await loadConfig({ source, path: "/file" });
  const config = await resolveConfig(loaded, { source, runner: noRunner, clock: systemClock });
  return { config, entries: chooseEntries(loaded, {}) };
}

describe("orch kubeconfig", () => {
  async function print(
    configuration: ServerConfiguration,
    account?: { readonly namespace: string | undefined; readonly name: string },
    transport = new FakeServer(201, issued),
  ) {
    const client = new Client({ transport });
    const command = (context: ClientContext): Promise<number> =>
      kubeconfig({ account, durationMs: 3_600_000 }, { ...context, client });
    const ran = await stage.run(command, { namespace: "shop", configuration: () => configuration });
    return { ...ran, file: loadYaml(ran.out), requests: transport.requests };
  }

  test("orch kubeconfig prints the cluster and the user of the current context", async () => {
    expect((await print(await configurationOf({ token: "secret", as: "bob" }))).file).toEqual({
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "c", cluster: { server: "https://127.0.0.1:6443", "tls-server-name": "orch.test" } }],
      users: [{ name: "ann", user: { token: "secret", as: "bob" } }],
      contexts: [{ name: "ann@c", context: { cluster: "c", user: "ann", namespace: "shop" } }],
      "current-context": "ann@c",
    });
  });

  test("orch kubeconfig embeds the certificate and keeps a credential plugin", async () => {
    const exec = {
      command: "/bin/plugin",
      args: ["a"],
      apiVersion: "client.authentication.orch.io/v1",
      interactiveMode: "Never",
    };
    const { file } = await print(await configurationOf({ exec }));
    expect(file).toMatchObject({ users: [{ user: { exec: { ...exec, provideClusterInfo: false } } }] });
  });

  test("orch kubeconfig keeps the configuration of a credential plugin in the cluster entry", async () => {
    const extensions = [{ name: "client.authentication.orch.io/exec", extension: { audience: "a" } }];
    const { file } = await print(await configurationOf({ token: "secret" }, { extensions }));
    expect(file).toMatchObject({ clusters: [{ cluster: { extensions } }] });
  });

  test("orch kubeconfig --as-service-account prints a new token and reports its expiry", async () => {
    const configuration = await configurationOf({ token: "secret" });
    const { file, error, out, requests } = await print(configuration, { namespace: "ops", name: "deployer" });
    expect(file).toMatchObject({
      users: [{ name: "system:serviceaccount:ops:deployer", user: { token: "header.payload.signature" } }],
      contexts: [{ context: { cluster: "c", user: "system:serviceaccount:ops:deployer", namespace: "ops" } }],
      "current-context": "system:serviceaccount:ops:deployer@c",
    });
    expect(out).not.toContain("secret");
    expect(error).toBe("the token expires at 2026-01-02T03:04:05Z\n");
    expect(requests[0]?.target).toBe("/api/v1/namespaces/ops/serviceaccounts/deployer/token");
    expect(JSON.parse(String(requests[0]?.body)).spec).toEqual({ expirationSeconds: 3600 });
  });

  test("orch kubeconfig --as-service-account=NAME uses the namespace of the command", async () => {
    const { requests } = await print(await configurationOf({}), { namespace: undefined, name: "deployer" });
    expect(requests[0]?.target).toBe("/api/v1/namespaces/shop/serviceaccounts/deployer/token");
  });

  test("orch kubeconfig in a Pod refers to the mounted token", async () => {
    const { config } = await configurationOf({});
    const { file } = await print({ config, entries: undefined });
    expect(file).toMatchObject({
      users: [{ user: { tokenFile: "/var/run/secrets/kubernetes.io/serviceaccount/token" } }],
      "current-context": "service-account@in-cluster",
    });
  });
});
