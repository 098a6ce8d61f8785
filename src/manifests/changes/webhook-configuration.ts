/** Converts MutatingWebhookConfigurations and ValidatingWebhookConfigurations of v1beta1. */
import { type ChangeContext, ConversionError, keepDefault, type ManifestChange } from "../change.ts";
import { isUnset, type Tree, textAt, treesAt } from "../tree.ts";

/** Defaults of v1beta1. v1 has other ones. */
const oldDefaults = { failurePolicy: "Ignore", matchPolicy: "Exact", timeoutSeconds: 30 };

/** Converts a webhook configuration to v1. */
export const webhooksToV1: ManifestChange = (configuration, context) => {
  const names = new Set<string>();
  treesAt(configuration, "webhooks").forEach((webhook, index) => {
    const path = `webhooks[${index}]`;
    const name = textAt(webhook, "name") ?? "";
    if (names.has(name))
      throw new ConversionError(`${path}.name: ${name} is used twice; each webhook needs a unique name`);
    names.add(name);
    for (const [field, value] of Object.entries(oldDefaults)) keepDefault(webhook, field, { value, path, context });
    keepDefault(webhook, "admissionReviewVersions", { value: ["v1beta1"], path, context });
    fillSideEffects(webhook, path, context);
  });
};

function fillSideEffects(webhook: Tree, path: string, context: ChangeContext): void {
  const oldEffects = webhook["sideEffects"];
  if (oldEffects === "None" || oldEffects === "NoneOnDryRun") return;
  webhook["sideEffects"] = "None";
  const before = isUnset(oldEffects) ? "it was unknown" : `it was ${String(oldEffects)}`;
  context.note(
    `${path}.sideEffects`,
    `is set to None: ${before}, which this version does not allow; make sure that the webhook has no side effects`,
  );
}
