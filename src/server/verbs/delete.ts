/** DELETE on one object. */
import { type StatusResponse, successStatus } from "../../meta/status.ts";
import { forbidden } from "../../meta/status-error.ts";
import { groupName } from "../../meta/vocabulary.ts";
import { deleteObject, deleteUnreadable, type ObjectDeleteOptions, parseObject } from "../../registry/index.ts";
import { negotiateOutput } from "../output/negotiate-output.ts";
import { writeStatus } from "../output/status-output.ts";
import { writeObject } from "../output/write-object.ts";
import type { EndpointRequest, StoredEndpoint, VerbHandler } from "../served/endpoint.ts";
import { admissionRequest } from "./admission-request.ts";
import { outputRules } from "./endpoint-rules.ts";
import { adviseOnPropagation, readDeleteOptions } from "./options/delete-options.ts";
import type { VerbServices } from "./services.ts";
import { documentOf, namespaceOf } from "./target.ts";

/** Returns the handler of DELETE on one object. */
export function deleteOne(services: VerbServices): VerbHandler {
  return async (request) => {
    const { call, endpoint, info } = request;
    const { resource } = endpoint;
    const output = negotiateOutput(call, outputRules(endpoint));
    const options = await readDeleteOptions(call, services, "object");
    const { dryRun } = options;
    adviseOnPropagation(request, options);
    const rejection = resource.hooks.deletionRejection?.(info.name);
    if (rejection !== undefined) throw forbidden(endpoint.resourceKind, info.name, rejection);
    if (options.ignoresReadErrors) {
      await deleteUnreadableObject(request, services, options);
      writeStatus(call, unreadableDeleted(request), output);
      return;
    }
    const { object, removed } = await deleteObject(resource, {
      namespace: namespaceOf(request),
      name: info.name,
      served: endpoint.resourceKind,
      options,
      timeStore: call.timeStore,
      check: async (readObject) => {
        const attributes = admissionRequest(request, services, "DELETE", {
          oldObject: (target) => documentOf(target, readObject()),
          dryRun,
          deleteOptions: options,
        });
        await services.admission.admit(attributes);
        await services.admission.validate(attributes);
      },
    });
    const { group, resource: plural } = endpoint.resourceKind;
    if (removed && !resource.kind.declaration.rules.deleteReturnsObject) {
      const { uid = "" } = parseObject(object).metadata;
      writeStatus(call, successStatus({ name: info.name, group, kind: plural, uid }), output);
      return;
    }
    // As in the reference, a deletion that has not removed the object yet gets 202 only if the client set
    // `orphanDependents` to false.
    const status = !removed && options.orphanDependents === false ? 202 : 200;
    await writeObject(
      call,
      { documentType: endpoint.documentType, object, status, output },
      { compressed: services.compressed },
    );
  };
}

/** The verb that a user needs, besides `delete`, to delete an object that cannot be read. */
const unsafeVerb = "unsafe-delete-ignore-read-errors";

/** Annotation of the audit event of each such deletion that a client tries. Its value is empty. */
const unsafeAnnotation = groupName("apiserver/unsafe-delete-ignore-read-error");

/** Deletes an object that cannot be read. Admission plugins see no object. */
async function deleteUnreadableObject(
  request: EndpointRequest<StoredEndpoint>,
  services: VerbServices,
  options: ObjectDeleteOptions,
): Promise<void> {
  const { call, endpoint, info } = request;
  call.annotate(services.vocabulary.bind(unsafeAnnotation), "");
  const { decision, reason, error } = await services.authorizer(call.user, { ...info, verb: unsafeVerb });
  if (decision !== "allow") {
    const why = error === undefined ? `, reason: ${reason}` : `, ${error}`;
    const rule =
      error === undefined
        ? `not permitted to do "${unsafeVerb}"`
        : `error while checking permission for "${unsafeVerb}"`;
    throw forbidden(endpoint.resourceKind, info.name, `${rule}${why}`);
  }
  await deleteUnreadable(endpoint.resource, {
    namespace: namespaceOf(request),
    name: info.name,
    served: endpoint.resourceKind,
    check: async () => {
      const attributes = admissionRequest(request, services, "DELETE", { dryRun: false, deleteOptions: options });
      await services.admission.admit(attributes);
      await services.admission.validate(attributes);
    },
  });
}

/** Returns the Status about a deleted object of which only the name is known. */
function unreadableDeleted({ endpoint, info }: EndpointRequest<StoredEndpoint>): StatusResponse {
  return { ...successStatus({ name: info.name, kind: endpoint.documentKind.kind }), code: 200 };
}
