/**
 * Requests to connected subresources, such as `pods/exec`, which a process on a node would handle. A hook finds the
 * node.
 */
import { formatGroupVersion } from "../../meta/group-version.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { badRequest, hasCode, notFound, StatusError, serviceUnavailable } from "../../meta/status-error.ts";
import type { CompiledSchema, ConnectedHook, ConnectionForm, Destination } from "../../schema/index.ts";
import { textParameters } from "../requests/query-parameters.ts";
import type { EndpointRequest, ServedEndpoint, VerbHandler } from "../served/endpoint.ts";
import { admissionRequest } from "./admission-request.ts";
import { hookRequest } from "./computed-objects.ts";
import { readQueryOptions } from "./options/query-options.ts";
import type { VerbServices } from "./services.ts";

/** The form, options and hook of a connected subresource. */
export interface ConnectVerbOptions {
  readonly form: ConnectionForm;
  /** Returns the schema of the options. It is compiled at the first call. */
  readonly schema: () => CompiledSchema<object>;
  readonly hook: ConnectedHook;
}

/** Returns the handler of all verbs of a connected subresource. */
export function connect(
  services: VerbServices,
  { form, schema, hook }: ConnectVerbOptions,
): VerbHandler<ServedEndpoint> {
  return async (request) => {
    const { call } = request;
    // The reference does not treat logs as connections. Reading a log ignores this parameter.
    if (form !== "text" && textParameters(call, "dryRun").length > 0) throw badRequest("dryRun is not supported");
    const sent = readQueryOptions(call, schema(), targetPath(request));
    const options = form === "text" ? sent : await admitConnection(request, services, { sent, schema: schema() });
    const destination = await hook(options, hookRequest(request, services, false)).catch((error: unknown) => {
      throw withRequestType(error, request);
    });
    if (destination && form === "streams") requireUpgrade(request);
    if (destination) throw unreachable(destination, form);
    call.respond(204, {}, Buffer.alloc(0));
  };
}

/** The options that a client sent, and their schema. */
interface ConnectionOptions {
  readonly sent: object;
  readonly schema: CompiledSchema<object>;
}

/**
 * Returns the options after admission. As in the reference, reading a log is no connection for admission either.
 * @throws StatusError if a plugin rejects the connection
 */
async function admitConnection(
  request: EndpointRequest,
  services: VerbServices,
  { sent, schema }: ConnectionOptions,
): Promise<object> {
  let options = sent;
  const attributes = admissionRequest(request, services, "CONNECT", {
    object: () => connectionObject(request.endpoint, options),
    optionsSchema: schema as CompiledSchema<ApiObject>,
    replaceObject: (document) => {
      options = document;
    },
    dryRun: false,
  });
  await services.admission.admit(attributes);
  await services.admission.validate(attributes);
  return options;
}

/** Returns the options of a connection as an object without metadata, as admission shows them. */
function connectionObject({ documentKind }: ServedEndpoint, options: object): ApiObject {
  const { kind } = documentKind;
  return { kind, apiVersion: formatGroupVersion(documentKind), ...options } as Partial<ApiObject> as ApiObject;
}

/** Returns the path to request from the target: the part of the request's path below the subresource. */
function targetPath({ info }: EndpointRequest): { readonly path?: string } {
  return info.proxySegments.length === 0 ? {} : { path: `/${info.proxySegments.join("/")}` };
}

/**
 * Replaces a 404 about another object, such as the Node of a Pod, by one with the type of the request, as the reference
 * does. Returns other errors unchanged.
 */
function withRequestType(error: unknown, { info }: EndpointRequest): unknown {
  if (!(error instanceof StatusError) || !hasCode(error, 404)) return error;
  return notFound(info, error.details?.name ?? "");
}

/** Checks that the client requests an upgrade of the connection. @throws StatusError 400 */
function requireUpgrade({ call }: EndpointRequest): void {
  if (/upgrade/i.test(call.exchange.header("connection") ?? "")) return;
  throw badRequest("Upgrade request required");
}

/**
 * Returns the error for a connection to a node. No connection succeeds, because node agents cannot connect to the
 * server yet.
 */
function unreachable({ nodeName }: Destination, form: ConnectionForm): Error {
  const agent = nodeName === "" ? "no node agent is connected" : `no node agent is connected to node "${nodeName}"`;
  const failure = form === "requests" ? "error trying to reach service" : "error dialing backend";
  return serviceUnavailable(`${failure}: ${agent}`);
}
