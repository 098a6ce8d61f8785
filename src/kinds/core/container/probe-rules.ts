/** Rules of probes and lifecycle handlers. */
import {
  type HTTPGetAction,
  httpGetAction,
  type TCPSocketAction,
  tcpSocketAction,
} from "../../../api/core/v1/handler.ts";
import { type LifecycleHandler, lifecycleHandler } from "../../../api/core/v1/lifecycle.ts";
import { type Probe, probe } from "../../../api/core/v1/probe.ts";
import { forbiddenField, invalidField, requiredField } from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { at, reportFormat } from "../../reporting.ts";

/** Rules of probes, lifecycle handlers and their actions. */
export const probeRules: readonly RuleEntry[] = [
  rulesFor(probe, {
    validate: reportProbe,
    skipped: (one) => laterHandlers(handlersOfProbe(one)),
    order: [
      "exec",
      "httpGet",
      "tcpSocket",
      "grpc",
      "",
      "initialDelaySeconds",
      "timeoutSeconds",
      "periodSeconds",
      "successThreshold",
      "failureThreshold",
      "terminationGracePeriodSeconds",
    ],
  }),
  rulesFor(lifecycleHandler, {
    validate: (handler, context) => reportOneHandler(handlersOf(handler), context),
    skipped: (handler) => laterHandlers(handlersOf(handler)),
    order: ["exec", "httpGet", "tcpSocket", "sleep"],
  }),
  rulesFor(httpGetAction, { validate: reportHttpGet, order: ["path", "port", "scheme", "httpHeaders"] }),
  rulesFor(tcpSocketAction, { validate: ({ port }: TCPSocketAction, context) => reportPort(port, context) }),
];

function reportProbe(one: Probe, context: ValidationContext): void {
  const { terminationGracePeriodSeconds } = one;
  reportOneHandler(handlersOfProbe(one), context);
  if (terminationGracePeriodSeconds !== undefined && terminationGracePeriodSeconds <= 0) {
    const path = at(context, "terminationGracePeriodSeconds");
    context.report(invalidField(path, terminationGracePeriodSeconds, "must be greater than 0"));
  }
}

/** Handlers by field name. The first one that is set counts, the others are errors. */
type Handlers = Readonly<Record<string, unknown>>;

function handlersOfProbe({ exec, httpGet, tcpSocket, grpc }: Probe): Handlers {
  return { exec, httpGet, tcpSocket, grpc };
}

function handlersOf({ exec, httpGet, tcpSocket, sleep }: LifecycleHandler): Handlers {
  return { exec, httpGet, tcpSocket, sleep };
}

/** Returns the handlers after the first one. They are forbidden as a whole, so their contents are not validated. */
function laterHandlers(handlers: Handlers): readonly string[] {
  return Object.keys(handlers)
    .filter((name) => handlers[name] !== undefined)
    .slice(1);
}

function reportOneHandler(handlers: Handlers, context: ValidationContext): void {
  if (Object.values(handlers).every((handler) => handler === undefined)) {
    context.report(requiredField(at(context, ""), "must specify a handler type"));
  }
  for (const name of laterHandlers(handlers)) {
    context.report(forbiddenField(at(context, name), "may not specify more than 1 handler type"));
  }
}

function reportHttpGet({ port, httpHeaders = [] }: HTTPGetAction, context: ValidationContext): void {
  reportPort(port, context);
  for (const { name } of httpHeaders) {
    for (const message of checkFormat("httpHeaderName", name)) {
      context.report(invalidField(at(context, "httpHeaders"), name, message));
    }
  }
}

function reportPort(port: number | string, context: ValidationContext): void {
  reportFormat(context, "port", "portNumberOrName", port);
}
