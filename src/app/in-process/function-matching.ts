/** Matches requests with admission functions, in the same way as with webhooks. */
import {
  type AdmissionPhase,
  type AdmissionRequest,
  convertObjects,
  type VersionedRequest,
} from "../../admission/index.ts";
import { exemptFromWebhooks, type IsExempt, type MatchRule, RequestNamespace } from "../../admission/matching/index.ts";
import type { PluginServices } from "../../admission/plugins/index.ts";
import {
  type AdmissionWebhookServices,
  type ConditionEvaluation,
  loadConditions,
  Webhook,
} from "../../admission/webhooks/index.ts";
import type { MatchCondition } from "../../api/admissionregistration/v1/match-condition.ts";
import { namespace } from "../../api/index.ts";
import type { LabelSelectorObject } from "../../meta/label-selector.ts";

/** The requests that a function sees. The members have the meaning of those of a webhook. Like a webhook, it sees no webhook or policy. */
export interface AdmissionMatch {
  /** Default: creates and updates of all resources. */
  readonly rules?: readonly MatchRule[];
  /** `Equivalent`, the default: a rule for one version of a resource also matches requests in the others. */
  readonly matchPolicy?: "Equivalent" | "Exact";
  readonly namespaceSelector?: LabelSelectorObject;
  readonly objectSelector?: LabelSelectorObject;
  /** CEL expressions that must all be true. They can use `object`, `oldObject`, `request` and `authorizer`. */
  readonly matchConditions?: readonly MatchCondition[];
}

/** The match of a function, with its default rules. */
export type CompleteMatch = AdmissionMatch & Required<Pick<AdmissionMatch, "rules">>;

/** The requests that one function sees. */
export class FunctionMatching {
  /** A webhook with the match of the function. It is never called. */
  readonly #webhook: Webhook;
  readonly #services: AdmissionWebhookServices;
  readonly #isExempt: IsExempt;
  readonly #conditions = new Map<AdmissionPhase, Promise<ConditionEvaluation>>();

  constructor(name: string, match: CompleteMatch, services: PluginServices) {
    const { vocabulary, webhooks, fewObjects } = services;
    const spec = { matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: {}, ...match } as const;
    const webhook = { ...spec, ...uncalledWebhook, name };
    // Unlike those of webhooks, rules may have names of objects. The match was checked when the server started.
    this.#webhook = new Webhook(webhook as unknown as ConstructorParameters<typeof Webhook>[0], "", vocabulary);
    this.#services = { ...services, ...webhooks, credentialsFor: undefined, namespaces: fewObjects(namespace) };
    this.#isExempt = exemptFromWebhooks(vocabulary);
  }

  /**
   * Returns the version of the request that the function sees. Undefined if it does not see the request.
   * @throws StatusError 404 if the namespace does not exist, 403 if match conditions cannot be evaluated
   */
  async match(request: AdmissionRequest, phase: AdmissionPhase): Promise<VersionedRequest | undefined> {
    if (this.#isExempt(request)) return undefined;
    const { criteria, conditions = [] } = this.#webhook;
    const namespaceOfRequest = new RequestNamespace(request, this.#services.namespaces);
    const version = await criteria?.match(request, namespaceOfRequest);
    if (version === undefined || typeof version === "string") return undefined;
    await convertObjects(request, version);
    if (conditions.length === 0) return version;
    const evaluation = await this.#conditionsOf(phase);
    return (await evaluation.match(this.#webhook, request, version)) ? version : undefined;
  }

  #conditionsOf(phase: AdmissionPhase): Promise<ConditionEvaluation> {
    let evaluation = this.#conditions.get(phase);
    if (!evaluation) {
      evaluation = loadConditions(this.#services, phase);
      this.#conditions.set(phase, evaluation);
    }
    return evaluation;
  }
}

/** The required members of webhooks that do not affect which requests match. */
export const uncalledWebhook = { clientConfig: {}, sideEffects: "None", admissionReviewVersions: ["v1"] } as const;
