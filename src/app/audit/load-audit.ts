/** Reads the audit policy when a server starts, and opens the audit log. */
import { type AuditPolicy, readAuditPolicy } from "../../audit/index.ts";
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import { type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import type { AuditConfig, LoadedAudit } from "../config/audit-config.ts";
import { readFlagFile } from "../machine/flag-file.ts";
import { StartupError } from "../machine/startup-error.ts";
import type { AuditLogServices, OpenAuditLog } from "./open-audit-log.ts";

const flag = "--audit-policy-file";

/**
 * Reads the policy, and opens the backends that the flags name. Undefined without a policy, or without a backend.
 * @throws StartupError if the policy or a backend cannot be used
 */
export async function openConfiguredAuditLog(
  config: AuditConfig,
  services: AuditLogServices,
): Promise<OpenAuditLog | undefined> {
  const loaded = loadAudit(config, services.vocabulary);
  if (!loaded) return undefined;
  const { openAuditLog } = await import("./open-audit-log.ts");
  return await openAuditLog(config, loaded, services);
}

/** Reads the policy. @throws StartupError if it cannot be used, also if there is no backend */
export function loadAudit(
  { policyFile: path, log, webhook }: AuditConfig,
  vocabulary: VocabularyName,
): LoadedAudit | undefined {
  if (path === undefined) return undefined;
  const policy = loadPolicy(path, vocabulary);
  const modes = [log, webhook].flatMap((backend) => (backend ? [backend.mode] : []));
  if (modes.length === 0) return undefined;
  return {
    policy,
    needsLegacyText: log?.format === "legacy",
    isStrict: modes.includes("blocking-strict"),
    isBlocking: modes.some((mode) => mode !== "batch"),
  };
}

function loadPolicy(path: string, vocabulary: VocabularyName): AuditPolicy {
  const content = readFlagFile(flag, path);
  try {
    return readAuditPolicy(content, vocabularies[vocabulary]);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new StartupError(`${flag}: loading audit policy file: ${error.message}: from file ${path}`, { cause: error });
  }
}
