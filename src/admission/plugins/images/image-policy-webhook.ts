/** The ImagePolicyWebhook plugin: a webhook decides about the images of Pods. Its decisions are kept for a limited time. */
import { assert } from "../../../base/assert.ts";
import { ExpiringCache, type ExpiringCacheLimits } from "../../../base/expiring-cache.ts";
import { DecodeError, type ReviewResponse } from "../../../codec/index.ts";
import { WebhookError } from "../../../egress/index.ts";
import { checkFormat } from "../../../meta/formats.ts";
import { group, type Vocabulary } from "../../../meta/vocabulary.ts";
import { type AdmissionPlugin, type AdmissionRequest, rejectedRequest } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";
import type { ImagePolicySettings } from "./image-policy-settings.ts";
import { type ImageReviewStatus, imageReviewBody, imageReviewSpec, readImageReview } from "./image-review.ts";

/** The number of kept decisions is that of the reference, which has no limit on their size. */
const cacheLimits: ExpiringCacheLimits = { entriesMax: 1024, bytesMax: 16_777_216, entryBytesMax: 131_072 };

const auditGroup = group("imagepolicywebhook.image-policy");

type UsedServices = Pick<PluginServices, "clock" | "vocabulary" | "configurations" | "callImageWebhook">;

/** Returns the plugin. It has a configuration, because the server does not start without one. */
export function imagePolicyWebhook({ configurations, ...services }: UsedServices): AdmissionPlugin {
  const { ImagePolicyWebhook: settings } = configurations;
  assert(settings !== undefined, "ImagePolicyWebhook has a configuration");
  const reviews = new ImageReviews(settings, services);
  return { validate: async (request) => await reviews.check(request) };
}

class ImageReviews {
  readonly #settings: ImagePolicySettings;
  readonly #vocabulary: Vocabulary;
  readonly #call: (body: string) => Promise<ReviewResponse>;
  readonly #cache: ExpiringCache<ImageReviewStatus>;
  readonly #auditPrefix: string;

  constructor(settings: ImagePolicySettings, services: Omit<UsedServices, "configurations">) {
    const { clock, vocabulary, callImageWebhook } = services;
    this.#settings = settings;
    this.#vocabulary = vocabulary;
    this.#call = callImageWebhook;
    this.#cache = new ExpiringCache({ clock, limits: cacheLimits, charsOf });
    this.#auditPrefix = `${vocabulary.bind(auditGroup)}/`;
  }

  /** Asks the webhook about the images of a request. @throws StatusError if they are not allowed */
  async check(request: AdmissionRequest): Promise<void> {
    const status = await this.#review(request);
    if (!status) return;
    for (const [name, value] of status.auditAnnotations) {
      const key = this.#auditPrefix + name;
      // As in the reference, annotations with invalid names are left out.
      if (checkFormat("qualifiedName", key).length === 0) request.annotate(key, value);
    }
    if (status.allowed) return;
    const { reason } = status;
    const why = reason === "" ? "one or more images rejected by webhook backend" : deniedFor(reason);
    throw rejectedRequest(request, why);
  }

  /** Returns the decision. Undefined if the webhook fails, and images are then allowed. */
  async #review(request: AdmissionRequest): Promise<ImageReviewStatus | undefined> {
    const spec = imageReviewSpec(request, this.#vocabulary);
    const key = JSON.stringify(spec);
    const kept = this.#cache.get(key);
    if (kept) return kept;
    try {
      const response = await this.#call(imageReviewBody(spec, this.#vocabulary));
      const status = await readImageReview(response, this.#vocabulary);
      const { allowedMs, deniedMs } = this.#settings;
      this.#cache.set(key, status, status.allowed ? allowedMs : deniedMs);
      return status;
    } catch (error) {
      if (!(error instanceof WebhookError || error instanceof DecodeError)) throw error;
      if (!this.#settings.allowsOnFailure) throw rejectedRequest(request, error.message);
      request.annotate(`${this.#auditPrefix}failed-open`, "true");
      return undefined;
    }
  }
}

function deniedFor(reason: string): string {
  return `image policy webhook backend denied one or more images: ${reason}`;
}

function charsOf({ reason, auditAnnotations }: ImageReviewStatus): number {
  return reason.length + [...auditAnnotations].flat().join("").length;
}
