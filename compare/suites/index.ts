/** All suites, in the order in which they run. */

import { encryption, encryptionLocked } from "../encryption/suites.ts";
import { tlsAndCors } from "../endpoint/suite.ts";
import { fairness } from "../fairness/suite.ts";
import type { Suite } from "../suite.ts";
import { access } from "./access.ts";
import { admission } from "./admission/admission.ts";
import { admissionConfigured } from "./admission/configured.ts";
import { admissionPods } from "./admission/pods.ts";
import { admissionPolicies } from "./admission/policies.ts";
import { admissionSecurity } from "./admission/security.ts";
import { admissionWebhooks } from "./admission/webhooks.ts";
import { allocation } from "./allocation.ts";
import { audit } from "./audit.ts";
import { authentication } from "./authentication.ts";
import { bootstrap } from "./bootstrap.ts";
import { cborSuite } from "./cbor.ts";
import { clients } from "./clients.ts";
import { crossedWrites } from "./crossed-writes.ts";
import { customDiscovery } from "./custom-discovery.ts";
import { customRules } from "./custom-rules.ts";
import { customTypes } from "./custom-types.ts";
import { definitions } from "./definitions.ts";
import { discovery } from "./discovery.ts";
import { everyChange } from "./every-change.ts";
import { expressions } from "./expressions.ts";
import { features } from "./features.ts";
import { forms } from "./forms.ts";
import { health } from "./health.ts";
import { kinds } from "./kinds.ts";
import { malformed } from "./malformed.ts";
import { mutatingPolicies } from "./mutating-policies.ts";
import { nodes } from "./nodes.ts";
import { openapi } from "./openapi.ts";
import { ownership } from "./ownership.ts";
import { applies, patchedKinds } from "./patched-kinds.ts";
import { patches } from "./patches.ts";
import { podWrites } from "./pod-writes.ts";
import { queries } from "./queries.ts";
import { quotas } from "./quotas.ts";
import { reads } from "./reads.ts";
import { rejections } from "./rejections.ts";
import { sequences } from "./sequences.ts";
import { spellings } from "./spellings.ts";
import { validation } from "./validation.ts";
import { watches } from "./watches.ts";
import { writes } from "./writes.ts";

/** Every suite of the comparison. */
export const suites: readonly Suite[] = [
  discovery,
  openapi,
  bootstrap,
  health,
  kinds,
  queries,
  reads,
  watches,
  forms,
  validation,
  definitions,
  expressions,
  writes,
  everyChange,
  patches,
  patchedKinds,
  applies,
  ownership,
  allocation,
  malformed,
  rejections,
  spellings,
  podWrites,
  sequences,
  crossedWrites,
  authentication,
  nodes,
  admission,
  admissionPods,
  quotas,
  admissionConfigured,
  clients,
  access,
  admissionSecurity,
  customTypes,
  admissionPolicies,
  mutatingPolicies,
  customRules,
  fairness,
  customDiscovery,
  admissionWebhooks,
  cborSuite,
  audit,
  encryption,
  encryptionLocked,
  tlsAndCors,
  features,
];
