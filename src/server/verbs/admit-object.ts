/** The mutating phase of admission for requests that write an object. */
import type { AdmissionOperation } from "../../admission/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { managersFault } from "../../ownership/index.ts";
import { setOwners } from "../field-owners/document-owners.ts";
import type { EndpointRequest, StoredEndpoint } from "../served/endpoint.ts";
import { type AdmissionState, admissionRequest } from "./admission-request.ts";
import type { VerbServices } from "./services.ts";

/** The state of a request whose object plugins may replace. */
export interface AdmittedState
  extends Pick<AdmissionState<ApiObject>, "oldObject" | "sentName" | "dryRun" | "changesNothing"> {
  /** Returns the present object as clients of another endpoint of the same objects see it. */
  readonly object: (endpoint: StoredEndpoint, document: ApiObject) => ApiObject;
}

/**
 * Returns the object after the mutating phase: the given one, which plugins may have modified, or another one.
 * @throws StatusError if a plugin rejects the request
 */
export async function admitObject(
  request: EndpointRequest,
  services: VerbServices,
  operation: AdmissionOperation,
  object: ApiObject,
  { object: documentAt, oldObject, sentName, dryRun, changesNothing }: AdmittedState,
): Promise<ApiObject> {
  const { managedFields = [] } = object.metadata;
  let present = object;
  await services.admission.admit(
    admissionRequest(request, services, operation, {
      object: (endpoint) => documentAt(endpoint, present),
      oldObject,
      sentName,
      replaceObject: (document) => {
        present = document;
      },
      dryRun,
      changesNothing,
    }),
  );
  if (present !== object) restoreOwners(present, managedFields, (message) => request.call.warn(message));
  return present;
}

/** Restores the managed fields of a replaced object if a plugin has damaged them. */
function restoreOwners(
  object: ApiObject,
  previous: NonNullable<ApiObject["metadata"]["managedFields"]>,
  warn: (message: string) => void,
): void {
  const fault = managersFault(object.metadata.managedFields);
  if (fault === undefined) return;
  setOwners(object, previous);
  const cause = "this could be caused by an outdated mutating admission controller; please fix your requests";
  warn(`.metadata.managedFields was in an invalid state after admission; ${cause}: ${fault}`);
}
