/** How a custom type converts its objects, under the paths that clients know. */
import type {
  CustomResourceConversion,
  WebhookConversion,
} from "../../api/apiextensions/v1/custom-resource-conversion.ts";
import { forbiddenField, invalidField, requiredField } from "../../meta/field-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { reportWebhookPlace } from "../meta/webhook-place.ts";
import { repeatIndexes } from "../repeats.ts";
import { at, reportFormat, reportUnsupported, within } from "../reporting.ts";

/** The versions of ConversionReview that the server sends. */
const knownReviews: readonly string[] = ["v1", "v1beta1"];

export function reportConversion({ strategy, webhook }: CustomResourceConversion, context: ValidationContext): void {
  if (strategy === "") context.report(requiredField(at(context, "strategy")));
  else reportUnsupported(context, "strategy", strategy, ["None", "Webhook"]);
  if (strategy === "Webhook") {
    reportClientConfig(webhook, context);
    reportReviews(webhook?.conversionReviewVersions ?? [], context);
    return;
  }
  const why = "should not be set when strategy is not set to Webhook";
  if (webhook?.clientConfig) context.report(forbiddenField(at(context, "webhookClientConfig"), why));
  if ((webhook?.conversionReviewVersions ?? []).length > 0) {
    context.report(forbiddenField(at(context, "conversionReviewVersions"), why));
  }
}

function reportClientConfig(webhook: WebhookConversion | undefined, context: ValidationContext): void {
  const part = "webhookClientConfig";
  const { clientConfig } = webhook ?? {};
  if (!clientConfig) {
    context.report(requiredField(at(context, part), "required when strategy is set to Webhook"));
    return;
  }
  reportWebhookPlace(clientConfig, within(context, part));
}

function reportReviews(versions: readonly string[], context: ValidationContext): void {
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
  if (versions.some((version) => knownReviews.includes(version))) return;
  context.report(invalidField(path, versions, `must include at least one of ${knownReviews.join(", ")}`));
}
