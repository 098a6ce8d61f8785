/** The namespace of a request, as selectors and expressions see it. */
import type { Namespace } from "../../api/core/v1/namespace.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { Labels } from "../../meta/label-requirement.ts";
import type { ObjectReader } from "../../meta/object-reader.ts";
import { notFound } from "../../meta/status-error.ts";
import type { AdmissionRequest } from "../plugin.ts";

/** Reads namespaces. */
export type NamespaceReader = ObjectReader<Namespace>;

const resource = { group: "", resource: "namespaces" };

/** Whether the request is for a Namespace or one of its subresources. */
function isForNamespace({ resource: { group, resource: plural } }: AdmissionRequest): boolean {
  return group === resource.group && plural === resource.resource;
}

/** Returns the name of the request's namespace. A Namespace counts as an object in itself. Empty for other cluster-scoped kinds. */
export function namespaceNameOf(request: AdmissionRequest): string {
  return request.namespace || (isForNamespace(request) ? request.name : "");
}

/** The namespace of one request. It is read when it is first needed. */
export class RequestNamespace {
  readonly name: string;
  readonly #request: AdmissionRequest;
  readonly #namespaces: NamespaceReader;
  #object: Promise<DeepReadonly<Namespace>> | undefined;

  constructor(request: AdmissionRequest, namespaces: NamespaceReader) {
    this.name = namespaceNameOf(request);
    this.#request = request;
    this.#namespaces = namespaces;
  }

  /** Returns the namespace in which the object is. Undefined for cluster-scoped kinds, also for a Namespace. @throws StatusError 404 */
  async ofObject(): Promise<DeepReadonly<Namespace> | undefined> {
    return this.#request.namespace === "" ? undefined : await this.#read();
  }

  /**
   * Returns the labels that namespace selectors see: for a write of a Namespace those of the new object.
   * @throws StatusError 404 if the namespace does not exist
   */
  async labels(): Promise<Labels | undefined> {
    const { operation, subresource, object } = this.#request;
    const writesNamespace = isForNamespace(this.#request) && subresource === "" && operation !== "DELETE";
    const { metadata } = writesNamespace && object ? object : await this.#read();
    return metadata.labels;
  }

  #read(): Promise<DeepReadonly<Namespace>> {
    this.#object ??= this.#namespaces.get("", this.name).then((found) => {
      if (!found) throw notFound(resource, this.name);
      return found;
    });
    return this.#object;
  }
}
