/** Faults of connections, diagnosis and tracing. */
import type { FaultRoom } from "../fault.ts";

const certificateTests = ["test/connections/serving-certificates.test.ts"];
const webTests = ["test/connections/web-clients.test.ts"];
const tracingTests = ["test/tracing/tracing.test.ts"];
const diagnosisTests = ["test/diagnosis/diagnosis.test.ts"];

export const operationsFaults: FaultRoom = {
  room: "operations",
  faults: [
    {
      name: "half-written-certificate-served",
      breaks: "a changed certificate is served before its key was written, so handshakes fail",
      file: "src/app/pki/reloading-pair.ts",
      find: "      requireMatchingPair(this.#found);\n",
      replace: "",
      tests: certificateTests,
    },
    {
      name: "last-sni-certificate-wins",
      breaks: "of two certificates for one name, clients get the one of the later flag",
      file: "src/server/transport/tls-options.ts",
      find: "if (!this.#byName.has(name)) this.#byName.set(name, server);",
      replace: "this.#byName.set(name, server);",
      tests: certificateTests,
    },
    {
      name: "wildcard-covers-several-labels",
      breaks: "a certificate for *.a.com is used for b.c.a.com",
      file: "src/server/transport/tls-options.ts",
      find: 'name.replace(/^[^.]*/, "*")',
      replace: 'name.replace(/^.*(?=\\.[^.]*\\.[^.]*$)/, "*")',
      tests: certificateTests,
    },
    {
      name: "preflight-authenticated",
      breaks: "browsers cannot send requests, because their preflight requests need credentials",
      file: "src/server/filters/cors.ts",
      find: 'if (call.method !== "OPTIONS") return next();',
      replace: "if (call.exchange.isClosed === false) return next();",
      tests: webTests,
    },
    {
      name: "every-origin-allowed",
      breaks: "web pages of any origin may read responses with the credentials of their user",
      file: "src/server/filters/cors.ts",
      find: "    if (!isAllowed(origin, compiled)) return next();\n",
      replace: "    void isAllowed;\n    void compiled;\n",
      tests: webTests,
    },
    {
      name: "health-rejected-while-stopping",
      breaks: "health checks fail with 429 while the server stops",
      file: "src/server/filters/retry-after-stop.ts",
      find: "if (!isStopping() || exemptPaths.some((path) => call.rawPath.startsWith(path))) return next();",
      replace: "if (!isStopping() || exemptPaths.length === 0) return next();",
      tests: ["src/server/filters/retry-after-stop.test.ts"],
    },
    {
      name: "profile-outlives-server",
      breaks: "a server cannot stop while a profile is taken",
      file: "src/app/diagnosis/profiles.ts",
      find: "const until = AbortSignal.any([call.signal, stopping]);",
      replace: "void stopping;\n  const until = call.signal;",
      tests: diagnosisTests,
    },
    {
      name: "two-profiles-at-once",
      breaks: "a second profile ends the first one early",
      file: "src/app/diagnosis/profiles.ts",
      find: "if (profiler.isRunning) {",
      replace: "if (profiler.isRunning && seconds > secondsMax) {",
      tests: diagnosisTests,
    },
    {
      name: "credentials-on-page",
      breaks: "the page of the flags shows passwords in URLs",
      file: "src/app/config/flag-texts.ts",
      find: '.replaceAll(urlCredentials, "$1xxxxx@")',
      replace: '.replaceAll(urlCredentials, "$&")',
      tests: ["src/app/config/flag-texts.test.ts"],
    },
    {
      name: "verbosity-read-once",
      breaks: "the detail of the log cannot be changed while the server runs",
      file: "src/base/logger.ts",
      find: "      detail.verbosity = verbosity;",
      replace: "      void verbosity;",
      tests: diagnosisTests,
    },
    {
      name: "client-decides-tracing",
      breaks: "a request continues the trace of its client",
      file: "src/tracing/tracer.ts",
      find: 'const place = { traceId, parentId: "", auditId };',
      replace: 'const place = { traceId, parentId: start().links?.[0]?.spanId ?? "", auditId };',
      tests: tracingTests,
    },
    {
      name: "span-queue-unlimited",
      breaks: "spans fill the memory while the collector does not work",
      file: "src/tracing/otlp/span-exporter.ts",
      find: "if (this.#waiting.length >= waitingMax ||",
      replace: "if (",
      tests: tracingTests,
    },
    {
      name: "lost-batch-uncounted",
      breaks: "spans that the collector does not accept are not counted",
      file: "src/tracing/otlp/span-exporter.ts",
      find: "      else this.totals.failed += batch.length;\n",
      replace: "",
      tests: tracingTests,
    },
    {
      name: "last-spans-lost",
      breaks: "a stopping server does not send its last spans",
      file: "src/tracing/otlp/span-exporter.ts",
      find: "    if (!this.#sending) this.#send();\n",
      replace: "",
      tests: tracingTests,
    },
    {
      name: "webhook-without-traceparent",
      breaks: "a webhook does not learn to which trace a request belongs",
      file: "src/app/tracing/traced-requests.ts",
      find: "headers: { ...headers, traceparent: traceparentOf(span) }",
      replace: "headers: { ...headers, tracestate: traceparentOf(span) }",
      tests: tracingTests,
    },
  ],
};
