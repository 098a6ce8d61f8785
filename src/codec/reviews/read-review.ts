/** Reads the reviews with which webhooks respond, such as a TokenReview, as the reference's client library does. */
import { isJsonObject } from "../../base/json-object.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { formatObjectType } from "../../meta/group-version.ts";
import { DecodeError } from "../decode-error.ts";
import { jsonType } from "../json/json-type.ts";
import { parseJson } from "../json/parse.ts";
import { parseYaml } from "../yaml/parse.ts";
import { GoStructReader } from "./go-struct-reader.ts";

/** The type that a review must have. */
export interface ReviewType {
  readonly kind: string;
  /** Group and version. */
  readonly apiVersion: string;
  /**
   * Kinds and versions of the types that the reference knows here, and the name of its table of types. Absent: all types count as
   * known, and cannot be converted.
   */
  readonly known?: {
    readonly types: readonly (readonly [kind: string, apiVersion: string])[];
    readonly scheme: string;
  };
}

/** Status, headers by their name in lower case, and body of an HTTP response. */
export interface ReviewResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

const unreadable = "couldn't get version/kind; json parse error: ";
const openBrace = 0x7b;

/**
 * Returns the review in a response.
 * @throws DecodeError if the body is no review of the expected type
 */
export async function readReview(response: ReviewResponse, expected: ReviewType): Promise<GoStructReader> {
  if (response.body.length === 0) throw emptyBody(response);
  const document = (await parseDocument(response.body)) ?? {};
  if (!isJsonObject(document)) {
    const type =
      'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
    const mismatch = `json: cannot unmarshal ${jsonType(document)} into Go value of type ${type}`;
    throw new DecodeError("value", unreadable + mismatch);
  }
  checkType(document, expected);
  const review = new GoStructReader(document, expected.kind, "");
  review.struct("metadata", "ObjectMeta", "v1.ObjectMeta");
  return review;
}

function emptyBody({ status, headers }: ReviewResponse): DecodeError {
  const contentType = headers.get("content-type") ?? "application/json";
  return new DecodeError("syntax", `0-length response with status code: ${status} and content type: ${contentType}`);
}

/** Parses JSON, and YAML that does not begin like JSON, as the reference does. */
async function parseDocument(bytes: Buffer): Promise<unknown> {
  try {
    const isJson = bytes.find((byte) => !isSpace(byte)) === openBrace;
    return isJson ? parseJson(bytes).value : (await parseYaml(bytes)).value;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new DecodeError(error.code, unreadable + error.message, { cause: error });
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/** A member that is absent or empty counts as the expected one, as in the reference. */
function checkType(document: Readonly<Record<string, unknown>>, expected: ReviewType): void {
  const type = new GoStructReader(document, "", "");
  const kind = type.text("kind") || expected.kind;
  const apiVersion = type.text("apiVersion") || expected.apiVersion;
  if (kind === expected.kind && apiVersion === expected.apiVersion) return;
  const { known } = expected;
  if (known && !known.types.some((type) => type[0] === kind && type[1] === apiVersion)) {
    const type = `no kind ${goQuote(kind)} is registered for version ${goQuote(apiVersion)}`;
    throw new DecodeError("value", `${type} in scheme ${goQuote(known.scheme)}`);
  }
  const [sent, wanted] = [versionOf(apiVersion), versionOf(expected.apiVersion)];
  const conversion = `converting (${sent}.${kind}) to (${wanted}.${expected.kind}): unknown conversion`;
  throw new DecodeError("value", conversion);
}

function versionOf(apiVersion: string): string {
  return apiVersion.split("/").at(-1) ?? "";
}

/**
 * Returns what is wrong with a response that does not name its type. `readReview` accepts such a response. Undefined if it names the
 * type.
 */
export function otherTypeFault(review: GoStructReader, { kind, apiVersion }: ReviewType): string | undefined {
  const [otherKind, otherVersion] = [review.text("kind"), review.text("apiVersion")];
  if (otherKind === kind && otherVersion === apiVersion) return undefined;
  const [expected, other] = [formatObjectType(apiVersion, kind), formatObjectType(otherVersion, otherKind)];
  return `expected webhook response of ${expected}, got ${other}`;
}
