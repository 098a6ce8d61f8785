/** Loads the evaluation of match conditions when it is first needed, because it needs the expression engine. */
import type { AdmissionPhase } from "../admission-metrics.ts";
import type { ConditionEvaluation } from "./webhook-conditions.ts";
import type { AdmissionWebhookServices } from "./webhook-services.ts";

/** Returns the evaluation for the webhooks of one phase. */
export async function loadConditions(
  services: AdmissionWebhookServices,
  phase: AdmissionPhase,
): Promise<ConditionEvaluation> {
  const module = await import("./webhook-conditions.ts");
  return new module.ConditionEvaluation(services, phase);
}
