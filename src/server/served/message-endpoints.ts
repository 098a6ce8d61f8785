/** Subresources at which no objects are served: documents are posted to them, or they lead elsewhere. */
import { formatGroupVersion } from "../../meta/group-version.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { BoundKind, Resource } from "../../registry/index.ts";
import type {
  ConnectedHook,
  ConnectedSubresource,
  ConnectionForm,
  MessageKind,
  PostedHook,
  PostedSubresource,
  StructSchema,
} from "../../schema/index.ts";
import type { RequestVerb } from "../requests/request-info.ts";
import { createAnswer } from "../verbs/computed-objects.ts";
import { connect } from "../verbs/connect.ts";
import type { VerbServices } from "../verbs/services.ts";
import { answeredShape } from "./computed-document-type.ts";
import { type Endpoint, type Handler, targetOf } from "./resource-table.ts";

interface Parent {
  /** Where the objects are stored that the subresource belongs to. */
  readonly resource: Resource;
  readonly served: BoundKind;
}

export function postedEndpoint(
  parent: Parent,
  name: string,
  { document, olderVersions }: PostedSubresource,
  services: VerbServices,
): Endpoint {
  const hook = parent.resource.hooks.posted?.[name] as PostedHook | undefined;
  const create = createAnswer(services, { create: hook ?? missing(parent, name) });
  const parts = messageParts(parent, name, document, services);
  const endpoint: Endpoint = {
    ...parts,
    ...(olderVersions ? { olderVersions } : {}),
    handlers: { create: (call, info) => create({ call, info, endpoint }) },
  };
  return endpoint;
}

/** By method: the verbs as which requests are authorized. Others than these pass as well where any request does. */
const connectingVerbs: Readonly<Record<ConnectionForm, readonly RequestVerb[]>> = {
  text: ["get"],
  streams: ["create", "get"],
  requests: ["create", "delete", "get", "patch", "update"],
};

export function connectedEndpoint(
  parent: Parent,
  name: string,
  { form, options }: ConnectedSubresource,
  services: VerbServices,
): Endpoint {
  const hook = (parent.resource.hooks.connected?.[name] as ConnectedHook | undefined) ?? missing(parent, name);
  const schema = options.schema as StructSchema<object>;
  const handle = connect(services, { form, schema: () => services.compiler.compile(schema), hook });
  const connectIt: Handler = (call, info) => handle({ call, info, endpoint });
  const parts = messageParts(parent, name, options, services);
  const endpoint: Endpoint = {
    ...parts,
    // Who reads a text is told of the object, not of the options.
    ...(form === "text" ? { kind: parent.served } : {}),
    handlers: Object.fromEntries(connectingVerbs[form].map((verb) => [verb, connectIt])),
    connection: { form, options: schema, connect: connectIt },
  };
  return endpoint;
}

function messageParts(
  { served }: Parent,
  subresource: string,
  message: MessageKind,
  services: VerbServices,
): Omit<Endpoint, "handlers"> {
  const { vocabulary } = services;
  const kind = { group: vocabulary.bind(message.group), version: message.version, kind: message.kind };
  const schema = message.schema as StructSchema<ApiObject>;
  const names = { kind: kind.kind, listKind: `${kind.kind}List`, apiVersion: formatGroupVersion(kind) };
  return {
    served,
    subresource,
    target: targetOf(served, subresource),
    kind,
    shape: answeredShape({ ...names, declaration: { schema } }, {}, services),
    vocabulary,
  };
}

/** For servers whose kinds have no behaviour. */
function missing({ served }: Parent, name: string): () => Promise<never> {
  return () => Promise.reject(new TypeError(`nothing is known of ${served.resource}/${name} but its declaration`));
}
