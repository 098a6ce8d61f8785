/** Tricks with paths, methods and headers, by a user who may read only one object. */
import { connect as connectHttp2 } from "node:http2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newSeed, seededRandom } from "../../src/base/random.ts";
import { ClientAuthority } from "../support/client-authority.ts";
import { RawConnection } from "../support/raw-connection.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { type RequestLine, randomRequestLine } from "./random-targets.ts";
import { RoleAdministrator } from "./rbac-writes.ts";

const allowedPath = "/api/v1/namespaces/a/configmaps/allowed";
const allowedMarker = "marker a configmaps allowed";

let authority: ClientAuthority;
let running: TestServer;
/** TLS options of the user who may only get one ConfigMap. */
let narrow: { readonly ca: string; readonly cert: string; readonly key: string };

beforeAll(async () => {
  authority = await ClientAuthority.create();
  running = await startTestServer({ flags: authority.flags });
  const administrator = new RoleAdministrator(running.server);
  await administrator.createNamespaces("a", "b");
  for (const [namespace, resource, name] of [
    ["a", "configmaps", "allowed"],
    ["a", "configmaps", "a"],
    ["a", "configmaps", "b"],
    ["b", "configmaps", "allowed"],
    ["a", "secrets", "allowed"],
    ["b", "secrets", "a"],
  ] as const) {
    const metadata = { name, annotations: { marker: `marker ${namespace} ${resource} ${name}` } };
    const { status } = await running.client.request(`/api/v1/namespaces/${namespace}/${resource}`, {
      body: { metadata },
    });
    expect(status).toBe(201);
  }
  await administrator.grant("a", "narrow", "narrow", [
    { apiGroups: [""], resources: ["configmaps"], resourceNames: ["allowed"], verbs: ["get"] },
  ]);
  narrow = { ca: running.credentials.ca, ...(await authority.issue({ name: "narrow" })) };
});

afterAll(async () => {
  await running[Symbol.asyncDispose]();
  authority[Symbol.dispose]();
});

/** Status and body of a response. Status 0: the server closed the connection. */
interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends lines over HTTP/1.1, each on a separate connection. */
async function sendOverHttp1({ method, target }: RequestLine, lines: readonly string[] = []): Promise<Answer> {
  await using connection = await RawConnection.open({ server: running.server, credentials: narrow });
  const head = [`${method} ${target} HTTP/1.1`, "Host: localhost", "Connection: close", ...lines, "", ""];
  connection.send(head.join("\r\n"));
  await connection.closed();
  const received = connection.received.toString("utf8");
  const statuses = [...received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)];
  expect(statuses.length, `one response to ${method} ${target}: ${received}`).toBeLessThanOrEqual(1);
  return { status: Number(statuses[0]?.[1] ?? 0), text: received };
}

/** Sends pseudo-headers over HTTP/2. */
async function sendOverHttp2(headers: Readonly<Record<string, string>>): Promise<Answer> {
  const session = connectHttp2(running.server.url, narrow);
  try {
    return await new Promise<Answer>((resolve, reject) => {
      session.on("error", reject);
      const stream = session.request({ ":method": "GET", ...headers });
      let status = 0;
      let text = "";
      stream.on("response", (head) => {
        status = head[":status"] ?? 0;
      });
      stream.on("data", (part: Buffer) => {
        text += part.toString("utf8");
      });
      stream.on("error", () => resolve({ status: 0, text }));
      stream.on("close", () => resolve({ status, text }));
      stream.end();
    });
  } finally {
    session.destroy();
  }
}

