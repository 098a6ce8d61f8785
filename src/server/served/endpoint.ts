/** The types of an endpoint: what is served for one resource or subresource in one group version. See README.md. */
import type { GroupResource } from "../../meta/group-version.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { BoundKind, Resource } from "../../registry/index.ts";
import type { ConnectionForm, StructSchema } from "../../schema/index.ts";
import type { Call, CallTarget } from "../requests/call.ts";
import type { Deprecation } from "../requests/deprecation.ts";
import type { RequestVerb, ResourceRequestInfo } from "../requests/request-info.ts";
import type { DocumentConversion } from "./document-conversion.ts";
import type { DocumentType } from "./document-type.ts";

/** Handles the requests of one verb at one endpoint. */
export type EndpointHandler = (call: Call, info: ResourceRequestInfo) => Promise<void>;

/** A request, together with the endpoint that serves it. */
export interface EndpointRequest<E extends ServedEndpoint = ServedEndpoint> {
  readonly call: Call;
  readonly info: ResourceRequestInfo;
  readonly endpoint: E;
}

/** Handles the requests of one verb at every endpoint that serves the verb. */
export type VerbHandler<E extends ServedEndpoint = StoredEndpoint> = (request: EndpointRequest<E>) => Promise<void>;

/** One resource or subresource in one group version. */
export interface ServedEndpoint {
  /** Stores the objects. Absent if the objects are computed for each request. */
  readonly resource?: Resource;
  /** Kind of the resource in the path, in the requested version. For a subresource, the kind of the main resource. */
  readonly resourceKind: BoundKind;
  /** Resource that a 404 names if the object does not exist. Absent: that of `resourceKind`. */
  readonly notFoundResource?: GroupResource;
  /** Empty for the resource itself. */
  readonly subresource: string;
  /** Names of the group, version, resource and subresource, for metrics. */
  readonly target: CallTarget;
  /** Kind of the documents that clients send and get. For some subresources, it differs from `resourceKind`. */
  readonly documentKind: { readonly group: string; readonly version: string; readonly kind: string };
  /** Older versions of `documentKind` in which clients may send documents. They have the same fields. */
  readonly olderVersions?: readonly string[];
  readonly documentType: DocumentType;
  readonly vocabulary: Vocabulary;
  readonly handlers: Readonly<Partial<Record<RequestVerb, EndpointHandler>>>;
  /** The verbs that discovery lists. Absent: those of `handlers`. */
  readonly listedVerbs?: readonly string[];
  /** Present if the version is deprecated. Every response then carries a warning. */
  readonly deprecation?: Deprecation;
  /** Present for a connected subresource, such as `log` or `proxy`. Clients send and get no documents there. */
  readonly connection?: EndpointConnection;
}

/** How a connected subresource is served. */
export interface EndpointConnection {
  readonly form: ConnectionForm;
  /** Schema of the options that a request gives in its query. */
  readonly options: StructSchema;
  /** Handles a request with any method. */
  readonly connect: EndpointHandler;
}

/** An endpoint whose objects are in the store. */
export interface StoredEndpoint extends ServedEndpoint {
  readonly resource: Resource;
  /** Absent if documents are the stored objects themselves. */
  readonly conversion?: DocumentConversion;
}

/** Returns the names of a resource or, if `subresource` is not empty, of its subresource. */
export function targetOf({ group, version, resource }: BoundKind, subresource: string): CallTarget {
  return { group, version, resource, subresource };
}

/** Whether the endpoint serves a custom type, whose definition can change at any time. */
export function isCustom({ resourceKind }: Pick<ServedEndpoint, "resourceKind">): boolean {
  return resourceKind.declaration.schema.members !== undefined;
}

/** Whether the endpoint accepts all methods and any path below its own, as `proxy` does. */
export function isProxy({ connection }: ServedEndpoint): boolean {
  return connection?.form === "requests";
}
