/** Tokens of service accounts, valid and invalid, for a server with two keys and two issuers. */
import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { encodePart, forgeToken, referenceKeyId, signText, type TokenPart } from "./token-forge.ts";

/** The server that the tokens are for: its keys, and its objects in one namespace. */
export interface TokenWorld {
  readonly rsaKey: KeyObject;
  readonly ecKey: KeyObject;
  /** Name of the claim with the bound objects: the domain of the vocabulary. */
  readonly domain: string;
  /** Issuer of tokens in Secrets. */
  readonly legacyIssuer: string;
  readonly nowSeconds: number;
  /** Namespace of the objects. Default: `default`. */
  readonly namespace?: string;
  /** Name of the node. Default: `n1`. */
  readonly nodeName?: string;
  /** Uid of the account `bot`. */
  readonly accountUid: string;
  /** Uids of the Pod `web`, the Secret `note` and the node `n1`. */
  readonly podUid: string;
  readonly secretUid: string;
  readonly nodeUid: string;
}

/** Both issuers of the server. */
export const issuers = ["https://kubernetes.default.svc", "https://second.example"] as const;

const otherUid = "00000000-0000-4000-8000-000000000000";

/** Returns the tokens by a name that says what is special about each. */
export function accountTokenCases(world: TokenWorld): ReadonlyMap<string, string> {
  return new Map(
    Object.entries({ ...signatureCases(world), ...formCases(world), ...claimCases(world), ...legacyCases(world) }),
  );
}

function validClaims(
  { domain, nowSeconds, accountUid, namespace = "default" }: TokenWorld,
  bound: TokenPart = {},
): TokenPart {
  return {
    aud: [issuers[0]],
    exp: nowSeconds + 3600,
    iat: nowSeconds,
    iss: issuers[0],
    jti: "5dfb2a8c-91cc-4ba0-8a52-0cf5f1f6ab57",
    [domain]: { namespace, serviceaccount: { name: "bot", uid: accountUid }, ...bound },
    nbf: nowSeconds,
    sub: `system:serviceaccount:${namespace}:bot`,
  };
}

function signatureCases(world: TokenWorld): Readonly<Record<string, string>> {
  const { rsaKey, ecKey } = world;
  const claims = validClaims(world);
  const rsa = { alg: "RS256", kid: referenceKeyId(rsaKey) };
  const publicPem = createPublicKey(rsaKey.export({ type: "pkcs8", format: "pem" }))
    .export({ type: "spki", format: "pem" })
    .toString();
  const strangerKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const valid = forgeToken(rsa, claims, rsaKey);
  const [header, , signature] = valid.split(".");
  const flipped = `${signature?.startsWith("A") ? "B" : "A"}${signature?.slice(1)}`;
  return {
    "RS256 with the key id": valid,
    "ES256 with the second key": forgeToken({ alg: "ES256", kid: referenceKeyId(ecKey) }, claims, ecKey),
    "RS256 without a key id": forgeToken({ alg: "RS256" }, claims, rsaKey),
    "ES256 without a key id": forgeToken({ alg: "ES256" }, claims, ecKey),
    RS512: forgeToken({ ...rsa, alg: "RS512" }, claims, rsaKey),
    PS256: forgeToken({ ...rsa, alg: "PS256" }, claims, rsaKey),
    "key id of the other key": forgeToken({ alg: "RS256", kid: referenceKeyId(ecKey) }, claims, rsaKey),
    "unknown key id": forgeToken({ alg: "RS256", kid: "../../dev/null" }, claims, rsaKey),
    "key id that is a number": forgeToken({ alg: "RS256", kid: 7 }, claims, rsaKey),
    "signed by a stranger": forgeToken({ alg: "RS256" }, claims, strangerKey),
    "signed by a stranger with the server's key id": forgeToken(rsa, claims, strangerKey),
    "alg none": forgeToken({ alg: "none" }, claims, rsaKey),
    "alg none with the key id": forgeToken({ ...rsa, alg: "none" }, claims, rsaKey),
    "no alg": `${encodePart({ kid: rsa.kid })}.${encodePart(claims)}.${signature}`,
    "HS256 with the public key as the secret": forgeToken({ alg: "HS256" }, claims, publicPem),
    "HS256 with the key id and the public key": forgeToken({ ...rsa, alg: "HS256" }, claims, publicPem),
    "ES256 header with an RSA signature": `${encodePart({ alg: "ES256" })}.${encodePart(claims)}.${signature}`,
    "embedded key of a stranger": forgeToken(
      {
        alg: "RS256",
        jwk: createPublicKey(strangerKey.export({ type: "pkcs8", format: "pem" })).export({ format: "jwk" }),
      },
      claims,
      strangerKey,
    ),
    "changed claims": `${header}.${encodePart({ ...claims, sub: "system:serviceaccount:default:boss" })}.${signature}`,
    "changed signature": `${header}.${encodePart(claims)}.${flipped}`,
    "no signature": `${header}.${encodePart(claims)}.`,
    "unknown critical extension": forgeToken({ ...rsa, crit: ["exp"], exp: 1 }, claims, rsaKey),
    "critical extension b64": forgeToken({ ...rsa, crit: ["b64"], b64: true }, claims, rsaKey),
    "crit that is a string": forgeToken({ ...rsa, crit: "b64" }, claims, rsaKey),
  };
}

