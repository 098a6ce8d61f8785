/** The plugin ValidatingAdmissionWebhook: webhooks accept or reject requests. All of them are called at the same time. */
import { validatingWebhookConfiguration } from "../../api/admissionregistration/v1/validating-webhook-configuration.ts";
import { group } from "../../meta/vocabulary.ts";
import type { AdmissionPlugin, AdmissionRequest, VersionedRequest } from "../plugin.ts";
import type { ReviewedTexts } from "./admission-review.ts";
import type { Webhook } from "./webhook.ts";
import { WebhookDispatch } from "./webhook-dispatch.ts";
import type { AdmissionWebhookServices } from "./webhook-services.ts";

/** A webhook, and the version of the request that it sees. */
interface Matched {
  readonly webhook: Webhook;
  readonly version: VersionedRequest;
}

/** Returns the plugin. */
export function validatingWebhooks(services: AdmissionWebhookServices): AdmissionPlugin {
  const dispatch = new WebhookDispatch({ kind: validatingWebhookConfiguration, phase: "validate" }, services);
  return {
    validate: async (request) => {
      const found = dispatch.candidates(request);
      const candidates = found instanceof Promise ? await found : found;
      if (candidates.length === 0) return;
      const matched = await matching(dispatch, request, candidates);
      if (matched.length > 0) await callAll(dispatch, request, matched);
    },
  };
}

async function matching(
  dispatch: WebhookDispatch,
  request: AdmissionRequest,
  candidates: readonly Webhook[],
): Promise<readonly Matched[]> {
  const namespace = dispatch.namespaceOf(request);
  const matched: Matched[] = [];
  for (const webhook of candidates) {
    const found = dispatch.match(webhook, request, namespace);
    const version = found instanceof Promise ? await found : found;
    if (version) matched.push({ webhook, version });
  }
  return matched;
}

/** Calls the webhooks. Unlike in the reference, the first error in their order counts, not the first one in time. */
async function callAll(
  dispatch: WebhookDispatch,
  request: AdmissionRequest,
  matched: readonly Matched[],
): Promise<void> {
  const prefix = dispatch.services.vocabulary.bind(group("validating.webhook.admission"));
  const texts = new Map<VersionedRequest, ReviewedTexts>();
  for (const { version } of matched) if (!texts.has(version)) texts.set(version, textsOf(version));
  const calls = matched.map(({ webhook, version }, index) => {
    const call = { webhook, request, version, texts: texts.get(version) ?? textsOf(version), mayPatch: false };
    const onIgnored = (): void => request.annotate(`failed-open.${prefix}/round_0_index_${index}`, webhook.name);
    return dispatch.call(call, () => Promise.resolve(), onIgnored);
  });
  for (const outcome of await Promise.allSettled(calls)) if (outcome.status === "rejected") throw outcome.reason;
}

/** Returns the objects of one version as JSON. Webhooks of the same version share it. */
function textsOf(version: VersionedRequest): ReviewedTexts {
  return { object: version.objectText(), oldObject: version.oldObjectText() };
}
