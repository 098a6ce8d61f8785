/** AdmissionReviews: the requests to webhooks, and the decisions in their responses. */
import {
  DecodeError,
  type GoStructReader,
  otherTypeFault,
  type ReviewResponse,
  type ReviewType,
  readReview,
  stringifyJson,
} from "../../codec/index.ts";
import { goQuote } from "../../meta/go-quote.ts";
import type { StatusReason, StatusResponseDetails } from "../../meta/status.ts";
import { group, machineryLabel, type Vocabulary } from "../../meta/vocabulary.ts";
import { base64Fault } from "../../schema/index.ts";
import { requestDocument } from "../matching/index.ts";
import type { AdmissionRequest, VersionedRequest } from "../plugin.ts";

/** A version of AdmissionReview. */
export interface AdmissionReviewFormat {
  readonly apiVersion: string;
  /** The version without the group. */
  readonly version: string;
  /** The types that the reader of responses knows. */
  readonly known: NonNullable<ReviewType["known"]>;
  /** Whether the response must name its type and the uid of the request. As in the reference, v1beta1 has no such rule. */
  readonly isStrict: boolean;
}

const knownVersions: readonly string[] = ["v1", "v1beta1"];
const kind = "AdmissionReview";
/** The reference's name of its table of known types, for error messages. */
const typeTable = machineryLabel("apiserver/pkg/util/webhook/client.go:71");

/** Returns the format of the first version that the server knows. Undefined if it knows none. */
export function reviewFormat(versions: readonly string[], vocabulary: Vocabulary): AdmissionReviewFormat | undefined {
  const version = versions.find((one) => knownVersions.includes(one));
  if (version === undefined) return undefined;
  const reviewGroup = vocabulary.bind(group("admission"));
  const reviews = knownVersions.map((known): readonly [string, string] => [kind, `${reviewGroup}/${known}`]);
  return {
    apiVersion: `${reviewGroup}/${version}`,
    version,
    known: { types: [...reviews, ["Status", "v1"]], scheme: vocabulary.bind(typeTable) },
    isStrict: version === "v1",
  };
}

/** The objects of a review as JSON. Undefined: null. */
export interface ReviewedTexts {
  readonly object: string | undefined;
  readonly oldObject: string | undefined;
}

/** Returns the request to a webhook, with the members in the order of the reference. */
export function writeAdmissionReview(
  { apiVersion }: AdmissionReviewFormat,
  uid: string,
  request: AdmissionRequest,
  version: VersionedRequest,
  { object = "null", oldObject = "null" }: ReviewedTexts,
): string {
  const { dryRun, options } = request;
  const start = JSON.stringify(requestDocument(uid, request, version)).slice(0, -1);
  const shownOptions = options ? stringifyJson(options, { exact: true }) : "null";
  const requestText = `${start},"object":${object},"oldObject":${oldObject},"dryRun":${dryRun},"options":${shownOptions}}`;
  return `{"kind":"${kind}","apiVersion":${JSON.stringify(apiVersion)},"request":${requestText}}\n`;
}

/** Why a webhook rejects a request. */
export interface ReviewedStatus {
  readonly message: string;
  readonly reason: StatusReason | "";
  readonly details: StatusResponseDetails | undefined;
  readonly code: number;
}

/** The decision in a response. */
export interface ReviewedDecision {
  readonly isAllowed: boolean;
  /** Undefined if the webhook gives none. */
  readonly status: ReviewedStatus | undefined;
  readonly patch: Buffer;
  readonly patchType: string;
  readonly auditAnnotations: ReadonlyMap<string, string>;
  readonly warnings: readonly string[];
}

/** A response is no review that answers the request. The message has the reference's words. */
export class AdmissionReviewFault extends Error {
  override readonly name = "AdmissionReviewFault";
}

/** Properties that a response must have. */
export interface ExpectedDecision {
  readonly format: AdmissionReviewFormat;
  readonly uid: string;
  /** Whether the webhook may change the object. */
  readonly mayPatch: boolean;
}

/**
 * Returns the decision in a response.
 * @throws DecodeError if the response cannot be read
 * @throws AdmissionReviewFault if it does not answer the request
 */
