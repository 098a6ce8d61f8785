/** Rules of the conversion of a custom type. Errors have the paths of the reference. */
import type {
  CustomResourceConversion,
  WebhookConversion,
} from "../../api/apiextensions/v1/custom-resource-conversion.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { forbiddenField, invalidField, requiredField } from "../../meta/field-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { rootsFault } from "../certificates/certificate-text.ts";
import { goBytes } from "../meta/go-values.ts";
import { reportWebhookLocation } from "../meta/webhook-location.ts";
import { repeatIndexes } from "../repeats.ts";
import { at, reportFormat, reportUnsupported, within } from "../reporting.ts";

/** Versions of ConversionReview that the server can send. */
const knownReviews: readonly string[] = ["v1", "v1beta1"];

/** Options of `reportConversion`. */
export interface ConversionOptions {
  /** Whether the CA bundle of the webhook must contain a valid root certificate. */
  readonly readableRoots: boolean;
  /** Whether the webhook must support a version of ConversionReview that the server can send. */
  readonly knownReviews: boolean;
}

/** Whether the CA bundle of the webhook is empty or contains a valid root certificate. */
export function hasUsableRoots(conversion: DeepReadonly<CustomResourceConversion> | undefined): boolean {
  return rootsFaultOf(conversion?.webhook) === undefined;
}

/** Whether the webhook supports a version of ConversionReview that the server can send, or lists no versions. */
export function hasKnownReview(conversion: DeepReadonly<CustomResourceConversion> | undefined): boolean {
  const versions = conversion?.webhook?.conversionReviewVersions ?? [];
  return versions.length === 0 || versions.some(isKnownReview);
}

function isKnownReview(version: string): boolean {
  return knownReviews.includes(version);
}

function rootsFaultOf(webhook: DeepReadonly<WebhookConversion> | undefined): string | undefined {
  const { caBundle = "" } = webhook?.clientConfig ?? {};
  return caBundle === "" ? undefined : rootsFault(Buffer.from(caBundle, "base64").toString("latin1"));
}

/**
 * Reports an invalid conversion.
 * @param context at the conversion
 */
export function reportConversion(
  { strategy, webhook }: CustomResourceConversion,
  context: ValidationContext,
  options: ConversionOptions,
): void {
  if (strategy === "") context.report(requiredField(at(context, "strategy")));
  else reportUnsupported(context, "strategy", strategy, ["None", "Webhook"]);
  if (strategy === "Webhook") {
    reportClientConfig(webhook, context, options);
    reportReviews(webhook?.conversionReviewVersions ?? [], context, options);
    return;
  }
  const why = "should not be set when strategy is not set to Webhook";
  if (webhook?.clientConfig) context.report(forbiddenField(at(context, "webhookClientConfig"), why));
  if ((webhook?.conversionReviewVersions ?? []).length > 0) {
    context.report(forbiddenField(at(context, "conversionReviewVersions"), why));
  }
}

function reportClientConfig(
  webhook: WebhookConversion | undefined,
  context: ValidationContext,
  { readableRoots }: ConversionOptions,
): void {
  const part = "webhookClientConfig";
  const { clientConfig } = webhook ?? {};
  if (!clientConfig) {
    context.report(requiredField(at(context, part), "required when strategy is set to Webhook"));
    return;
  }
  reportWebhookLocation(clientConfig, within(context, part));
  const fault = readableRoots ? rootsFaultOf(webhook) : undefined;
  if (fault === undefined) return;
  const bytes = goBytes(Buffer.from(clientConfig.caBundle ?? "", "base64"));
  context.report(invalidField(at(context, `${part}.caBundle`), bytes, fault));
}

function reportReviews(
  versions: readonly string[],
  context: ValidationContext,
  { knownReviews: mustBeKnown }: ConversionOptions,
): void {
  const path = at(context, "conversionReviewVersions");
  if (versions.length === 0) {
    context.report(requiredField(path));
    return;
  }
  const repeats = repeatIndexes(versions);
  versions.forEach((version, index) => {
    const item = `conversionReviewVersions[${index}]`;
    if (repeats.has(index)) {
      context.report(invalidField(at(context, item), version, "duplicate version"));
      return;
    }
    reportFormat(context, item, "dns1035Label", version);
  });
  if (!mustBeKnown || versions.some(isKnownReview)) return;
  context.report(invalidField(path, versions, `must include at least one of ${knownReviews.join(", ")}`));
}
