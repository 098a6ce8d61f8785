/**
 * The audit log: a policy decides which requests are recorded, and backends store their events.
 *
 * A request that is recorded has an `AuditNotes`, on which later steps note its objects and its result. They note objects only if the
 * level of the request needs them, and create no JSON otherwise.
 */
export { AuditMetrics } from "./audit-metrics.ts";
export { AuditNotes, type NoteScope, responseObjectBytesMax, type SentNotes } from "./audit-notes.ts";
export { Auditor, type AuditorOptions, truncatedKeyIn } from "./auditor.ts";
export { type BatchOptions, BufferedBackend } from "./backends/buffered-backend.ts";
export { FailureReport } from "./backends/failure-report.ts";
export { LogBackend, type LogOutput } from "./backends/log-backend.ts";
export { RotatingFile } from "./backends/rotating-file.ts";
export type { TruncationOptions } from "./backends/truncation.ts";
export { type SinkPart, UnionSink } from "./backends/union-sink.ts";
export { WebhookBackend } from "./backends/webhook-backend.ts";
export { type AuditEvent, type JsonPieces, joinPieces } from "./event.ts";
export type { AuditPolicy } from "./policy/policy.ts";
export { auditGroup, readAuditPolicy } from "./policy/read-policy.ts";
export type { RequestAudit, RequestFacts } from "./request-audit.ts";
export type { AuditBackend, AuditSink } from "./sink.ts";
