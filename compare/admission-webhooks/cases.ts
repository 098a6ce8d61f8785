/** The cases of the suite `admission-webhooks`. */
import { customTypeCases } from "./custom-type-cases.ts";
import { failureCases } from "./failure-cases.ts";
import { matchingCases } from "./matching-cases.ts";
import { patchCases } from "./patch-cases.ts";
import { responseCases } from "./response-cases.ts";
import { reviewCases } from "./review-cases.ts";
import type { WebhookCase } from "./webhook-case.ts";

/** All cases. */
export const webhookCases: readonly WebhookCase[] = [
  ...reviewCases,
  ...patchCases,
  ...responseCases,
  ...failureCases,
  ...matchingCases,
  ...customTypeCases,
];
