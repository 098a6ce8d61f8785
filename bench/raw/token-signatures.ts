/**
 * Raw limit of service account tokens: signs or checks tokens with the library alone, several at a time, and prints how
 * many per second. Arguments: `sign` or `check`, the algorithm, concurrent calls, milliseconds.
 */
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { type JWTPayload, jwtVerify, SignJWT } from "jose";

const [action = "", algorithm = "", callers = "", milliseconds = ""] = process.argv.slice(2);
const warmUpMs = 1000;
const checkedTokens = 2000;

const { privateKey, publicKey } =
  algorithm === "RS256"
    ? generateKeyPairSync("rsa", { modulusLength: 2048 })
    : generateKeyPairSync("ec", { namedCurve: "P-256" });

/** The claims of a token that TokenRequest issues. */
function claims(): JWTPayload {
  const account = { name: "namespace-controller", uid: randomUUID() };
  const scope = { namespace: "kube-system", serviceaccount: account };
  return { jti: randomUUID(), "kubernetes.io": scope };
}

async function sign(): Promise<string> {
  return await new SignJWT(claims())
    .setProtectedHeader({ alg: algorithm, kid: "bench" })
    .setIssuer("https://kubernetes.default.svc")
    .setAudience("https://kubernetes.default.svc")
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

const tokens = action === "check" ? await Promise.all(Array.from({ length: checkedTokens }, sign)) : [];
const check = async (number: number): Promise<unknown> =>
  await jwtVerify(tokens[number % tokens.length] ?? "", publicKey);
const call = action === "check" ? check : sign;
await ratePerSecond(call, warmUpMs);
process.stdout.write(String(await ratePerSecond(call, Number(milliseconds))));
