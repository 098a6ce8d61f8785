import { readFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reasonOf } from "../../base/reason-of.ts";
import type { AuthenticationConfiguration } from "./configuration/schema.ts";
import type { JwtAuthenticator } from "./jwt-authenticator.ts";
import { authenticatorOf, FakeIssuers } from "./testing/fake-issuers.ts";

interface ReviewedUser {
  readonly username?: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** A token, and the status of the TokenReview with which kube-apiserver v1.32.13 reviewed it. */
interface Review {
  readonly title: string;
  readonly token: string;
  readonly user?: ReviewedUser;
  readonly error?: string;
}

const recorded = JSON.parse(readFileSync(new URL("fixtures/token-reviews.json", import.meta.url), "utf8")) as {
  readonly issuers: string;
  readonly configuration: AuthenticationConfiguration;
  readonly keys: unknown;
  readonly documents: Readonly<Record<string, string>>;
  readonly reviews: readonly Review[];
};

/** The reference's error for tokens that no method recognizes. */
const unrecognized = "invalid bearer token";

/** Differences from the reference. */
const ownReviews: Readonly<Record<string, Omit<Review, "title" | "token">>> = {
  // RFC 7515 forbids an empty list. The reference ignores it.
  "crit empty": {
    error: "oidc: verify token: failed to verify signature: failed to verify id token signature",
  },
  // The reference adds the text of the status.
  "D missing document": {
    error:
      'oidc: could not expand distributed claims: while getting distributed claim "groups": error while getting ' +
      "distributed claim JWT: 404",
  },
};

let authenticator: JwtAuthenticator;

beforeAll(async () => {
  const { issuers: base, configuration, keys, documents } = recorded;
  const issuers = new FakeIssuers();
  for (const name of ["a", "b", "c", "u"]) issuers.add(`${base}/${name}`, keys, `${base}/jwks`);
  const mismatch = JSON.stringify({ issuer: base, jwks_uri: `${base}/jwks` });
  issuers.documents.set(`${base}/mismatch/.well-known/openid-configuration`, mismatch);
  for (const [path, document] of Object.entries(documents)) issuers.documents.set(base + path, document);
  ({ authenticator } = await authenticatorOf(configuration, issuers));
  authenticator.start();
  await nextTurn();
});

afterAll(() => authenticator[Symbol.dispose]());

async function review(token: string): Promise<Omit<Review, "title" | "token">> {
  try {
    const identity = await authenticator.authenticate(token);
    if (!identity) return { error: unrecognized };
    const { name, uid, groups, extra } = identity.user;
    return {
      user: {
        ...(name === "" ? {} : { username: name }),
        ...(uid === undefined ? {} : { uid }),
        groups: [...groups, "system:authenticated"],
        ...(extra ? { extra } : {}),
      },
    };
  } catch (error) {
    return { error: reasonOf(error) };
  }
}

test.each(recorded.reviews)(
  "the reference and this server review a token alike: $title",
  async ({ title, token, ...expected }) => {
    // The issuer of a distributed claim is found after its first token.
    if (title.startsWith("D ")) {
      await review(token);
      await nextTurn();
    }
    expect(await review(token)).toEqual(ownReviews[title] ?? expected);
  },
);