function formCases(world: TokenWorld): Readonly<Record<string, string>> {
  const { rsaKey } = world;
  const claims = validClaims(world);
  const rsa = { alg: "RS256", kid: referenceKeyId(rsaKey) };
  const valid = forgeToken(rsa, claims, rsaKey);
  const [header = "", payload = "", signature = ""] = valid.split(".");
  const compressed = deflateRawSync(JSON.stringify(claims)).toString("base64url");
  const nested = Buffer.from(valid).toString("base64url");
  const signed = (text: string): string => `${text}.${signText("RS256", text, rsaKey)}`;
  return {
    "compressed claims": signed(`${encodePart({ ...rsa, zip: "DEF" })}.${compressed}`),
    "token in a token": signed(`${encodePart({ ...rsa, cty: "JWT" })}.${nested}`),
    "claims that are a list": forgeToken(rsa, [claims], rsaKey),
    "claims that are no JSON": signed(`${header}.${Buffer.from("{nothing").toString("base64url")}`),
    "two parts": `${header}.${payload}`,
    "four parts": `${valid}.x`,
    "five parts": "eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkExMjhHQ00ifQ.AA.AA.AA.AA",
    "JSON instead of the compact form": JSON.stringify({ payload, protected: header, signature }),
    "line break at the end": `${valid}\n`,
    "space at the end": `${valid} `,
    "line break in the claims": `${header}.${payload.slice(0, 8)}\n${payload.slice(8)}.${signature}`,
    padding: `${header}.${payload}.${signature}==`,
    "character outside of the alphabet": `${header}.${payload}.${signature.slice(0, -1)}*`,
    word: "nonsense",
  };
}

