/**
 * Parses the ExecCredential that a credential plugin prints. Error messages never show its content, because it may be
 * secret.
 */
import { isJsonObject } from "../../base/json-object.ts";
import { getOwn } from "../../base/own-property.ts";
import { DecodeError, parseYaml } from "../../codec/index.ts";
import { ParseError } from "../../meta/parse-error.ts";
import { parseTime } from "../../meta/time.ts";
import { bearer, type Certificate, CredentialError } from "./credentials.ts";
import type { ExecPlugin } from "./exec-plugin.ts";
import { pairFault } from "./pem.ts";

/** The credentials that a plugin printed. */
export interface ExecCredentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly certificate: Certificate | undefined;
  /** Milliseconds since the Unix epoch. Undefined if they do not expire. */
  readonly expiresMs: number | undefined;
}

const limits = { depthMax: 50, keysMax: 10_000 };
const kind = "ExecCredential";

/**
 * Parses the output of a plugin. @throws CredentialError if it is not a valid ExecCredential of the configured version
 */
export async function readExecCredentials(
  stdout: Buffer,
  { apiVersion, origin }: ExecPlugin,
): Promise<ExecCredentials> {
  const reject = (problem: string, cause?: unknown): CredentialError =>
    new CredentialError(`the credential plugin ${origin} ${problem}`, { cause });
  const answer = await parse(stdout, reject);
  if (answer["kind"] !== kind) throw reject(`printed no ${kind}`);
  if (answer["apiVersion"] !== apiVersion) {
    const other = typeof answer["apiVersion"] === "string" ? answer["apiVersion"].slice(0, 100) : "none";
    throw reject(`is configured for ${apiVersion}, but printed ${other}`);
  }
  const status = getOwn(answer, "status");
  if (!isJsonObject(status)) throw reject(`printed an ${kind} without status`);
  const text = (name: string): string | undefined => {
    const value = getOwn(status, name) ?? undefined;
    if (value !== undefined && typeof value !== "string") throw reject(`printed a status.${name} that is not a string`);
    return value === "" ? undefined : value;
  };
  const token = text("token");
  const certificate = readPair(text("clientCertificateData"), text("clientKeyData"), reject);
  if (token === undefined && !certificate) {
    throw reject("printed neither status.token nor status.clientCertificateData with status.clientKeyData");
  }
  return {
    headers: token === undefined ? {} : bearer(token, `the credential plugin ${origin}`),
    certificate,
    expiresMs: readExpiry(text("expirationTimestamp"), reject),
  };
}

type Reject = (problem: string, cause?: unknown) => CredentialError;

async function parse(stdout: Buffer, reject: Reject): Promise<Readonly<Record<string, unknown>>> {
  if (stdout.toString("latin1").trim() === "") throw reject(`printed nothing, but must print an ${kind}`);
  const { value } = await parseYaml(stdout, limits).catch((error: unknown) => {
    throw error instanceof DecodeError ? reject(`printed no ${kind}: the output is not JSON`, error) : error;
  });
  if (!isJsonObject(value)) throw reject(`printed no ${kind}: the output is not a JSON object`);
  return value;
}

function readPair(cert: string | undefined, key: string | undefined, reject: Reject): Certificate | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined) throw reject("printed status.clientKeyData without status.clientCertificateData");
  if (key === undefined) throw reject("printed status.clientCertificateData without status.clientKeyData");
  const fault = pairFault({ cert, key });
  if (fault !== undefined) throw reject(`printed an unusable certificate or key: ${fault}`);
  return { cert, key };
}

function readExpiry(text: string | undefined, reject: Reject): number | undefined {
  if (text === undefined) return undefined;
  try {
    return parseTime(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw reject("printed a status.expirationTimestamp that is not an RFC 3339 time", error);
  }
}
