/**
 * Continue tokens of lists that are read in chunks. A token holds the revision of the first chunk and the key at which
 * the next chunk starts. Clients must treat it as opaque, but it has the same form as in the reference.
 */
import { DecodeError, jsonType, parseJson } from "../codec/index.ts";
import { goQuote } from "../meta/go-quote.ts";
import { badRequest } from "../meta/status-error.ts";
import { allSpellings, group, type Vocabulary } from "../meta/vocabulary.ts";

/** The decoded content of a continue token. */
export interface ContinueToken {
  /**
   * The revision of the list. `newestRevision` continues with the newest state, for a list whose first state is
   * compacted.
   */
  readonly revision: number;
  /** The key of the last returned object, relative to the scope of the list. */
  readonly after: string;
}

/** The revision of a token that continues with the newest state. */
export const newestRevision = -1;

const tokenCharactersMax = 8192;
const metaGroup = group("meta");

/** Returns the token as unpadded base64url text. */
export function encodeContinue({ revision, after }: ContinueToken, vocabulary: Vocabulary): string {
  const token = { v: `${vocabulary.bind(metaGroup)}/v1`, rv: revision, start: `/${after}\0` };
  return Buffer.from(JSON.stringify(token)).toString("base64url");
}

/**
 * Returns the content of a token.
 * @throws StatusError 400 with the reference's message if the token is invalid
 */
export function decodeContinue(text: string): ContinueToken {
  const { v: version, rv: revision, start } = readFields(parseToken(text));
  if (!allSpellings(metaGroup).some((spelling) => version === `${spelling}/v1`)) {
    throw invalidToken(`continue key is not valid: server does not recognize this encoded version ${version}`);
  }
  if (revision === 0) {
    throw invalidToken(`continue key is not valid: incorrect encoded start resourceVersion (version ${version})`);
  }
  if (start === "") throw invalidToken(`continue key is not valid: encoded start key empty (version ${version})`);
  const key = start.startsWith("/") ? start.slice(1) : start;
  if (!isCleanKey(key)) throw invalidToken(`continue key is not valid: ${start}`);
  return { revision: Math.max(revision, newestRevision), after: keyBefore(key) };
}

function parseToken(text: string): unknown {
  const bytes = decodeBase64(text);
  const [first = 0] = bytes;
  if (first >= 0x80) {
    const character = goQuote(String.fromCharCode(first)).slice(1, -1);
    throw unreadable(`invalid character '${character}' looking for beginning of value`);
  }
  try {
    // As in the reference, bytes that are not valid UTF-8 are replaced.
    return parseJson(Buffer.from(bytes.toString("utf8"))).value;
  } catch (error) {
    if (error instanceof DecodeError) throw unreadable(error.message);
    throw error;
  }
}

/**
 * Returns the bytes of unpadded base64url. Like the reference's decoder, it ignores line breaks, and its error names
 * the position of the first invalid byte.
 */
function decodeBase64(text: string): Buffer {
  const illegal = text.search(/[^\w\r\n-]/);
  if (illegal >= 0 || text.length > tokenCharactersMax) {
    throw unreadable(`illegal base64 data at input byte ${illegal < 0 ? tokenCharactersMax : illegal}`);
  }
  const digits = text.replaceAll(/[\r\n]/g, "");
  if (digits.length % 4 === 1) throw unreadable(`illegal base64 data at input byte ${text.length - 1}`);
  return Buffer.from(digits, "base64url");
}

interface TokenFields {
  readonly v: string;
  readonly rv: number;
  readonly start: string;
}

/**
 * Returns the fields of a token. Missing and null fields are empty. As in Go, the names of fields are not
 * case-sensitive.
 */
function readFields(token: unknown): TokenFields {
  if (token !== null && jsonType(token) !== "object") {
    throw unreadable(`json: cannot unmarshal ${jsonType(token)} into Go value of type storage.continueToken`);
  }
  const fields = { v: "", rv: 0, start: "" };
  for (const [key, value] of Object.entries(token ?? {})) {
    const name = key.toLowerCase();
    if (value === null) continue;
    if (name === "v" || name === "start") fields[name] = textField(name, value);
    else if (name === "rv") fields.rv = integerField(name, value);
  }
  return fields;
}

function textField(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw wrongType(jsonType(value), name, "string");
}

function integerField(name: string, value: unknown): number {
  if (typeof value === "number" && Number.isInteger(value)) return value;
  const isNumber = typeof value === "number" || typeof value === "bigint";
  throw wrongType(isNumber ? `number ${value}` : jsonType(value), name, "int64");
}

function wrongType(found: string, name: string, wanted: string): Error {
  return unreadable(`json: cannot unmarshal ${found} into Go struct field continueToken.${name} of type ${wanted}`);
}

/** Whether a key is made of names only. `.` and `..` are rejected, because they could leave the scope of the list. */
function isCleanKey(key: string): boolean {
  return key.split("/").every((name) => name !== "" && name !== "." && name !== "..");
}

/**
 * Returns the key after which a list that starts at `key` continues. Tokens of this server start at an object's key
 * plus a NUL character, so this is the object's key. For other tokens, it is a text just before `key`.
 */
function keyBefore(key: string): string {
  const last = key.charCodeAt(key.length - 1);
  const before = key.slice(0, -1);
  return last === 0 ? before : `${before}${String.fromCharCode(last - 1)}\uFFFF`;
}

function unreadable(why: string): Error {
  return invalidToken(`continue key is not valid: ${why}`);
}

function invalidToken(why: string): Error {
  return badRequest(`invalid continue token: ${why}`);
}
