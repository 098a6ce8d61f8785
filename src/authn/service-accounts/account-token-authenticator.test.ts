import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { vocabularies } from "../../meta/vocabulary.ts";
import type { AuthenticationError, TokenIdentity } from "../token-authenticator.ts";
import { accountTokenAuthenticators } from "./account-token-authenticator.ts";
import type { AccountState, ObjectState, SecretState } from "./token-objects.ts";
import { tokenSigner } from "./token-signer.ts";
import { VerificationKeys } from "./verification-keys.ts";

const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
const keys = new VerificationKeys([createPublicKey(key.export({ type: "pkcs8", format: "pem" }))]);
const sign = tokenSigner(key);
const nowSeconds = 1_800_000_000;
const issuer = "https://issuer.example";

/** Objects of the cluster. Each test changes a copy. */
interface Objects {
  account?: AccountState | undefined;
  pod?: ObjectState | undefined;
  node?: ObjectState | undefined;
  secret?: SecretState | undefined;
}

interface Outcome {
  readonly identity: TokenIdentity | undefined;
  readonly error: string | undefined;
  readonly errorAnnotations?: AuthenticationError["annotations"];
  readonly counted: readonly string[];
  readonly labels: Readonly<Record<string, string>> | undefined;
}

const existing = { uid: "1", deletedMs: undefined };
const deletedBefore = (seconds: number): ObjectState => ({ uid: "1", deletedMs: (nowSeconds - seconds) * 1000 });

/** Authenticates a token at the time `nowMs`. */
async function authenticate(
  token: string,
  objects: Objects,
  { nowMs = nowSeconds * 1000, audiences = [] as readonly string[], requiresObjects = true } = {},
): Promise<Outcome> {
  const counted: string[] = [];
  let labels: Outcome["labels"];
  const methods = accountTokenAuthenticators({
    vocabulary: vocabularies.orch,
    issuers: [issuer],
    audiences: ["orch", "other"],
    keys: () => Promise.resolve(keys),
    objects: {
      account: () => Promise.resolve(objects.account),
      pod: () => Promise.resolve(objects.pod),
      node: () => Promise.resolve(objects.node),
      secret: () => Promise.resolve(objects.secret),
    },
    uses: {
      count: (counter) => counted.push(counter),
      labelSecret: (_, changes) => {
        labels = changes;
        return Promise.resolve();
      },
    },
    requiresObjects,
    nowMs: () => nowMs,
  });
  try {
    let identity: TokenIdentity | undefined;
    for (const method of methods) identity ??= await method(token, audiences);
    return { identity, error: undefined, counted, labels };
  } catch (error) {
    const { message, annotations } = error as AuthenticationError;
    return { identity: undefined, error: message, errorAnnotations: annotations, counted, labels };
  }
}

function boundToken(claims: object = {}, bound: object = {}): Promise<string> {
  return sign({
    iss: issuer,
    aud: ["orch"],
    exp: nowSeconds + 600,
    nbf: nowSeconds,
    iat: nowSeconds,
    "orch.io": { namespace: "shop", serviceaccount: { name: "bot", uid: "1" }, ...bound },
    ...claims,
  });
}

const account: AccountState = { ...existing, secretNames: [] };

describe("times of a bound token", () => {
  test.each([
    [{ exp: nowSeconds - 60 }, undefined],
    [{ exp: nowSeconds - 61 }, "service account token has expired"],
    [{ nbf: nowSeconds + 60 }, undefined],
    [{ nbf: nowSeconds + 61 }, "service account token is not valid yet"],
    [{ iat: nowSeconds + 60 }, undefined],
    [{ iat: nowSeconds + 61 }, "service account token is issued in the future"],
    [{ exp: 0 }, "service account token has expired"],
    [{ exp: nowSeconds - 61, nbf: nowSeconds + 61 }, "service account token is not valid yet"],
    // The reference, version 1.32.13, gives these verdicts about times that its types cannot hold.
    [{ exp: 1e18 }, undefined],
    [{ exp: 9.2233720368e18 }, "service account token has expired"],
    [{ exp: 1e20 }, "service account token has expired"],
    [{ exp: -1e20 }, "service account token has expired"],
    [{ nbf: 1e18 }, "service account token is not valid yet"],
    [{ nbf: 9.2233720368e18 }, undefined],
    [{ nbf: 1e20 }, undefined],
    [{ iat: 1e20 }, undefined],
  ])("a token with the claims %j has the error %j", async (claims, error) => {
    expect((await authenticate(await boundToken(claims), { account })).error).toBe(error);
  });

  test("the identity expires a minute after the token, when the server stops accepting it", async () => {
    const { identity } = await authenticate(await boundToken(), { account });
    expect(identity?.expiresMs).toBe((nowSeconds + 660) * 1000);
    expect((await authenticate(await boundToken({ exp: undefined }), { account })).identity).not.toHaveProperty(
      "expiresMs",
    );
  });
});