export async function readAdmissionReview(
  response: ReviewResponse,
  expected: ExpectedDecision,
): Promise<ReviewedDecision> {
  const { apiVersion, version, known } = expected.format;
  const review = await readReview(response, { kind, apiVersion, known });
  review.struct("request", "AdmissionRequest", `${version}.AdmissionRequest`);
  const reader = review.struct("response", "AdmissionResponse", `${version}.AdmissionResponse`);
  const answer = readAnswer(reader, review.has("response"));
  if (!answer) throw new AdmissionReviewFault("webhook response was absent");
  return expected.format.isStrict ? strictDecision(review, answer, expected) : laxDecision(answer, expected);
}

/** A response as it was sent. */
interface Answer extends ReviewedDecision {
  readonly uid: string;
  readonly hasPatchType: boolean;
}

function readAnswer(reader: GoStructReader, isPresent: boolean): Answer | undefined {
  const answer = {
    uid: reader.text("uid", "types.UID"),
    isAllowed: reader.flag("allowed"),
    status: readStatus(reader),
    patch: readBytes(reader.text("patch", "[]uint8")),
    patchType: reader.text("patchType", "v1.PatchType"),
    hasPatchType: reader.has("patchType"),
    auditAnnotations: reader.textMap("auditAnnotations"),
    warnings: reader.texts("warnings"),
  };
  return isPresent ? answer : undefined;
}

function readStatus(answer: GoStructReader): ReviewedStatus | undefined {
  const reader = answer.struct("status", "Status", "v1.Status");
  // As in the reference, a value of another type is an error, although nothing uses the member.
  reader.text("status");
  const status = {
    message: reader.text("message"),
    reason: reader.text("reason", "v1.StatusReason") as StatusReason | "",
    details: readDetails(reader),
    code: reader.integer("code"),
  };
  return answer.has("status") ? status : undefined;
}

function readDetails(status: GoStructReader): StatusResponseDetails | undefined {
  const reader = status.struct("details", "StatusDetails", "v1.StatusDetails");
  const details = {
    name: reader.text("name"),
    group: reader.text("group"),
    kind: reader.text("kind"),
    uid: reader.text("uid", "types.UID"),
    causes: reader.structs("causes", "StatusCause", "v1.StatusCause").map(readCause),
    retryAfterSeconds: reader.integer("retryAfterSeconds"),
  };
  return status.has("details") ? details : undefined;
}

function readCause(reader: GoStructReader): NonNullable<StatusResponseDetails["causes"]>[number] {
  const [reason, message, field] = [
    reader.text("reason", "v1.CauseType"),
    reader.text("message"),
    reader.text("field"),
  ];
  return { ...(reason && { reason }), ...(message && { message }), ...(field && { field }) };
}

/** @throws DecodeError if the text is not base64 */
function readBytes(text: string): Buffer {
  const fault = base64Fault(text);
  if (fault !== undefined) throw new DecodeError("value", fault);
  return Buffer.from(text, "base64");
}

function strictDecision(review: GoStructReader, answer: Answer, { format, uid, mayPatch }: ExpectedDecision): Answer {
  if (answer.uid !== uid)
    throw new AdmissionReviewFault(`expected response.uid=${goQuote(uid)}, got ${goQuote(answer.uid)}`);
  const fault =
    otherTypeFault(review, { kind, apiVersion: format.apiVersion }) ??
    (mayPatch ? patchFault(answer) : unwantedPatch(answer));
  if (fault !== undefined) throw new AdmissionReviewFault(fault);
  return answer;
}

function patchFault({ patch, patchType, hasPatchType }: Answer): string | undefined {
  if (patch.length > 0 && !hasPatchType) return "webhook returned response.patch but not response.patchType";
  if (patch.length === 0 && hasPatchType) return "webhook returned response.patchType but not response.patch";
  if (hasPatchType && patchType === "") return 'webhook returned invalid response.patchType of ""';
  return undefined;
}

function unwantedPatch({ patch, hasPatchType }: Answer): string | undefined {
  if (patch.length > 0) return "validating webhook may not return response.patch";
  return hasPatchType ? "validating webhook may not return response.patchType" : undefined;
}

function laxDecision(answer: Answer, { mayPatch }: ExpectedDecision): Answer {
  const patch = mayPatch ? answer.patch : Buffer.alloc(0);
  return { ...answer, patch, patchType: jsonPatchType };
}

/** The only type of patches. */
export const jsonPatchType = "JSONPatch";