/** Expects that an answer shows only what the user may read. */
function expectNothingElse({ status, text }: Answer, what: string): void {
  const markers = text.match(/marker [ab] [a-z]+ [a-z]+/g) ?? [];
  expect(
    markers.filter((marker) => marker !== allowedMarker),
    what,
  ).toEqual([]);
  // All users may read discovery.
  if (status >= 200 && status < 300 && !what.includes("HEAD") && markers.length === 0) {
    expect(text, what).toMatch(/^\{"kind":"API(?:Versions|GroupList|Group|ResourceList)"/m);
  }
  // As in the reference, a path that ends after the verb in it is an internal error.
  if (status === 500 && text !== "" && !what.includes("HEAD"))
    expect(text, what).toContain("failed to create RequestInfo");
}

async function storedVersions(): Promise<string> {
  const kinds = ["configmaps", "secrets", "pods", "namespaces"];
  const lists = await Promise.all(kinds.map(async (kind) => (await running.client.request(`/api/v1/${kind}`)).json));
  return JSON.stringify(lists.map(({ items }) => items));
}

test("the user may get the one object over HTTP/1.1 and HTTP/2, and with a path in another spelling", async () => {
  for (const target of [allowedPath, `${allowedPath}/`, allowedPath.replace("configmaps", "%63onfigmaps")]) {
    for (const answer of [await sendOverHttp1({ method: "GET", target }), await sendOverHttp2({ ":path": target })]) {
      expect([answer.status, answer.text.includes(allowedMarker)], target).toEqual([200, true]);
    }
  }
});

test("random request lines show and change nothing else", async () => {
  const seed = newSeed();
  const random = seededRandom(seed);
  const before = await storedVersions();
  for (let round = 0; round < 150; round++) {
    const line = randomRequestLine(random);
    const what = `seed ${seed}: ${line.method} ${line.target}`;
    const unencoded = { ...line, target: line.target.replaceAll(" ", "%20") };
    const answers = [await sendOverHttp1(unencoded)];
    // The HTTP/2 client accepts only upper case.
    if (line.method === line.method.toUpperCase()) {
      answers.push(await sendOverHttp2({ ":method": line.method, ":path": unencoded.target }));
    }
    for (const answer of answers) expectNothingElse(answer, what);
  }
  expect(await storedVersions()).toBe(before);
});

test.each([
  ["//api/v1/namespaces/a/configmaps/b"],
  ["/api/v1/namespaces/a/configmaps/allowed/../b"],
  ["/api/v1/namespaces/a/configmaps/allowed%2f..%2fb"],
  ["/api/v1/namespaces/a/configmaps/allowed/%2e%2e/b"],
  ["/api/v1/namespaces/a%2fconfigmaps%2fallowed/secrets/allowed"],
  ["/api/v1/namespaces/a/configmaps%2fallowed"],
  ["/api/v1/namespaces/a/ConfigMaps/allowed"],
  ["/api/v1/namespaces/A/configmaps/allowed"],
  ["/api/v1/namespaces/a/configmaps/allowed%00"],
  ["/api/v1/namespaces/a/configmaps/allowed;b"],
  ["/api/v1/namespaces/a/configmaps;x=1/allowed"],
  ["/api/v1/namespaces/a/configmaps/allowed%3fwatch=1"],
  ["/api/v1/namespaces/a/configmaps?fieldSelector=metadata.name=allowed"],
  ["/api/v1/namespaces/a/configmaps?fieldSelector=metadata.name=allowed&fieldSelector=metadata.name=b"],
  ["/api/v1/namespaces/a/configmaps?watch=1&fieldSelector=metadata.name=allowed"],
  ["/api/v1/watch/namespaces/a/configmaps/allowed"],
  ["/api/v1/proxy/namespaces/a/configmaps/allowed"],
  ["/api/v1/namespaces/b/configmaps/allowed?namespace=a"],
  ["/api/v1/namespaces/a/configmaps/allowed/status"],
  ["/api/v1/configmaps/allowed"],
])("a path close to the allowed one is rejected: %s", async (target) => {
  for (const answer of [await sendOverHttp1({ method: "GET", target }), await sendOverHttp2({ ":path": target })]) {
    expectNothingElse(answer, target);
    expect([400, 403, 404, 405], target).toContain(answer.status);
  }
});

test.each([
  ["POST", ["X-HTTP-Method-Override: GET", "Content-Length: 0"], 403],
  ["POST", ["X-HTTP-Method: GET", "Content-Length: 0"], 403],
  ["GET", ["X-HTTP-Method-Override: DELETE"], 200],
  ["GET", ["X-Original-URL: /api/v1/namespaces/a/secrets/allowed"], 200],
  ["GET", ["X-Rewrite-URL: /api/v1/namespaces/a/secrets/allowed", "X-Forwarded-Uri: /api/v1/secrets"], 200],
  ["DELETE", ["Content-Length: 0"], 403],
  ["OPTIONS", [], 403],
  ["TRACE", [], 403],
] as const)("%s with the headers %j is authorized by its method and path", async (method, lines, expected) => {
  const answer = await sendOverHttp1({ method, target: allowedPath }, lines);
  expectNothingElse(answer, `${method} ${lines.join(", ")}`);
  expect(answer.status).toBe(expected);
});

test.each(["https://localhost", "http://other"])(
  "a target with the host %s is authorized by its path",
  async (origin) => {
    expect((await sendOverHttp1({ method: "GET", target: `${origin}${allowedPath}` })).status).toBe(200);
    const other = await sendOverHttp1({ method: "GET", target: `${origin}/api/v1/namespaces/a/secrets/allowed` });
    expectNothingElse(other, origin);
    expect(other.status).toBe(403);
  },
);

test("an upgrade to another protocol is authorized like a plain request", async () => {
  for (const protocol of ["websocket", "h2c", "SPDY/3.1"]) {
    const lines = [
      `Upgrade: ${protocol}`,
      "Connection: Upgrade",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ];
    await using connection = await RawConnection.open({ server: running.server, credentials: narrow });
    const target = "/api/v1/namespaces/a/configmaps?watch=1";
    connection.send([`GET ${target} HTTP/1.1`, "Host: localhost", ...lines, "", ""].join("\r\n"));
    const response = await connection.nextResponse();
    expect([response.status, protocol]).toEqual([403, protocol]);
  }
});

test("pseudo-headers of HTTP/2 other than the path do not change what is authorized", async () => {
  const secret = "/api/v1/namespaces/a/secrets/allowed";
  for (const headers of [
    { ":path": secret, ":authority": `localhost${allowedPath}` },
    { ":path": secret, ":scheme": "http" },
    { ":path": `${allowedPath}#${secret}` },
    { ":path": `https://localhost${secret}` },
    { ":path": secret, host: "other", "x-forwarded-host": "other" },
  ]) {
    expectNothingElse(await sendOverHttp2(headers), JSON.stringify(headers));
  }
});

test("dry runs need the same permissions as other writes", async () => {
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    const answer = await sendOverHttp1({ method, target: `${allowedPath}?dryRun=All` }, ["Content-Length: 0"]);
    expect([answer.status, method]).toEqual([403, method]);
  }
});
