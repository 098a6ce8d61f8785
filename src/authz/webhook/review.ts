/** SubjectAccessReviews: the bodies of requests to webhooks, and the decisions in their responses. */
import { DecodeError, type GoStructReader, type ReviewResponse, readReview } from "../../codec/index.ts";
import { WebhookError } from "../../egress/index.ts";
import { group, type Vocabulary } from "../../meta/vocabulary.ts";
import type { ReviewSpec } from "./review-spec.ts";

/** Versions of the reviews that webhooks understand. */
export type ReviewVersion = "v1" | "v1beta1";

/** A webhook's decision. */
export interface ReviewStatus {
  readonly allowed: boolean;
  readonly denied: boolean;
  readonly reason: string;
}

const kind = "SubjectAccessReview";

/** Writes and reads the reviews of one version. */
export class ReviewFormat {
  readonly #version: ReviewVersion;
  readonly #apiVersion: string;

  constructor(version: ReviewVersion, vocabulary: Vocabulary) {
    this.#version = version;
    this.#apiVersion = `${vocabulary.bind(group("authorization"))}/${version}`;
  }

  /** Name of the spec's member with the groups of the user. */
  get #groups(): string {
    return this.#version === "v1" ? "groups" : "group";
  }

  /** Returns the body of a request, with the members that the reference sends. */
  write(spec: ReviewSpec): string {
    const members = Object.entries(spec).map(([name, value]) => [name === "groups" ? this.#groups : name, value]);
    const review = {
      kind,
      apiVersion: this.#apiVersion,
      metadata: { creationTimestamp: null },
      spec: Object.fromEntries(members) as object,
      status: { allowed: false },
    };
    return `${JSON.stringify(review)}\n`;
  }

  /**
   * Returns the decision in a response.
   * @throws WebhookError if the response is no review of this version
   */
  async read(response: ReviewResponse): Promise<ReviewStatus> {
    try {
      const review = await readReview(response, { kind, apiVersion: this.#apiVersion });
      this.#checkSpec(review);
      const status = review.struct("status", "SubjectAccessReviewStatus", `${this.#version}.SubjectAccessReviewStatus`);
      status.text("evaluationError");
      return { allowed: status.flag("allowed"), denied: status.flag("denied"), reason: status.text("reason") };
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      throw new WebhookError(error.message, { isTransient: false });
    }
  }

  /** The spec is not used, but the reference rejects responses in which one of its members has a wrong type. */
  #checkSpec(review: GoStructReader): void {
    const version = this.#version;
    const spec = review.struct("spec", "SubjectAccessReviewSpec", `${version}.SubjectAccessReviewSpec`);
    spec.struct("resourceAttributes", "ResourceAttributes", `${version}.ResourceAttributes`);
    spec.struct("nonResourceAttributes", "NonResourceAttributes", `${version}.NonResourceAttributes`);
    spec.text("user");
    spec.texts(this.#groups);
    spec.textLists("extra", `${version}.ExtraValue`);
    spec.text("uid");
  }
}