function claimCases(world: TokenWorld): Readonly<Record<string, string>> {
  const { rsaKey, nowSeconds, podUid, secretUid, nodeUid, domain, nodeName = "n1" } = world;
  const header = { alg: "RS256", kid: referenceKeyId(rsaKey) };
  const claims = validClaims(world);
  const changed = (changes: TokenPart): string => forgeToken(header, { ...claims, ...changes }, rsaKey);
  const bound = (objects: TokenPart): string => forgeToken(header, validClaims(world, objects), rsaKey);
  const account = (name: string, accountNamespace: string): string =>
    changed({ [domain]: { namespace: accountNamespace, serviceaccount: { name, uid: otherUid } } });
  return {
    "expired since 30 s": changed({ exp: nowSeconds - 30 }),
    "expired since 120 s": changed({ exp: nowSeconds - 120 }),
    "valid in 30 s": changed({ nbf: nowSeconds + 30 }),
    "valid in 120 s": changed({ nbf: nowSeconds + 120 }),
    "issued in 120 s": changed({ iat: nowSeconds + 120 }),
    "no times": changed({ exp: undefined, nbf: undefined, iat: undefined }),
    "fraction of a second": changed({ exp: nowSeconds + 60.9 }),
    "exp that is a string": changed({ exp: String(nowSeconds + 60) }),
    "audience of another API": changed({ aud: ["vault"] }),
    "one audience as a string": changed({ aud: issuers[1] }),
    "audience that is a number": changed({ aud: [1] }),
    "no audience": changed({ aud: undefined }),
    "second issuer": changed({ iss: issuers[1] }),
    "another issuer": changed({ iss: "https://kubernetes.default.svc/" }),
    "no issuer": changed({ iss: undefined }),
    "issuer in upper case": changed({ iss: undefined, ISS: issuers[0] }),
    "issuer with a long s": changed({ iss: undefined, "i\u017Fs": issuers[0] }),
    "another issuer in upper case before the issuer": forgeToken(header, { ISS: "other", ...claims }, rsaKey),
    "another issuer in upper case after the issuer": changed({ ISS: "other" }),
    "issuer in upper case after another issuer": changed({ iss: "other", ISS: issuers[0] }),
    "null as an issuer after the issuer": changed({ ISS: null }),
    "number as an issuer after the issuer": changed({ ISS: 1 }),
    "issuer that is a number": changed({ iss: 1 }),
    "issuer that is null": changed({ iss: null }),
    "issuer that is a list": changed({ iss: [issuers[0]] }),
    "other claims in upper case": changed({ SUB: 1, EXP: 1 }),
    "no id": changed({ jti: undefined }),
    "subject that is a number": changed({ sub: 1 }),
    "account that does not exist": bound({ serviceaccount: { name: "nobody", uid: otherUid } }),
    "account without a name": account("", "default"),
    "account without a namespace": account("bot", ""),
    "account with a slash in its name": account("a/b%c", "default"),
    "account with a dot as its name": account(".", "default"),
    "account in a namespace with a slash": account("", "a/b"),
    "account in a namespace that does not exist": account("bot", "gone"),
    "account with quotes and a line break in its name": account('a"\n', "default"),
    "no account": changed({ [domain]: { namespace: "default" } }),
    "no bound objects": changed({ [domain]: undefined }),
    "account with another uid": bound({ serviceaccount: { name: "bot", uid: otherUid } }),
    "bound objects that are a string": changed({ [domain]: "x" }),
    Pod: bound({ pod: { name: "web", uid: podUid } }),
    "Pod with its node": bound({ pod: { name: "web", uid: podUid }, node: { name: "gone", uid: otherUid } }),
    "Pod with the name of its node": bound({ pod: { name: "web", uid: podUid }, node: { name: "gone" } }),
    "Pod that does not exist": bound({ pod: { name: "gone", uid: otherUid } }),
    "Pod with another uid": bound({ pod: { name: "web", uid: otherUid } }),
    Secret: bound({ secret: { name: "note", uid: secretUid } }),
    "Secret that does not exist": bound({ secret: { name: "gone", uid: otherUid } }),
    "Secret with another uid": bound({ secret: { name: "note", uid: otherUid } }),
    node: bound({ node: { name: nodeName, uid: nodeUid } }),
    "node that does not exist": bound({ node: { name: "gone", uid: otherUid } }),
    "node with another uid": bound({ node: { name: nodeName, uid: otherUid } }),
    stale: bound({ warnafter: nowSeconds - 10 }),
    large: bound({ warnafter: nowSeconds + 10, more: "x".repeat(40_000) }),
  };
}

function legacyCases(world: TokenWorld): Readonly<Record<string, string>> {
  const { rsaKey, domain, legacyIssuer, accountUid, namespace = "default" } = world;
  const prefix = `${domain}/serviceaccount`;
  const claims = {
    iss: legacyIssuer,
    [`${prefix}/namespace`]: namespace,
    [`${prefix}/secret.name`]: "note",
    [`${prefix}/service-account.name`]: "bot",
    [`${prefix}/service-account.uid`]: accountUid,
    sub: `system:serviceaccount:${namespace}:bot`,
  };
  const changed = (changes: TokenPart): string => forgeToken({ alg: "RS256" }, { ...claims, ...changes }, rsaKey);
  return {
    "legacy, not in its Secret": changed({}),
    "legacy without a subject": changed({ sub: undefined }),
    "legacy without a namespace": changed({ [`${prefix}/namespace`]: undefined }),
    "legacy without a Secret": changed({ [`${prefix}/secret.name`]: "" }),
    "legacy without an account": changed({ [`${prefix}/service-account.name`]: undefined }),
    "legacy without a uid": changed({ [`${prefix}/service-account.uid`]: undefined }),
    "legacy with another subject": changed({ sub: "system:serviceaccount:default:boss" }),
    "legacy with a malformed subject": changed({ sub: "bot" }),
    "legacy whose Secret does not exist": changed({ [`${prefix}/secret.name`]: "gone" }),
    "legacy for another audience": changed({ aud: ["vault"] }),
    "legacy, expired": changed({ exp: 1 }),
  };
}
