/** Requests that lead to what an object stands for: it is found out where that runs. */
import { badRequest, hasCode, notFound, StatusError, serviceUnavailable } from "../../meta/status-error.ts";
import type { CompiledSchema, ConnectedHook, ConnectionForm, Destination } from "../../schema/index.ts";
import { textParameters } from "../requests/query-parameters.ts";
import type { EndpointRequest, ServedEndpoint, VerbHandler } from "../served/endpoint.ts";
import { hookRequest } from "./computed-objects.ts";
import { readQueryOptions } from "./options/query-options.ts";
import type { VerbServices } from "./services.ts";
import { admissionRequest } from "./target.ts";

export interface ConnectVerbOptions {
  readonly form: ConnectionForm;
  /** Made when it is first needed. */
  readonly schema: () => CompiledSchema<object>;
  readonly hook: ConnectedHook;
}

export function connect(
  services: VerbServices,
  { form, schema, hook }: ConnectVerbOptions,
): VerbHandler<ServedEndpoint> {
  return async (request) => {
    const { call } = request;
    // A log is read, not connected to, in the reference: there the parameter is unknown.
    if (form !== "text" && textParameters(call, "dryRun").length > 0) throw badRequest("dryRun is not supported");
    const options = readQueryOptions(call, schema(), pathBelow(request));
    const question = admissionRequest(request, "CONNECT", { dryRun: false });
    await services.admission.admit(question);
    await services.admission.validate(question);
    const destination = await hook(options, hookRequest(request, services, false)).catch((error: unknown) => {
      throw namedAfterRequest(error, request);
    });
    if (destination && form === "streams") requireUpgrade(request);
    if (destination) throw unreachable(destination, form);
    call.respond(204, {}, Buffer.alloc(0));
  };
}

/** The path that is asked for at the other end; it stands in the request's own. */
function pathBelow({ info }: EndpointRequest): { readonly path?: string } {
  return info.proxySegments.length === 0 ? {} : { path: info.proxySegments.join("/") };
}

/** Returns a 404 about another object, such as the Node of a Pod, with the type of the request, as the reference does. */
function namedAfterRequest(error: unknown, { info }: EndpointRequest): unknown {
  if (!(error instanceof StatusError) || !hasCode(error, 404)) return error;
  return notFound(info, error.details?.name ?? "");
}

/** @throws StatusError 400 */
function requireUpgrade({ call }: EndpointRequest): void {
  if (/upgrade/i.test(call.exchange.header("connection") ?? "")) return;
  throw badRequest("Upgrade request required");
}

/** Nodes have no agents yet that would connect to the server. */
function unreachable({ nodeName }: Destination, form: ConnectionForm): Error {
  const agent = nodeName === "" ? "no node agent is connected" : `no node agent is connected to node "${nodeName}"`;
  const what = form === "requests" ? "error trying to reach service" : "error dialing backend";
  return serviceUnavailable(`${what}: ${agent}`);
}
