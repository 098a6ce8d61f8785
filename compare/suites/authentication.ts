/**
 * Credentials of every kind: tokens, certificates and the headers of authenticating proxies. A TokenReview shows the owner of
 * a token. Other credentials are shown by a SelfSubjectReview if they belong to an administrator, and otherwise by the message
 * of a rejected request.
 */
import type { Random } from "../../src/base/random.ts";
import { accountTokens, bootstrapTokens } from "../authentication/account-world.ts";
import { clientCertificate, proxyCertificateNames, userCertificateNames } from "../authentication/client-certificates.ts";
import { authorizationLines, type HeaderLines, proxyLines } from "../authentication/random-headers.ts";
import { issuers, type SharedCredentials, sharedCredentials } from "../authentication/shared-credentials.ts";
import { oneOf, times } from "../random-choices.ts";
import type { ClientCertificate, ComparedServer, Scenario, Suite } from "../suite.ts";

/** Number of random requests in one scenario. */
const requestsPerScenario = 20;

const reviews = "/apis/authentication.k8s.io/v1";
/** Rejected for all users except administrators, to whom it shows that the object is missing. */
const privatePath = "/api/v1/namespaces/default/configmaps/missing";

const staticTokens = [
  "static-alice",
  "static-bob",
  "static-empty-uid",
  "static-many",
  "static-anonymous",
  "static-\u00fc",
  "static-nobody",
  "STATIC-ALICE",
  "static-alice ",
];

const audienceLists = [[], [issuers[0]], [issuers[1]], ["vault"], ["vault", issuers[1], issuers[0]], [""]] as const;

/** Sends the same credentials to both servers. */
export const authentication: Suite = {
  name: "authentication",
  covers: "tokens, client certificates and proxy headers, valid and invalid, and the users that they stand for",
  usesNamespaces: true,
  standardCount: 60,
  // The token contains uids, which differ. The response repeats it.
  rewriteBody: (text) => text.replace(/"token":"[^"]*"/, '"token":"..."'),
  *scenarios(random: Random): Iterable<Scenario> {
    yield { title: "static tokens", run: async (server) => await reviewTokens(server, staticTokens) };
    yield { title: "bootstrap tokens", run: reviewBootstrapTokens };
    yield { title: "tokens of service accounts", run: reviewAccountTokens };
    yield { title: "issued tokens", run: reviewIssuedTokens };
    for (const name of userCertificateNames) yield certificateScenario(name);
    for (const name of proxyCertificateNames) yield proxyScenario(name);
    yield { title: "no credentials", run: async (server) => await askWho(server, [], "none") };
    for (let round = 1; ; round++) {
      const authorizations = times(requestsPerScenario, () => authorizationLines(random, staticTokens));
      yield linesScenario(`authorization headers, round ${round}`, authorizations, async () => "none");
      const proxied = times(requestsPerScenario, () => proxyLines(random));
      const proxy = oneOf(random, proxyCertificateNames);
      yield linesScenario(`headers of ${proxy}, round ${round}`, proxied, (shared) => clientCertificate(proxy, shared));
      yield linesScenario(`proxy headers without a certificate, round ${round}`, proxied, async () => "none");
      const user = oneOf(random, userCertificateNames);
      const mixed = times(requestsPerScenario, () => [
        ...authorizationLines(random, staticTokens),
        ...(random.below(2) === 0 ? proxyLines(random) : []),
      ]);
      yield linesScenario(`headers beside the certificate of ${user}, round ${round}`, mixed, (shared) =>
        clientCertificate(user, shared),
      );
    }
  },
};

async function reviewTokens(server: ComparedServer, tokens: readonly string[]): Promise<void> {
  for (const token of tokens) {
    for (const audiences of audienceLists) {
      const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token, audiences } };
      await server.send(`${reviews}/tokenreviews`, { body });
    }
    if (/^[\x21-\x7e]+$/.test(token)) await server.send(privatePath, withToken(token));
  }
}

function withToken(token: string): { readonly isAnonymous: true; readonly headers: Readonly<Record<string, string>> } {
  return { isAnonymous: true, headers: { authorization: `Bearer ${token}` } };
}

