/**
 * Compares the users and rejections of fixed credentials with those of the reference, which
 * `npx tsx compare/authentication/record.ts` records.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app/server.ts";
import { systemClock } from "../../src/base/clock.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { certificatesIn } from "../support/kubeconfig-certificates.ts";
import { WireClient } from "../support/wire-client.ts";
import { reviewRequests, whoAmIRequests } from "./reference/fixed-requests.ts";
import { createCredentials, orchFlags } from "./reference/shared-credentials.ts";
import recorded from "./reference/verdicts.json" with { type: "json" };
import { reviewVerdicts, type Verdict, whoAmIVerdicts } from "./reference/verdicts.ts";

const folder = new TemporaryDirectory();
const recordedUsers: Readonly<Record<string, unknown>> = recorded.whoAmI;
const recordedReviews: Readonly<Record<string, unknown>> = recorded.reviews;

/** Time limit of the requests. A busy machine needs long for their handshakes. */
const beforeMs = 120_000;

let server: RunningServer;
let admin: WireClient;
let verdicts: Readonly<Record<string, Verdict>>;
let reviews: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  const credentials = await createCredentials(folder.path);
  const flags = orchFlags(credentials);
  // Certificates are compared with the time of the machine.
  server = await startServer({
    vocabulary: "kubernetes",
    authorization: "RBAC",
    port: 0,
    clock: systemClock,
    controllers: [],
    flags,
  });
  const { url, caCertificate: ca } = server;
  admin = new WireClient({ url, ca, ...certificatesIn(server.kubeconfig) });
  verdicts = await whoAmIVerdicts({ url, ca, admin }, credentials);
  reviews = await reviewVerdicts({ url, ca, admin });
}, beforeMs);

afterAll(async () => {
  await admin[Symbol.asyncDispose]();
  await server.close();
  folder[Symbol.dispose]();
});

test("each fixed request has a recorded verdict", () => {
  expect(whoAmIRequests.map(({ title }) => title)).toEqual(Object.keys(recordedUsers));
  expect(reviewRequests("fixed").map(({ title }) => title)).toEqual(Object.keys(recordedReviews));
});

describe("requests with certificates, tokens and proxy headers", () => {
  test.each(Object.keys(recordedUsers))("a SelfSubjectReview has the recorded verdict: %s", (title) => {
    expect(verdicts[title]).toEqual(recordedUsers[title]);
  });
});

describe("reviews of static tokens and bootstrap tokens", () => {
  test.each(Object.keys(recordedReviews))("a TokenReview has the recorded status: %s", (title) => {
    expect(reviews[title]).toEqual(recordedReviews[title]);
  });
});
