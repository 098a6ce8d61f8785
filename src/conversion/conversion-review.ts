/** Reviews that the server and conversion webhooks exchange. */
import { DecodeError, otherTypeFault, type ReviewResponse, readReview, stringifyJson } from "../codec/index.ts";
import { goQuote } from "../meta/go-quote.ts";
import { formatGroupVersion } from "../meta/group-version.ts";
import type { SharedObject } from "../meta/object-meta.ts";

/** Versions of ConversionReview that the server sends. */
const knownVersions: ReadonlySet<string> = new Set(["v1", "v1beta1"]);

/** The webhook did not convert the objects. The message has the reference's words. */
export class ReviewFault extends Error {
  override readonly name = "ReviewFault";
}

/** The format of the reviews for one type. */
export interface ConversionReviewFormat {
  readonly apiVersion: string;
  /** Whether the response must have the type and the uid of the request. As in the reference, v1beta1 has no such rule. */
  readonly isStrict: boolean;
}

/**
 * Returns the format of the first version that the server knows. Undefined if it knows none.
 * @param group group of ConversionReview
 */
export function reviewFormat(group: string, versions: readonly string[]): ConversionReviewFormat | undefined {
  const version = versions.find((one) => knownVersions.has(one));
  return version === undefined
    ? undefined
    : { apiVersion: formatGroupVersion({ group, version }), isStrict: version === "v1" };
}

/** The objects of a request. */
export interface ReviewedObjects {
  readonly objects: readonly SharedObject[];
  /** Whether `JSON.stringify` writes the objects exactly. */
  readonly isPlain: boolean;
}

/** Returns the request to convert objects. */
export function writeConversionReview(
  { apiVersion }: ConversionReviewFormat,
  uid: string,
  { objects, isPlain }: ReviewedObjects,
  desiredAPIVersion: string,
): string {
  const request = { uid, desiredAPIVersion, objects };
  const response = { uid: "", convertedObjects: null, result: { metadata: {} } };
  return stringifyJson({ kind: "ConversionReview", apiVersion, request, response }, { exact: !isPlain });
}

const kind = "ConversionReview";

/**
 * Returns the converted objects of a response.
 * @throws ReviewFault
 */
export async function readConvertedObjects(
  { apiVersion, isStrict }: ConversionReviewFormat,
  uid: string,
  response: ReviewResponse,
): Promise<readonly unknown[]> {
  try {
    const review = await readReview(response, { kind, apiVersion });
    const typeFault = isStrict ? otherTypeFault(review, { kind, apiVersion }) : undefined;
    if (typeFault !== undefined) throw new ReviewFault(typeFault);
    const answer = review.struct("response", "ConversionResponse", "v1.ConversionResponse");
    if (!review.has("response")) throw new ReviewFault("no response provided");
    const actualUid = answer.text("uid", "types.UID");
    const objects = answer.items("convertedObjects", "[]runtime.RawExtension");
    const result = answer.struct("result", "Status", "v1.Status");
    const [status, message] = [result.text("status"), result.text("message")];
    if (isStrict && actualUid !== uid) {
      throw new ReviewFault(`expected response.uid=${goQuote(uid)}, got ${goQuote(actualUid)}`);
    }
    if (status === "Success") return objects;
    throw new ReviewFault(message || `response.result.status was '${status}', not 'Success'`);
  } catch (error) {
    if (error instanceof DecodeError) throw new ReviewFault(error.message, { cause: error });
    throw error;
  }
}
