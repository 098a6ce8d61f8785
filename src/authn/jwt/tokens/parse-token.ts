/** Parses JSON Web Tokens in compact form, before their signature is verified. */
import { isJsonObject } from "../../../base/json-object.ts";
import {
  countKeys,
  DecodeError,
  type DecodeLimits,
  type ParsedJson,
  parseJson,
  parseJsonNode,
} from "../../../codec/index.ts";
import { decodeBase64Url, tokenCharactersMax } from "../../compact-token.ts";
import { unverifiedIssuer } from "../../unverified-issuer.ts";
import type { Claims } from "./claims.ts";

/** A token whose signature was not verified. Its claims must not be trusted. */
export interface UntrustedToken {
  /** The whole token. */
  readonly text: string;
  readonly payload: Buffer;
  readonly claims: Claims;
  /** The claim `iss`, in any case; empty if it is absent. */
  readonly issuer: string;
}

const partsCount = 3;
const claimLimits: DecodeLimits = { depthMax: 64, keysMax: 2_000 };
/** Limits of the documents that an issuer publishes. */
export const documentLimits: DecodeLimits = { depthMax: 64, keysMax: 100_000 };

const googleIssuer = "https://accounts.google.com";
/** The issuer that tokens of Google may name instead. */
const googleAlias = "accounts.google.com";

/** Returns the parts of a token. Undefined if the text is no token of an OpenID provider. */
export function parseToken(text: string): UntrustedToken | undefined {
  if (text.length > tokenCharactersMax) return undefined;
  const parts = text.split(".", partsCount + 1);
  const payload = parts.length === partsCount ? decodeBase64Url(parts[1] ?? "") : undefined;
  const parsed = payload && parseClaims(payload);
  const issuer = parsed && unverifiedIssuer(parsed.members);
  if (!payload || !parsed || issuer === undefined) return undefined;
  const { claims } = parsed;
  return { text, payload, claims, issuer: issuer === googleAlias ? googleIssuer : issuer };
}

type Member = readonly [name: string, value: unknown];

/** Returns the claims, and all members in the order of the token. Only the members include claims that are repeated. */
function parseClaims(payload: Buffer): { readonly claims: Claims; readonly members: readonly Member[] } | undefined {
  const parsed = parseOrError(payload, claimLimits);
  if (parsed instanceof DecodeError || !isJsonObject(parsed.value)) return undefined;
  const { value: claims, keyCount } = parsed;
  // The text is parsed again only if a key is repeated.
  return { claims, members: keyCount > countKeys(claims) ? membersOf(payload) : Object.entries(claims) };
}

function membersOf(payload: Buffer): readonly Member[] {
  const node = parseJsonNode(payload.toString("utf8"), claimLimits);
  if (typeof node !== "object" || node?.kind !== "object") return [];
  return node.members.map(({ key, value }) => [key, value]);
}

/** Returns the JSON object in a part of a token, or in a document of an issuer. Undefined if it is none. */
export function parseObject(bytes: Buffer, limits = claimLimits): Claims | undefined {
  const value = parseValue(bytes, limits);
  return isJsonObject(value) && !(value instanceof DecodeError) ? value : undefined;
}

/** Returns a JSON value, or the error of a text that is not JSON. */
export function parseValue(bytes: Buffer, limits = claimLimits): unknown {
  const parsed = parseOrError(bytes, limits);
  return parsed instanceof DecodeError ? parsed : parsed.value;
}

function parseOrError(bytes: Buffer, limits: DecodeLimits): ParsedJson | DecodeError {
  try {
    return parseJson(bytes, { limits });
  } catch (error) {
    if (error instanceof DecodeError) return error;
    throw error;
  }
}
