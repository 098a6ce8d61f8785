/** Probes, lifecycle hooks and what they do. */
import { type HTTPGetAction, httpGetAction, type TCPSocketAction, tcpSocketAction } from "../../api/core/v1/handler.ts";
import { type LifecycleHandler, lifecycleHandler } from "../../api/core/v1/lifecycle.ts";
import { type Probe, probe } from "../../api/core/v1/probe.ts";
import { forbiddenField, invalidField, requiredField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { at, reportFormat } from "../reporting.ts";

export const probeRules: readonly RuleEntry[] = [
  rulesFor(probe, { validate: reportProbe }),
  rulesFor(lifecycleHandler, { validate: reportLifecycleHandler }),
  rulesFor(httpGetAction, { validate: reportHttpGet }),
  rulesFor(tcpSocketAction, { validate: ({ port }: TCPSocketAction, context) => reportPort(port, context) }),
];

function reportProbe(one: Probe, context: ValidationContext): void {
  const { exec, httpGet, tcpSocket, grpc, terminationGracePeriodSeconds } = one;
  reportOneHandler({ exec, httpGet, tcpSocket, grpc }, context);
  if (terminationGracePeriodSeconds !== undefined && terminationGracePeriodSeconds <= 0) {
    const path = at(context, "terminationGracePeriodSeconds");
    context.report(invalidField(path, terminationGracePeriodSeconds, "must be greater than 0"));
  }
}

function reportLifecycleHandler(handler: LifecycleHandler, context: ValidationContext): void {
  const { exec, httpGet, tcpSocket, sleep } = handler;
  reportOneHandler({ exec, httpGet, tcpSocket, sleep }, context);
}

/** @param handlers by field name, in the order in which the first one wins */
function reportOneHandler(handlers: Readonly<Record<string, unknown>>, context: ValidationContext): void {
  const [first, ...others] = Object.keys(handlers).filter((name) => handlers[name] !== undefined);
  if (first === undefined) context.report(requiredField(at(context, ""), "must specify a handler type"));
  for (const name of others) {
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
