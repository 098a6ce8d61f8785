/** Sends a request to a webhook, and reads its decision. */
import { reasonOf } from "../../base/reason-of.ts";
import { DecodeError } from "../../codec/index.ts";
import {
  EgressError,
  type EgressResponse,
  sendToWebhook,
  WebhookError,
  webhookHeaders,
  webhookTarget,
  withoutTimeoutPhase,
} from "../../egress/index.ts";
import { checkFormat } from "../../meta/formats.ts";
import { inSpan, type TracedStep } from "../../tracing/index.ts";
import type { AdmissionRequest, VersionedRequest } from "../plugin.ts";
import {
  AdmissionReviewFault,
  type ReviewedDecision,
  type ReviewedTexts,
  readAdmissionReview,
  writeAdmissionReview,
} from "./admission-review.ts";
import type { Webhook } from "./webhook.ts";
import { dryRunUnsupported, rejectionOf, WebhookCallFailure } from "./webhook-failure.ts";
import type { AdmissionWebhookServices } from "./webhook-services.ts";

/** Maximum size of a response. A patch can contain the whole object, as base64. */
const responseBytesMax = 8 * 1024 * 1024;

/** The reference's code in metrics for a webhook without a response that can be read. */
const unansweredCode = 400;
/** The reference's code in metrics for a response that is no answer to the request. */
const invalidAnswerCode = 503;

/** Maximum length of a key in the log. */
const loggedCharsMax = 400;

/** A request that a webhook sees. */
export interface WebhookCall {
  readonly webhook: Webhook;
  readonly request: AdmissionRequest;
  /** The version of the request that the webhook sees. */
  readonly version: VersionedRequest;
  readonly texts: ReviewedTexts;
  /** Whether the webhook may change the object. */
  readonly mayPatch: boolean;
}

/** The parts of the services that one call uses. */
export type CallServices = Pick<
  AdmissionWebhookServices,
  "send" | "resolveService" | "credentialsFor" | "clock" | "newUid" | "logger" | "vocabulary"
>;

/**
 * Returns the decision of a webhook that allows the request.
 * @throws WebhookRejection if the webhook rejects it
 * @throws WebhookCallFailure if there is no decision
 * @throws StatusError 400 if the request is a dry run, and the webhook has side effects
 */
export async function callWebhook(call: WebhookCall, services: CallServices): Promise<ReviewedDecision> {
  const uid = services.newUid();
  return await inSpan(
    () => webhookStep(call, uid),
    () => reviewRequest(call, uid, services),
  );
}

/** Returns the step of a call in traces, with the names of the reference. */
function webhookStep({ webhook, request, mayPatch }: WebhookCall, uid: string): TracedStep {
  const { subresource } = request;
  const { group, version, resource } = request.resource;
  return {
    name: mayPatch ? "Call mutating webhook" : "Call validating webhook",
    attributes: () => ({
      configuration: webhook.configurationName,
      webhook: webhook.name,
      resource: `${group}/${version}, Resource=${resource}`,
      subresource,
      operation: request.operation,
      UID: uid,
    }),
  };
}

async function reviewRequest(call: WebhookCall, uid: string, services: CallServices): Promise<ReviewedDecision> {
  const { webhook, request, version, texts, mayPatch } = call;
  const { name, format } = webhook;
  if (request.dryRun && !webhook.allowsDryRun) throw dryRunUnsupported(name);
  if (!format) {
    const why =
      "could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)";
    throw new WebhookCallFailure(name, why, { code: 400 });
  }
  const body = writeAdmissionReview(format, uid, request, version, texts);
  const response = await post(webhook, request, body, services);
  const decision = await readDecision(name, response, { format, uid, mayPatch });
  annotate(call, decision, services);
  for (const warning of decision.warnings) request.warn(warning);
  if (!decision.isAllowed) throw rejectionOf(name, decision.status);
  return decision;
}

/** Adds the annotations of a decision to the audit event. As in the reference, those with invalid keys are left out. */
function annotate({ webhook, request }: WebhookCall, decision: ReviewedDecision, { logger }: CallServices): void {
  const invalidKeys: string[] = [];
  for (const [name, value] of decision.auditAnnotations) {
    const key = `${webhook.name}/${name}`;
    if (checkFormat("qualifiedName", key).length === 0) request.annotate(key, value);
    else invalidKeys.push(key);
  }
  const [first] = invalidKeys;
  if (first === undefined) return;
  const fields = { webhook: webhook.name, first: first.slice(0, loggedCharsMax), count: invalidKeys.length };
  logger.warning("audit annotations of a webhook have invalid keys", fields);
}

async function post(
  { name, address, timeoutMs }: Webhook,
  request: AdmissionRequest,
  body: string,
  { send, resolveService, credentialsFor, clock, vocabulary }: CallServices,
): Promise<EgressResponse> {
  const announcedMs = Math.max(0, Math.min(timeoutMs, request.remainingMs()));
  try {
    const target = await webhookTarget(address, `${Math.ceil(announcedMs / 1000)}s`, resolveService);
    const { headers, ...certificate } = (await credentialsFor?.(hostOf(target.url))) ?? {};
    const sentHeaders = { ...webhookHeaders(vocabulary), ...headers };
    const sent = { ...target, ...certificate, headers: sentHeaders, body, bytesMax: responseBytesMax };
    // The signal ends the call at the end of the request's own time. A timer for the same moment could come first, and the client
    // would get the failure of the webhook instead of the timeout.
    return await sendToWebhook(sent, { send, clock }, timeoutMs, request.signal);
  } catch (error) {
    if (request.signal.aborted) {
      const why = `failed to call webhook: ${reasonOf(request.signal.reason)}`;
      throw new WebhookCallFailure(name, why, { code: unansweredCode, cause: error });
    }
    if (!(error instanceof WebhookError || error instanceof EgressError)) throw error;
    const code = error instanceof WebhookError && error.code !== 0 ? error.code : unansweredCode;
    const why = `failed to call webhook: ${withoutTimeoutPhase(error.message)}`;
    throw new WebhookCallFailure(name, why, { code, cause: error });
  }
}

function hostOf({ hostname, port }: URL): string {
  return `${hostname}:${port === "" ? defaultPort : port}`;
}

const defaultPort = 443;

async function readDecision(
  webhookName: string,
  response: EgressResponse,
  expected: Parameters<typeof readAdmissionReview>[1],
): Promise<ReviewedDecision> {
  try {
    return await readAdmissionReview(response, expected);
  } catch (error) {
    if (!(error instanceof DecodeError || error instanceof AdmissionReviewFault)) throw error;
    const [problem, code] =
      error instanceof AdmissionReviewFault
        ? ["received invalid webhook response", invalidAnswerCode]
        : ["failed to call webhook", unansweredCode];
    throw new WebhookCallFailure(webhookName, `${problem}: ${error.message}`, { code, cause: error });
  }
}
