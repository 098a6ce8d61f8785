/** Reads the TokenReview with which a webhook responds. */
import { isJsonObject } from "../../base/json-object.ts";
import { DecodeError, jsonType, parseJson, parseYaml } from "../../codec/index.ts";
import { AuthenticationError } from "../token-authenticator.ts";
import type { User } from "../user.ts";
import { GoStructReader } from "./go-struct-reader.ts";
import type { ReviewVersion } from "./review-request.ts";

/** A webhook's decision about a token. */
export interface ReviewStatus {
  readonly authenticated: boolean;
  readonly user: User;
  /** Audiences of the token. Empty if the webhook does not distinguish audiences. */
  readonly audiences: readonly string[];
  /** Reason of a rejection, which may be empty. */
  readonly error: string;
}

/** The type that a reply must have. */
export interface ExpectedReview {
  /** Group and version of the TokenReview. */
  readonly apiVersion: string;
  readonly version: ReviewVersion;
}

const unreadable = "couldn't get version/kind; json parse error: ";
const openBrace = 0x7b;

/**
 * Returns the decision in a reply. Its spec is ignored.
 * @throws AuthenticationError if the reply is no TokenReview of the expected version
 */
export async function readReply(bytes: Buffer, expected: ExpectedReview): Promise<ReviewStatus> {
  const document = (await parseDocument(bytes)) ?? {};
  if (!isJsonObject(document)) {
    const type =
      'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
    const mismatch = `json: cannot unmarshal ${jsonType(document)} into Go value of type ${type}`;
    throw new AuthenticationError(unreadable + mismatch);
  }
  checkType(document, expected);
  return readStatus(new GoStructReader(document, "TokenReview", ""), expected.version);
}

/** Parses JSON, and YAML that does not begin like JSON, as the reference does. */
async function parseDocument(bytes: Buffer): Promise<unknown> {
  try {
    const isJson = bytes.find((byte) => !isSpace(byte)) === openBrace;
    return isJson ? parseJson(bytes).value : (await parseYaml(bytes)).value;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new AuthenticationError(unreadable + error.message, { cause: error });
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/** A member that is absent or empty counts as the expected one, as in the reference. */
function checkType(document: Readonly<Record<string, unknown>>, { apiVersion, version }: ExpectedReview): void {
  const type = new GoStructReader(document, "", "");
  const kind = type.text("kind") || "TokenReview";
  const sentVersion = type.text("apiVersion") || apiVersion;
  if (kind === "TokenReview" && sentVersion === apiVersion) return;
  const sent = `${sentVersion.split("/").at(-1)}.${kind}`;
  throw new AuthenticationError(`converting (${sent}) to (${version}.TokenReview): unknown conversion`);
}

function readStatus(review: GoStructReader, version: ReviewVersion): ReviewStatus {
  // The other members are not used, but the reference rejects replies in which they have a wrong type.
  review.struct("metadata", "ObjectMeta", "v1.ObjectMeta");
  review.struct("spec", "TokenReviewSpec", `${version}.TokenReviewSpec`);
  const status = review.struct("status", "TokenReviewStatus", `${version}.TokenReviewStatus`);
  return {
    authenticated: status.flag("authenticated"),
    user: readUser(status.struct("user", "UserInfo", `${version}.UserInfo`), version),
    audiences: status.texts("audiences"),
    error: status.text("error"),
  };
}

function readUser(user: GoStructReader, version: ReviewVersion): User {
  const uid = user.text("uid");
  const extra = user.textLists("extra", `${version}.ExtraValue`);
  return {
    name: user.text("username"),
    ...(uid === "" ? {} : { uid }),
    groups: user.texts("groups"),
    ...(extra === undefined ? {} : { extra }),
  };
}
