/** Endpoints of connected subresources, such as `pods/log`: requests are passed on to a running process. */
import type { ConnectedHook, ConnectedSubresource, ConnectionForm, StructSchema } from "../../schema/index.ts";
import type { RequestVerb } from "../requests/request-info.ts";
import type { EndpointHandler, ServedEndpoint } from "../served/endpoint.ts";
import { connect } from "../verbs/connect.ts";
import type { VerbServices } from "../verbs/services.ts";
import { messageEndpoint, missingHook, type ParentResource } from "./posted-subresource.ts";

/** Verbs that each form serves. The form `requests` also accepts methods without a verb, such as OPTIONS. */
const verbsByForm: Readonly<Record<ConnectionForm, readonly RequestVerb[]>> = {
  text: ["get"],
  streams: ["create", "get"],
  requests: ["create", "delete", "get", "patch", "update"],
};

/** Returns the endpoint of a connected subresource. All its verbs have the same handler. */
export function connectedEndpoint(
  parent: ParentResource,
  name: string,
  { form, options }: ConnectedSubresource,
  services: VerbServices,
): ServedEndpoint {
  const hook = (parent.resource.hooks.connected?.[name] as ConnectedHook | undefined) ?? missingHook(parent, name);
  const schema = options.schema as StructSchema<object>;
  const handleConnect = connect(services, { form, schema: () => services.compiler.compile(schema), hook });
  const handler: EndpointHandler = (call, info) => handleConnect({ call, info, endpoint });
  const parts = messageEndpoint(parent, name, options, services);
  const endpoint: ServedEndpoint = {
    ...parts,
    // Discovery shows the kind of the object for a text, such as a log, and the kind of the options otherwise.
    ...(form === "text" ? { documentKind: parent.resourceKind } : {}),
    handlers: Object.fromEntries(verbsByForm[form].map((verb) => [verb, handler])),
    connection: { form, options: schema, connect: handler },
  };
  return endpoint;
}
