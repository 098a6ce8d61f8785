/** The conversion that a definition declares. */
import { type ConverterServices, WebhookConverter } from "../../conversion/index.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import type { DefinitionSummary } from "./definition-summary.ts";

/** Context of `conversionOf`. */
export interface DefinitionConversionOptions {
  /** Group of ConversionReview. */
  readonly reviewGroup: string;
  readonly services: ConverterServices;
}

/** Returns the conversion by the webhook of the definition. Undefined if it names none, so that all versions have the same fields. */
export function conversionOf(
  { definition, servedState }: DefinitionSummary,
  { reviewGroup, services }: DefinitionConversionOptions,
): WebhookConverter | undefined {
  const { group, versions, conversion } = definition.spec;
  const { strategy, webhook } = conversion ?? {};
  if (strategy !== "Webhook" || !webhook) return undefined;
  return new WebhookConverter(
    {
      settings: servedState,
      definitionName: definition.metadata.name ?? "",
      apiVersions: versions.map(({ name }) => formatGroupVersion({ group, version: name })),
      reviewGroup,
      reviewVersions: webhook.conversionReviewVersions,
      client: webhook.clientConfig ?? {},
    },
    services,
  );
}
