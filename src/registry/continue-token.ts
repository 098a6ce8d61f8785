/**
 * The token with which a listing in chunks goes on: the revision of its first chunk, and where the next one starts.
 * Clients must not read it, but the form is the reference's.
 */
import { badRequest } from "../meta/status-error.ts";
import { allSpellings, group, type Vocabulary } from "../meta/vocabulary.ts";

export interface ContinueToken {
  /** -1: go on at the newest state, for a listing whose first state is gone. */
  readonly revision: number;
  /** The last key that was given, below the listed scope. */
  readonly after: string;
}

export const newestRevision = -1;

const tokenCharactersMax = 8192;
const metaGroup = group("meta");

export function encodeContinue({ revision, after }: ContinueToken, vocabulary: Vocabulary): string {
  const token = { v: `${vocabulary.bind(metaGroup)}/v1`, rv: revision, start: `${after}\0` };
  return Buffer.from(JSON.stringify(token)).toString("base64url");
}

/** @throws StatusError 400 */
export function decodeContinue(text: string): ContinueToken {
  const token = parseToken(text);
  if (!allSpellings(metaGroup).some((spelling) => token.v === `${spelling}/v1`)) {
    throw invalidToken(`continue key is not valid: server does not recognize this encoded version ${String(token.v)}`);
  }
  const version = String(token.v);
  if (
    !Number.isSafeInteger(token.rv) ||
    (typeof token.rv === "number" && token.rv < newestRevision) ||
    token.rv === 0
  ) {
    throw invalidToken(`continue key is not valid: incorrect encoded start resourceVersion (version ${version})`);
  }
  if (typeof token.start !== "string" || token.start === "") {
    throw invalidToken(`continue key is not valid: encoded start key empty (version ${version})`);
  }
  if (!isCleanKey(token.start)) throw invalidToken(`continue key is not valid: ${token.start}`);
  return { revision: Number(token.rv), after: token.start.slice(0, -1) };
}

function parseToken(text: string): { v?: unknown; rv?: unknown; start?: unknown } {
  try {
    if (text.length > tokenCharactersMax || !/^[\w-]*$/.test(text)) throw new SyntaxError("illegal base64 data");
    const token: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (typeof token !== "object" || token === null) throw new SyntaxError("not an object");
    return token;
  } catch (error) {
    throw invalidToken(`continue key is not valid: ${error instanceof Error ? error.message : "unreadable"}`);
  }
}

/** One or two names and the terminator; nothing that could leave the listed scope. */
function isCleanKey(key: string): boolean {
  const names = key.slice(0, -1).split("/");
  return key.endsWith("\0") && names.every((name) => name !== "" && name !== "." && name !== "..");
}

function invalidToken(why: string): Error {
  return badRequest(`invalid continue token: ${why}`);
}