describe("objects of a bound token", () => {
  const reference = { name: "x", uid: "1" };

  test.each([
    ["account", {}, "service account shop/bot has been deleted"],
    ["pod", { pod: reference }, "service account token has been invalidated"],
    ["secret", { secret: reference }, "service account token has been invalidated"],
    ["node", { node: reference }, "service account token has been invalidated"],
  ])("a token is rejected from 60 s after the deletion of its %s", async (name, bound, error) => {
    const token = await boundToken({}, bound);
    const withState = (state: ObjectState): Objects => ({
      account,
      [name]: { ...state, secretNames: [], token: Buffer.alloc(0), labels: {} },
    });
    expect((await authenticate(token, withState(existing))).error).toBeUndefined();
    expect((await authenticate(token, withState(deletedBefore(-30)))).error).toBeUndefined();
    expect((await authenticate(token, withState(deletedBefore(60)))).error).toBeUndefined();
    expect((await authenticate(token, withState(deletedBefore(61)))).error).toBe(error);
  });

  test("the uid of an object is compared before its deletion is", async () => {
    const token = await boundToken({}, { pod: { name: "x", uid: "2" } });
    const { error } = await authenticate(token, { account, pod: deletedBefore(1000) });
    expect(error).toBe("pod UID (1) does not match service account pod ref claim (2)");
  });

  test("the node of a Pod may be deleted", async () => {
    const token = await boundToken({}, { pod: reference, node: { name: "n1", uid: "7" } });
    const { identity } = await authenticate(token, { account, pod: existing });
    expect(identity?.user.extra).toEqual({
      "authentication.orch.io/node-name": ["n1"],
      "authentication.orch.io/node-uid": ["7"],
      "authentication.orch.io/pod-name": ["x"],
      "authentication.orch.io/pod-uid": ["1"],
    });
  });

  test.each([
    [nowSeconds - 1, ["stale_tokens_total"]],
    [nowSeconds + 1, ["valid_tokens_total"]],
    [0, []],
  ])("a token that clients should replace at %d counts as %j", async (warnafter, counted) => {
    expect(
      (await authenticate(await boundToken({ sub: "system:serviceaccount:shop:bot" }, { warnafter }), { account }))
        .counted,
    ).toEqual(counted);
  });

  test("the audit events of requests with a token that clients should have replaced say for how long", async () => {
    const annotationsAt = async (warnafter: number) =>
      (await authenticate(await boundToken({ sub: "system:serviceaccount:shop:bot" }, { warnafter }), { account }))
        .identity?.annotations;
    const text = "subject: system:serviceaccount:shop:bot, seconds after warning threshold: 7";
    expect(await annotationsAt(nowSeconds - 7)).toEqual([["authentication.orch.io/stale-token", text]]);
    expect(await annotationsAt(nowSeconds + 7)).toBeUndefined();
  });
});

describe("audiences", () => {
  test.each([
    [["orch"], [], ["orch"]],
    [["b", "other", "orch"], [], ["orch", "other"]],
    [
      ["b", "a"],
      ["a", "c", "b"],
      ["a", "b"],
    ],
    [undefined, [], ["orch", "other"]],
    [undefined, ["other"], ["other"]],
  ])("a token for %j, of which %j are requested, is valid for %j", async (aud, audiences, expected) => {
    const { identity } = await authenticate(await boundToken({ aud }), { account }, { audiences });
    expect(identity?.audiences).toEqual(expected);
  });

  test("a token without the requested audience is rejected, and a token without audiences is counted", async () => {
    const { error, counted } = await authenticate(
      await boundToken({ aud: undefined }),
      { account },
      { audiences: ["a"] },
    );
    expect(error).toBe('token audiences ["orch" "other"] is invalid for the target audiences ["a"]');
    expect(counted).toEqual(["legacy_tokens_total"]);
  });
});

