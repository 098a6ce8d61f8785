import type { Namespace } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import type { ObjectReader } from "../../../meta/object-reader.ts";
import { notFound } from "../../../meta/status-error.ts";
import type { AdmissionRequest } from "../../plugin.ts";

const namespaceResource = { group: "", resource: "namespaces" };

/** Returns the Namespace of the object in a request. @throws StatusError 404 if it does not exist */
export async function namespaceOf(
  request: Pick<AdmissionRequest, "namespace">,
  namespaces: ObjectReader<Namespace>,
): Promise<DeepReadonly<Namespace>> {
  const found = await namespaces.get("", request.namespace);
  if (!found) throw notFound(namespaceResource, request.namespace);
  return found;
}