async function reviewBootstrapTokens(server: ComparedServer): Promise<void> {
  for (const { token, secret } of bootstrapTokens(server).values()) {
    await server.prepare("/api/v1/namespaces/kube-system/secrets", { body: secret });
    await reviewTokens(server, [token, token.toUpperCase(), `${token}0`, token.slice(0, -1)]);
  }
}

async function reviewAccountTokens(server: ComparedServer): Promise<void> {
  const tokens = await accountTokens(server, await sharedCredentials());
  await reviewTokens(server, [...tokens.values()]);
}

/** Reviews tokens that each server issues, before and after their objects are deleted. */
async function reviewIssuedTokens(server: ComparedServer): Promise<void> {
  const namespace = `/api/v1/namespaces/${server.namespace}`;
  await server.prepare(`${namespace}/serviceaccounts`, { body: { metadata: { name: "bot" } } });
  const { json: secret } = await server.prepare(`${namespace}/secrets`, { body: { metadata: { name: "note" } } });
  const request = async (spec: object): Promise<string> => {
    const answer = await server.prepare(`${namespace}/serviceaccounts/bot/token`, { body: { spec } });
    return String(answer.json.status.token);
  };
  const boundObjectRef = { kind: "Secret", apiVersion: "v1", name: "note", uid: secret.metadata.uid };
  const tokens = [
    await request({}),
    await request({ audiences: ["vault"] }),
    await request({ audiences: ["vault", issuers[0]], expirationSeconds: 600 }),
    await request({ boundObjectRef }),
  ];
  await reviewTokens(server, tokens);
  await server.prepare(`${namespace}/secrets/note`, { method: "DELETE" });
  await reviewTokens(server, tokens.slice(-1));
  await server.prepare(`${namespace}/serviceaccounts/bot`, { method: "DELETE" });
  await reviewTokens(server, tokens.slice(0, 1));
}

function certificateScenario(name: string): Scenario {
  return {
    title: `certificate of ${name}`,
    async run(server) {
      const certificate = await clientCertificate(name, await sharedCredentials());
      await askWho(server, [], certificate);
      await askWho(server, [["Authorization", "Bearer static-bob"]], certificate);
      await askWho(server, [["Authorization", "Bearer nonsense"]], certificate);
    },
  };
}

const proxiedUser: HeaderLines = [
  ["X-Remote-User", "ann"],
  ["X-Remote-Group", "system:masters"],
  ["X-Remote-Group", "painters"],
  ["X-Remote-Extra-Scopes", "one"],
  ["X-Remote-Extra-Scopes", "two"],
];

function proxyScenario(name: string): Scenario {
  return {
    title: `proxy headers of ${name}`,
    async run(server) {
      const certificate = await clientCertificate(name, await sharedCredentials());
      await askWho(server, proxiedUser, certificate);
      await askWho(server, [["X-Remote-User", "bob"]], certificate);
      await askWho(server, [], certificate);
      await askWho(server, [...proxiedUser, ["Authorization", "Bearer static-bob"]], certificate);
    },
  };
}

function linesScenario(
  title: string,
  requests: readonly HeaderLines[],
  identity: (shared: SharedCredentials) => Promise<ClientCertificate | "none">,
): Scenario {
  return {
    title,
    async run(server) {
      const certificate = await identity(await sharedCredentials());
      for (const lines of requests) await askWho(server, lines, certificate);
    },
  };
}

/** Sends a request that only administrators may send, and a SelfSubjectReview if the first response accepts the user. */
async function askWho(
  server: ComparedServer,
  lines: HeaderLines,
  certificate: ClientCertificate | "none",
): Promise<void> {
  const { status } = await server.sendBytes(requestText("GET", privatePath, lines), certificate);
  if (status !== 404) return;
  const body = '{"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview"}';
  await server.sendBytes(requestText("POST", `${reviews}/selfsubjectreviews`, lines, body), certificate);
}

/** Returns a request as HTTP/1.1. Each character is one byte, so other letters are sent as UTF-8. */
function requestText(method: string, target: string, lines: HeaderLines, body = ""): string {
  const all: HeaderLines = [
    ["Host", "localhost"],
    ["Connection", "close"],
    ...lines,
    ...(body === "" ? [] : ([["Content-Type", "application/json"], ["Content-Length", String(body.length)]] as const)),
  ];
  const head = `${method} ${target} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
  return Buffer.from(head + body).toString("latin1");
}
