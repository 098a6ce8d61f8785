/** ImageReviews: the questions to the webhook of the ImagePolicyWebhook plugin, and its decisions. */
import type { Pod } from "../../../api/index.ts";
import { compareText } from "../../../base/compare-text.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { type ReviewResponse, readReview } from "../../../codec/index.ts";
import { group, type Vocabulary } from "../../../meta/vocabulary.ts";
import type { AdmissionRequest } from "../../plugin.ts";

/** The images of a Pod, as a webhook sees them. */
export interface ImageReviewSpec {
  readonly containers: readonly { readonly image?: string }[];
  /** Annotations for the webhook. Absent if there are none. */
  readonly annotations?: Readonly<Record<string, string>>;
  readonly namespace: string;
}

/** A webhook's decision. */
export interface ImageReviewStatus {
  readonly allowed: boolean;
  readonly reason: string;
  readonly auditAnnotations: ReadonlyMap<string, string>;
}

const kind = "ImageReview";
const reviewGroup = group("imagepolicy");
/** Annotations with this text in their names are for the webhook. */
const annotationGroup = group("image-policy");
const typeTable = "pkg/api/legacyscheme/scheme.go:30";

/** Returns the images that a request brings: those of all usual containers, or of the ephemeral ones. */
export function imageReviewSpec(request: AdmissionRequest, vocabulary: Vocabulary): ImageReviewSpec {
  const { metadata, spec } = request.object as DeepReadonly<Pod>;
  const { containers = [], initContainers = [], ephemeralContainers = [] } = spec ?? {};
  const reviewed = request.subresource === "" ? [...containers, ...initContainers] : ephemeralContainers;
  const part = `.${vocabulary.bind(annotationGroup)}/`;
  const annotations = Object.entries(metadata.annotations ?? {})
    .filter(([name]) => name.includes(part))
    .toSorted(([first], [second]) => compareText(first, second));
  return {
    containers: reviewed.map(({ image }) => (image ? { image } : {})),
    ...(annotations.length > 0 ? { annotations: Object.fromEntries(annotations) } : {}),
    namespace: request.namespace,
  };
}

function apiVersionIn(vocabulary: Vocabulary): string {
  return `${vocabulary.bind(reviewGroup)}/v1alpha1`;
}

/** Returns the body of a request, with the members that the reference sends. */
export function imageReviewBody(spec: ImageReviewSpec, vocabulary: Vocabulary): string {
  const apiVersion = apiVersionIn(vocabulary);
  const metadata = { creationTimestamp: null };
  return `${JSON.stringify({ kind, apiVersion, metadata, spec, status: { allowed: false } })}\n`;
}

/** Returns the decision in a response. @throws DecodeError if it is no ImageReview */
export async function readImageReview(response: ReviewResponse, vocabulary: Vocabulary): Promise<ImageReviewStatus> {
  const review = await readReview(response, {
    kind,
    apiVersion: apiVersionIn(vocabulary),
    known: { types: [], scheme: typeTable },
  });
  // The spec is not used, but the reference rejects responses in which it has a wrong type.
  review.struct("spec", "ImageReviewSpec", "v1alpha1.ImageReviewSpec");
  const status = review.struct("status", "ImageReviewStatus", "v1alpha1.ImageReviewStatus");
  return {
    allowed: status.flag("allowed"),
    reason: status.text("reason"),
    auditAnnotations: status.textMap("auditAnnotations"),
  };
}
