/** The audit log of a server: its policy file, and the files and webhooks that receive the events. */
export { openConfiguredAuditLog } from "./load-audit.ts";
export type { AuditLogServices, OpenAuditLog } from "./open-audit-log.ts";
