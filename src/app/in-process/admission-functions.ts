/** Functions of a test or an application that change or reject the requests of a server in this process. */
import {
  type AdmissionOperation,
  type AdmissionPlugin,
  type AdmissionRequest,
  type PluginDefinition,
  type PluginResource,
  rejectedRequest,
} from "../../admission/index.ts";
import { splitOnce } from "../../base/split-once.ts";

/** A write, as functions see it. */
export interface AdmissionCall {
  readonly operation: AdmissionOperation;
  readonly group: string;
  readonly version: string;
  /** Plural of the resource, such as `configmaps`. */
  readonly resource: string;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  /** Empty while the name has not been generated yet. */
  readonly name: string;
  /** A copy of the new object. Undefined for deletions. Loosely typed, because its members depend on the kind. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly object: any;
  /** A copy of the stored object. Undefined for creates. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly oldObject: any;
  readonly dryRun: boolean;
  readonly userName: string;
  readonly groups: readonly string[];
  /** Sends a warning to the client. */
  warn(message: string): void;
}

/** Changes or rejects writes. The plugins of the server run before it. */
export interface AdmissionFunction {
  /** Name in metrics. */
  readonly name: string;
  /** Default: `CREATE` and `UPDATE`. */
  readonly operations?: readonly AdmissionOperation[];
  /** Resources such as `configmaps`, `deployments.apps` or `pods/status`. Default: all resources with their subresources. */
  readonly resources?: readonly string[];
  /** Returns the changed object, which may be the copy in the call. Undefined leaves the object as it is. */
  change?(call: AdmissionCall): object | undefined | Promise<object | undefined>;
  /** Returns why the write is rejected. Undefined accepts it. It sees the object that will be stored. */
  reject?(call: AdmissionCall): string | undefined | Promise<string | undefined>;
}

/** Returns the function as a plugin of the server. */
export function functionPlugin(definition: AdmissionFunction): PluginDefinition {
  const { name, operations = ["CREATE", "UPDATE"], resources } = definition;
  const plugin = pluginOf(definition);
  return {
    name,
    operations,
    resources: resources?.map(resourceOf),
    onlyRejects: !definition.change,
    load: () => plugin,
  };
}

function resourceOf(text: string): PluginResource {
  const [path, group = ""] = splitOnce(text, ".");
  const [resource, subresource = ""] = splitOnce(path, "/");
  return { group, resource, subresource };
}

function pluginOf(definition: AdmissionFunction): AdmissionPlugin {
  const plugin: AdmissionPlugin = {
    validate: async (request) => {
      const why = await definition.reject?.(callOf(request));
      if (why !== undefined) throw rejectedRequest(request, why);
    },
  };
  if (!definition.change) return plugin;
  return {
    ...plugin,
    admit: async (request) => {
      const changed = await definition.change?.(callOf(request));
      if (changed !== undefined) await request.replace(request, changed);
    },
  };
}

function callOf(request: AdmissionRequest): AdmissionCall {
  const { operation, resource, subresource, namespace, name, dryRun, user } = request;
  const [object, oldObject] = [request.objectText(), request.oldObjectText()];
  return {
    operation,
    group: resource.group,
    version: resource.version,
    resource: resource.resource,
    subresource,
    namespace,
    name,
    object: object && JSON.parse(object),
    oldObject: oldObject && JSON.parse(oldObject),
    dryRun,
    userName: user.name,
    groups: user.groups,
    warn: (message) => request.warn(message),
  };
}
