/** Faults of the audit log: lost or incomplete events, credentials in events, wrong levels, and logs that fail. */
import type { FaultRoom } from "../fault.ts";

const events = "test/audit/events.test.ts";
const failures = "test/audit/failures.test.ts";

/** Faults of `src/audit/`, and of the code that notes what events contain. */
export const auditFaults: FaultRoom = {
  room: "audit",
  faults: [
    {
      name: "token-in-event",
      breaks: "events contain the tokens of TokenReviews",
      file: "src/api/authentication/v1/token-review.ts",
      find: 'optional(text, 1, "Token to check.", { isCredential: true })',
      replace: 'optional(text, 1, "Token to check.")',
      tests: [events],
    },
    {
      name: "objects-of-metadata",
      breaks: "events of the level Metadata contain the objects of requests",
      file: "src/audit/request-audit.ts",
      find: 'notesRequests: rule.level === "Request" || rule.level === "RequestResponse",',
      replace: 'notesRequests: rule.level !== "None",',
      tests: [events],
    },
    {
      name: "subresource-of-every-rule",
      breaks: "a rule for a resource also covers its subresources",
      file: "src/audit/policy/policy.ts",
      find: 'subresource === "" ? resource : `${resource}/${subresource}`',
      replace: "resource",
      tests: ["src/audit/policy/policy.test.ts"],
    },
    {
      name: "lenient-policy",
      breaks: "a misspelled field of the policy is ignored, so that its rule covers more requests than intended",
      file: "src/audit/policy/read-policy.ts",
      find: "typeTable: vocabulary.bind(typeTable),",
      replace: "typeTable: vocabulary.bind(typeTable),\n      ignoresUnknown: true,",
      tests: ["src/audit/policy/read-policy.test.ts"],
    },
    {
      name: "strict-mode-ignores-failures",
      breaks: "a request is served although blocking-strict could not store its first event",
      file: "src/server/filters/audit.ts",
      find: "if (!(await stored)) reject(call, auditor);",
      replace: "await stored;",
      tests: [failures],
    },
    {
      name: "response-before-event",
      breaks: "with blocking, a response leaves before its event is stored",
      file: "src/server/requests/call.ts",
      find: "if (!stored) return this.exchange.respond(status, this.#headers(headers), body);",
      replace: "if (stored ?? true) return this.exchange.respond(status, this.#headers(headers), body);",
      tests: [events],
    },
    {
      name: "lost-events-uncounted",
      breaks: "events that do not fit into the buffer are lost without a trace",
      file: "src/audit/backends/buffered-backend.ts",
      find: "if (events.length > room) failures.add(",
      replace: "if (events.length > bufferSize) failures.add(",
      tests: ["src/audit/backends/buffered-backend.test.ts"],
    },
    {
      name: "drained-once",
      breaks: "a buffer that has sent one batch never sends another one",
      file: "src/audit/backends/buffered-backend.ts",
      find: "      this.#draining = undefined;\n      this.#schedule();",
      replace: "      this.#schedule();",
      tests: ["src/audit/backends/buffered-backend.test.ts"],
    },
    {
      name: "backups-by-name-only",
      breaks: "old log files are never deleted by age",
      file: "src/audit/backends/rotating-file.ts",
      find: ".filter((timeMs) => timeMs >= oldestMs)",
      replace: "",
      tests: ["src/audit/backends/rotating-file.test.ts"],
    },
    {
      name: "managed-fields-of-lists",
      breaks: "omitManagedFields does not affect the items of lists",
      file: "src/server/output/audit-objects.ts",
      find: "return audit?.notesResponses === true && !audit.omitsManagedFields && isPlainJson(output);",
      replace: "return audit?.notesResponses === true && isPlainJson(output);",
      tests: [events],
    },
    {
      name: "patch-annotation-without-objects",
      breaks: "events of the level Metadata contain the patches of webhooks",
      file: "src/server/requests/call.ts",
      find: "if (this.audit?.notesRequests) this.annotate(key, value());",
      replace: "this.annotate(key, value());",
      tests: [events],
    },
    {
      name: "deprecation-without-annotation",
      breaks: "the events of requests to deprecated versions are not marked",
      file: "src/server/requests/call.ts",
      find: "if (this.audit) for (const [key, value] of deprecation.annotations)",
      replace: "if (!this.audit) for (const [key, value] of deprecation.annotations)",
      tests: [events],
    },
  ],
};
