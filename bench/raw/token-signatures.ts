/**
 * Handles service account tokens, several at a time, and prints how many per second. Arguments: `sign` or `check` for the
 * library alone, or `authenticate` for the authentication of the built package; the algorithm; concurrent calls;
 * milliseconds.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from "node:crypto";
import { type JWTPayload, jwtVerify, SignJWT } from "jose";
import { builtModule } from "./built-module.ts";

const [action = "", algorithm = "", callers = "", milliseconds = ""] = process.argv.slice(2);
const warmUpMs = 1000;
const checkedTokens = 2000;

const generated =
  algorithm === "RS256"
    ? generateKeyPairSync("rsa", { modulusLength: 2048 })
    : generateKeyPairSync("ec", { namedCurve: "P-256" });
// Keys that Node has read from text. Node 20 sometimes waits forever when it exports a key that it has generated itself, as the
// library does at each call, because a collection of garbage during the export frees the generator, which locks the same key.
const privateKey = createPrivateKey(generated.privateKey.export({ type: "pkcs8", format: "pem" }));
const publicKey = createPublicKey(privateKey);

const uid = randomUUID();
const issuer = "https://kubernetes.default.svc";

/** The claims of a token that TokenRequest issues. */
function claims(): JWTPayload {
  const account = { name: "namespace-controller", uid };
  const scope = { namespace: "kube-system", serviceaccount: account };
  return { jti: randomUUID(), "kubernetes.io": scope };
}

async function sign(): Promise<string> {
  return await new SignJWT(claims())
    .setProtectedHeader({ alg: algorithm })
    .setIssuer(issuer)
    .setAudience([issuer])
    .setSubject("system:serviceaccount:kube-system:namespace-controller")
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(privateKey);
}

/** Calls the function from several loops, and returns the number of calls in a second. */
async function ratePerSecond(call: (number: number) => Promise<unknown>, durationMs: number): Promise<number> {
  const startMs = performance.now();
  let calls = 0;
  const repeat = async (): Promise<void> => {
    while (performance.now() - startMs < durationMs) await call(calls++);
  };
  await Promise.all(Array.from({ length: Number(callers) }, repeat));
  return (calls * 1000) / (performance.now() - startMs);
}

/** Returns the authentication of tokens that the server has not seen before. The account is in memory. */
async function authenticator(): Promise<(token: string) => Promise<unknown>> {
  const { accountTokenAuthenticators, VerificationKeys } =
    await builtModule<typeof import("../../src/authn/index.ts")>("authn/index");
  const { vocabularies } = await builtModule<typeof import("../../src/meta/vocabulary.ts")>("meta/vocabulary");
  const keys = new VerificationKeys([publicKey]);
  const [, bound] = accountTokenAuthenticators({
    vocabulary: vocabularies.kubernetes,
    issuers: [issuer],
    audiences: [issuer],
    keys: async () => keys,
    objects: {
      account: async () => ({ uid, deletedMs: undefined, secretNames: [] }),
      node: async () => undefined,
      pod: async () => undefined,
      secret: async () => undefined,
    },
    uses: { count: () => undefined, labelSecret: async () => undefined },
    requiresObjects: true,
    nowMs: () => Date.now(),
  });
  return async (token) => {
    if (!(await bound?.(token, []))) throw new Error("a token is not accepted");
  };
}

const tokens = action !== "sign" ? await Promise.all(Array.from({ length: checkedTokens }, sign)) : [];
const tokenOf = (number: number): string => tokens[number % tokens.length] ?? "";
const authenticate = action === "authenticate" ? await authenticator() : undefined;
const calls: Readonly<Record<string, (number: number) => Promise<unknown>>> = {
  sign,
  check: async (number) => await jwtVerify(tokenOf(number), publicKey),
  authenticate: async (number) => await authenticate?.(tokenOf(number)),
};
const call = calls[action];
if (!call) throw new Error(`unknown action ${action}; the actions are ${Object.keys(calls).join(", ")}`);
await ratePerSecond(call, warmUpMs);
process.stdout.write(String(await ratePerSecond(call, Number(milliseconds))));
