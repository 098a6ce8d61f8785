/** The catalogue of planted faults, by room. */
import type { FaultRoom } from "../fault.ts";
import { accessWebhookFaults } from "./access-webhook.ts";
import { admissionFaults } from "./admission.ts";
import { auditFaults } from "./audit.ts";
import { authCommandFaults } from "./auth-commands.ts";
import { authenticationFaults } from "./authentication.ts";
import { authorizationChainFaults } from "./authorization-chain.ts";
import { backupFaults } from "./backup.ts";
import { cacheFaults } from "./cache.ts";
import { cborFaults } from "./cbor.ts";
import { clientFaults } from "./client.ts";
import { codecFaults } from "./codec.ts";
import { controllerFaults } from "./controllers.ts";
import { customTypeFaults } from "./custom-types.ts";
import { encryptionFaults } from "./encryption.ts";
import { fairnessFaults } from "./fairness.ts";
import { featureFaults } from "./features.ts";
import { houseFaults } from "./house.ts";
import { impersonationFaults } from "./impersonation.ts";
import { inProcessFaults } from "./in-process.ts";
import { kindFaults } from "./kinds.ts";
import { metaFaults } from "./meta.ts";
import { nodeFaults } from "./nodes.ts";
import { operationsFaults } from "./operations.ts";
import { patchFaults } from "./patch.ts";
import { rbacFaults } from "./rbac.ts";
import { registryFaults } from "./registry.ts";
import { roleFaults } from "./roles.ts";
import { schemaFaults } from "./schema.ts";
import { serverFaults } from "./server.ts";
import { storageFaults } from "./storage.ts";

/** All rooms, in the order of `docs/faults.md`. */
export const catalogue: readonly FaultRoom[] = [
  storageFaults,
  backupFaults,
  cacheFaults,
  codecFaults,
  cborFaults,
  encryptionFaults,
  metaFaults,
  schemaFaults,
  kindFaults,
  customTypeFaults,
  patchFaults,
  registryFaults,
  serverFaults,
  fairnessFaults,
  operationsFaults,
  authenticationFaults,
  authorizationChainFaults,
  nodeFaults,
  authCommandFaults,
  impersonationFaults,
  accessWebhookFaults,
  rbacFaults,
  admissionFaults,
  auditFaults,
  featureFaults,
  inProcessFaults,
  clientFaults,
  controllerFaults,
  roleFaults,
  houseFaults,
];
