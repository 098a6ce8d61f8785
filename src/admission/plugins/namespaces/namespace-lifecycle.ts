/**
 * The NamespaceLifecycle plugin. Objects can only be created in namespaces that exist and are not being deleted. The
 * namespaces that the system needs cannot be deleted. Requests that change nothing are not checked, so that access
 * reviews do not reveal whether a namespace exists.
 */
import { namespace } from "../../../api/core/v1/namespace.ts";
import type { ApiObject } from "../../../meta/object-meta.ts";
import type { ObjectReader } from "../../../meta/object-reader.ts";
import { notFound } from "../../../meta/status-error.ts";
import { systemNamespace } from "../../../meta/vocabulary.ts";
import { type AdmissionPlugin, type AdmissionRequest, rejectedRequest } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";

const namespaceResource = { group: "", resource: "namespaces" };

/** Returns the plugin. */
export function namespaceLifecycle({
  fewObjects,
  vocabulary,
}: Pick<PluginServices, "fewObjects" | "vocabulary">): AdmissionPlugin {
  const namespaces = fewObjects(namespace);
  const protectedNames: ReadonlySet<string> = new Set([
    "default",
    vocabulary.bind(systemNamespace("system")),
    vocabulary.bind(systemNamespace("public")),
  ]);
  return {
    admit: async (request) => {
      if (request.operation === "DELETE") rejectProtectedDeletion(request, protectedNames);
      else if (request.namespace !== "" && !request.changesNothing) await requireNamespace(request, namespaces);
    },
  };
}

function rejectProtectedDeletion(request: AdmissionRequest, protectedNames: ReadonlySet<string>): void {
  const { resource, name } = request;
  const isNamespace = resource.group === "" && resource.resource === "namespaces";
  if (isNamespace && protectedNames.has(name)) throw rejectedRequest(request, "this namespace may not be deleted");
}

async function requireNamespace(request: AdmissionRequest, namespaces: ObjectReader<ApiObject>): Promise<void> {
  const { namespace, operation } = request;
  const found = await namespaces.get("", namespace);
  if (!found) throw notFound(namespaceResource, namespace);
  if (operation !== "CREATE" || found.metadata.deletionTimestamp === undefined) return;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  throw rejectedRequest(request, why, [
    {
      reason: "NamespaceTerminating",
      message: `namespace ${namespace} is being terminated`,
      field: "metadata.namespace",
    },
  ]);
}