describe("tokens in Secrets", () => {
  const legacyToken = sign({
    iss: "orch/serviceaccount",
    "orch.io/serviceaccount/namespace": "shop",
    "orch.io/serviceaccount/secret.name": "bot-token",
    "orch.io/serviceaccount/service-account.name": "bot",
    "orch.io/serviceaccount/service-account.uid": "1",
    sub: "system:serviceaccount:shop:bot",
  });
  const secretWith = async (labels: Record<string, string> = {}): Promise<SecretState> => ({
    ...existing,
    token: Buffer.from(await legacyToken),
    labels,
  });
  const used = "orch.io/legacy-token-last-used";

  test("the use of a token is counted, and its date is written to the Secret", async () => {
    const { identity, counted, labels } = await authenticate(await legacyToken, {
      account,
      secret: await secretWith(),
    });
    expect(identity).toEqual({
      user: {
        name: "system:serviceaccount:shop:bot",
        uid: "1",
        groups: ["system:serviceaccounts", "system:serviceaccounts:shop"],
      },
      audiences: ["orch", "other"],
      annotations: [
        ["authentication.orch.io/legacy-token", "system:serviceaccount:shop:bot"],
        ["authentication.orch.io/legacy-token-manual-secret", "bot-token"],
      ],
    });
    expect(counted).toEqual(["legacy_tokens_total", "legacy_manual_token_uses_total"]);
    expect(labels).toEqual({ [used]: "2027-01-15" });
  });

  test.each([
    ["2027-01-15", undefined],
    ["2027-01-16", undefined],
    ["2027-01-14", { [used]: "2027-01-15" }],
    ["2027-01-17", { [used]: "2027-01-15" }],
  ])("a Secret that was used on %s gets the labels %j", async (date, labels) => {
    const secret = await secretWith({ [used]: date });
    expect((await authenticate(await legacyToken, { account, secret })).labels).toEqual(labels);
  });

  test("a token whose Secret is in the account's list was generated, and clients are advised to use another one", async () => {
    const listed = { ...account, secretNames: ["bot-token"] };
    const { identity, counted } = await authenticate(await legacyToken, {
      account: listed,
      secret: await secretWith(),
    });
    expect(identity?.warnings).toEqual([
      "Use tokens from the TokenRequest API or manually created secret-based tokens instead of auto-generated secret-based tokens.",
    ]);
    expect(counted).toContain("legacy_auto_token_uses_total");
    expect(identity?.annotations).toContainEqual([
      "authentication.orch.io/legacy-token-autogenerated-secret",
      "bot-token",
    ]);
  });

  test("a token that is marked as invalid is rejected, but its use is recorded", async () => {
    const secret = await secretWith({ "orch.io/legacy-token-invalid-since": "2026-01-01" });
    const { error, errorAnnotations, counted, labels } = await authenticate(await legacyToken, { account, secret });
    expect(errorAnnotations).toEqual([["authentication.orch.io/legacy-token-invalidated", "bot-token/shop"]]);
    expect(error).toBe(
      "the token in secret shop/bot-token for service account shop/bot has been marked invalid. Use tokens from the " +
        "TokenRequest API or manually created secret-based tokens, or remove the 'orch.io/legacy-token-invalid-since' " +
        "label from the secret to temporarily allow use of this token",
    );
    expect(counted).toContain("invalid_legacy_auto_token_uses_total");
    expect(labels).toEqual({ [used]: "2027-01-15" });
  });

  test("a token is rejected as soon as its Secret or its account is being deleted", async () => {
    const secret = await secretWith();
    const now = deletedBefore(0);
    const errorOf = async (objects: Objects): Promise<string | undefined> =>
      (await authenticate(await legacyToken, objects)).error;
    expect(await errorOf({ account, secret: { ...secret, ...now } })).toBe("Token has been invalidated");
    expect(await errorOf({ account: { ...account, ...now }, secret })).toBe("ServiceAccount shop/bot has been deleted");
    expect(await errorOf({ secret })).toBe('serviceaccounts "bot" not found');
    expect(await errorOf({ account: { ...account, uid: "2" }, secret })).toBe(
      "ServiceAccount UID (2) does not match claim (1)",
    );
    expect(await errorOf({ account, secret: { ...secret, token: Buffer.from("x") } })).toBe(
      "Token does not match server's copy",
    );
  });

  test("without --service-account-lookup, a token is valid without its objects", async () => {
    const { identity, counted } = await authenticate(await legacyToken, {}, { requiresObjects: false });
    expect(identity?.user.name).toBe("system:serviceaccount:shop:bot");
    expect(counted).toEqual(["legacy_tokens_total"]);
  });
});

test("a token of another issuer is left to other methods", async () => {
  const outcome = await authenticate(await boundToken({ iss: "https://another.example" }), { account });
  expect(outcome).toMatchObject({ identity: undefined, error: undefined });
});
