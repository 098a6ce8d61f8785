/**
 * Credentials of every kind: tokens, certificates and the headers of authenticating proxies. A TokenReview shows the owner of
 * a token, and a SelfSubjectReview the user of a request.
 */

import type { Random } from "../../src/base/random.ts";
import {
  clientCertificate,
  proxyCertificateNames,
  userCertificateNames,
} from "../../test/authentication/reference/client-certificates.ts";
import {
  audienceLists,
  bootstrapTokens,
  type HeaderLines,
  reviewRequests,
  staticTokens,
  whoAmIRequests,
} from "../../test/authentication/reference/fixed-requests.ts";
import { issuers } from "../../test/authentication/reference/shared-credentials.ts";
import { requestText } from "../../test/authentication/reference/verdicts.ts";
import { accountTokens } from "../authentication/account-world.ts";
import { sharedCredentials } from "../authentication/compared-credentials.ts";
import { authorizationLines, damagedToken, proxyLines, webSocketLines } from "../authentication/random-headers.ts";
import { requestTokens } from "../authentication/token-requests.ts";
import { chunksOf } from "../chunks-of.ts";
import { oneOf, times } from "../random-choices.ts";
import type { ComparedServer, Scenario, Suite } from "../suite.ts";

/** Number of random requests in one scenario. */
const requestsPerScenario = 20;
/** Number of fixed requests in one scenario. */
const fixedPerScenario = 20;

const reviews = "/apis/authentication.k8s.io/v1";
/** Rejected for all users except administrators, to whom it shows that the object is missing. */
const privatePath = "/api/v1/namespaces/default/configmaps/missing";

/** Sends the same credentials to both servers. */
export const authentication: Suite = {
  name: "authentication",
  covers: "tokens, client certificates and proxy headers, valid and invalid, and the users that they stand for",
  usesNamespaces: true,
  standardCount: 60,
  // The token contains uids, which differ. The response repeats it.
  rewriteBody: (text) => text.replace(/"token": ?"(?:[^"\\]|\\.)*"/, '"token":"..."'),
  *scenarios(random: Random): Iterable<Scenario> {
    yield { title: "static and bootstrap tokens", run: reviewFixedTokens };
    yield { title: "tokens of service accounts", run: reviewAccountTokens };
    yield { title: "issued tokens", run: reviewIssuedTokens };
    yield { title: "requests for tokens", run: requestTokens };
    for (const { start, items: requests } of chunksOf(whoAmIRequests, fixedPerScenario)) {
      yield { title: `fixed requests from ${start}`, run: async (server) => await askAll(server, requests) };
    }
    for (let round = 1; ; round++) yield* randomScenarios(random, round);
  },
};

function* randomScenarios(random: Random, round: number): Generator<Scenario> {
  const scenario = (what: string, draw: () => HeaderLines, certificate?: string): Scenario => {
    const requests = times(requestsPerScenario, () => ({ lines: draw(), ...(certificate ? { certificate } : {}) }));
    return { title: `${what}, round ${round}`, run: async (server) => await askAll(server, requests) };
  };
  yield scenario("authorization headers", () => authorizationLines(random, staticTokens));
  yield scenario("tokens of WebSockets", () => webSocketLines(random, staticTokens));
  yield scenario("proxy headers without a certificate", () => proxyLines(random));
  const proxy = oneOf(random, proxyCertificateNames);
  yield scenario(`headers of ${proxy}`, () => proxyLines(random), proxy);
  const user = oneOf(random, userCertificateNames);
  const mixed = (): HeaderLines => [
    ...authorizationLines(random, staticTokens),
    ...(random.below(2) === 0 ? proxyLines(random) : []),
  ];
  yield scenario(`headers beside the certificate of ${user}`, mixed, user);
  const damages = times(requestsPerScenario, () => damagedToken(random));
  yield {
    title: `damaged tokens of service accounts, round ${round}`,
    async run(server) {
      const tokens = await accountTokens(server, await sharedCredentials());
      const valid = tokens.get("RS256 with the key id") ?? "";
      for (const damage of damages) await review(server, damage(valid), []);
    },
  };
}

interface AskingRequest {
  readonly certificate?: string;
  readonly lines: HeaderLines;
}

/** Sends a SelfSubjectReview with each of the credentials at the same time, because some connections stay open. */
async function askAll(server: ComparedServer, requests: readonly AskingRequest[]): Promise<void> {
  const shared = await sharedCredentials();
  const body = '{"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview"}';
  const prepared = await Promise.all(
    requests.map(async ({ certificate, lines }) => ({
      text: requestText("POST", `${reviews}/selfsubjectreviews`, lines, body),
      identity: certificate === undefined ? ("none" as const) : await clientCertificate(certificate, shared),
    })),
  );
  await Promise.all(prepared.map(({ text, identity }) => server.sendBytes(text, identity)));
}

async function review(server: ComparedServer, token: string, audiences: readonly string[]): Promise<void> {
  const spec = { token, audiences };
  await server.send(`${reviews}/tokenreviews`, {
    body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec },
  });
}

/** Reviews tokens for each list of audiences, and sends a request with each. */
async function reviewTokens(server: ComparedServer, tokens: readonly string[]): Promise<void> {
  for (const token of tokens) {
    for (const audiences of audienceLists) await review(server, token, audiences);
    if (!/^[\x21-\x7e]+$/.test(token)) continue;
    await server.send(privatePath, { isAnonymous: true, headers: { authorization: `Bearer ${token}` } });
  }
}

async function reviewFixedTokens(server: ComparedServer): Promise<void> {
  const salt = server.namespace;
  for (const { secretName: name, data: stringData } of bootstrapTokens(salt).values()) {
    const body = { metadata: { name }, type: "bootstrap.kubernetes.io/token", stringData };
    await server.prepare("/api/v1/namespaces/kube-system/secrets", { body });
  }
  for (const { token, audiences } of reviewRequests(salt)) await review(server, token, audiences);
}

async function reviewAccountTokens(server: ComparedServer): Promise<void> {
  const tokens = await accountTokens(server, await sharedCredentials());
  // The scenario takes so long that the servers would check these tokens before and after the end of the leeway.
  const steadyTokens = [...tokens].filter(([name]) => !name.endsWith(" 30 s")).map(([, token]) => token);
  await reviewTokens(server, steadyTokens);
}

/**
 * Reviews tokens that each server issues. Those of deleted objects are not reviewed before the deletion, because the reference
 * accepts a token for ten seconds after a review.
 */
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
  const [tokenOfSecret, tokenOfAccount] = [await request({ boundObjectRef }), await request({})];
  await reviewTokens(server, tokens);
  await server.prepare(`${namespace}/secrets/note`, { method: "DELETE" });
  await reviewTokens(server, [tokenOfSecret]);
  await server.prepare(`${namespace}/serviceaccounts/bot`, { method: "DELETE" });
  await reviewTokens(server, [tokenOfAccount]);
}
