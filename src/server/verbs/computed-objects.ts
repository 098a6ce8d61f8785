/** The verbs of kinds whose objects are not stored. Hooks compute their responses. */
import { assert } from "../../base/assert.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { doneStatus } from "../../meta/status.ts";
import { invalid } from "../../meta/status-error.ts";
import { FieldIndex, withDeclaredNames } from "../../registry/index.ts";
import type {
  ComputedKindHandlers,
  ComputedObject,
  KindHooks,
  PostedHook,
  PostedPreparation,
  SubresourceRequest,
} from "../../schema/index.ts";
import { managedWrite } from "../field-owners/managed-write.ts";
import { negotiateOutput, type OutputRules } from "../output/negotiate-output.ts";
import { writeStatus } from "../output/status-output.ts";
import { writeList } from "../output/write-list.ts";
import { writeObject } from "../output/write-object.ts";
import { computedObject } from "../served/document-type.ts";
import type { EndpointRequest, ServedEndpoint, VerbHandler } from "../served/endpoint.ts";
import { admissionRequest } from "./admission-request.ts";
import { outputRules } from "./endpoint-rules.ts";
import { rejectExport } from "./get.ts";
import { readNewObject } from "./new-object.ts";
import { type ListParameters, readListOptions } from "./options/list-options.ts";
import type { VerbServices } from "./services.ts";
import { namespaceOf } from "./target.ts";

/** Hooks that respond to posted objects. */
export interface CreateHooks extends Pick<ComputedKindHandlers, "changesNothing" | "validateCreate"> {
  readonly create?: PostedHook | ComputedKindHandlers["create"];
  readonly prepare?: PostedPreparation | undefined;
  /** Whether the hook gets the uid and the times that the client sent. */
  readonly keepsSystemFields?: boolean | undefined;
}

/**
 * Returns the handler of POST. It responds with the object that the hook returns, or with a Status that reports
 * success.
 */
export function createComputed(services: VerbServices, handlers: CreateHooks): VerbHandler<ServedEndpoint> {
  const { validateCreate, prepare, changesNothing, keepsSystemFields } = handlers;
  const create = requireHook(handlers.create);
  return async (request) => {
    const { call, endpoint } = request;
    const output = negotiateOutput(call, computedOutputRules(endpoint));
    let recordOwners: ((object: ApiObject) => void) | undefined;
    const { object, dryRun } = await readNewObject(request, services, {
      changesNothing,
      keepsSystemFields,
      recordOwners: (_, options) => {
        const write = managedWrite(call, services, { old: undefined, options });
        recordOwners = (owned) => services.owners.recordComputed(endpoint, owned, write);
      },
    });
    endpoint.documentType.schema.dropDisabled(object, services);
    const context = hookRequest(request, services, dryRun);
    const errors = validateCreate?.(object, context) ?? [];
    // As in the reference, the error names the group of the kind, but not the kind.
    if (errors.length > 0) throw invalid({ group: endpoint.documentKind.group, kind: "" }, "", errors);
    recordOwners?.(object);
    await prepare?.(object, context);
    await services.admission.validate(
      admissionRequest(request, services, "CREATE", { object: () => object, dryRun, changesNothing }),
    );
    const computed = await create(object, context);
    if (!computed) return writeStatus(call, doneStatus(201), output);
    const { documentType } = endpoint;
    await writeObject(call, { documentType, object: computedObject(documentType, computed), status: 201, output });
  };
}

/** Returns the handler of GET on one object. */
export function getComputed(services: VerbServices, handlers: ComputedKindHandlers): VerbHandler<ServedEndpoint> {
  const get = requireHook(handlers.get);
  return async (request) => {
    const { call, endpoint, info } = request;
    const output = negotiateOutput(call, computedOutputRules(endpoint));
    rejectExport(call);
    const computed = computedObject(endpoint.documentType, await get(info.name, hookRequest(request, services, false)));
    await writeObject(call, { documentType: endpoint.documentType, object: computed, status: 200, output });
  };
}

/**
 * Returns the handler of GET on the collection. Options for pages and resource versions have no effect, because no
 * state is stored.
 */
export function listComputed(
  services: VerbServices,
  handlers: ComputedKindHandlers,
  hooks: KindHooks,
): VerbHandler<ServedEndpoint> {
  const list = requireHook(handlers.list);
  return async (request) => {
    const { call, endpoint } = request;
    const { documentType } = endpoint;
    const options = readListOptions(call, services);
    const output = negotiateOutput(call, outputRules(endpoint));
    const isSelected = selectorFilter(endpoint, hooks, options);
    const computed = await list(hookRequest(request, services, false));
    const objects = computed.filter(isSelected).map((object) => computedObject(documentType, object));
    await writeList(call, { documentType, list: { objects }, output });
  };
}

/**
 * Returns a function that applies the request's selectors.
 * @throws StatusError 400 for a field that is not selectable
 */
function selectorFilter(
  { resourceKind }: ServedEndpoint,
  hooks: KindHooks,
  { labelSelector, fieldSelector }: Pick<ListParameters, "fieldSelector" | "labelSelector">,
): (computed: ComputedObject<ApiObject>) => boolean {
  const index = new FieldIndex(resourceKind, hooks);
  const fields = withDeclaredNames(index, fieldSelector);
  return (computed) => {
    const { labels = {}, name = "" } = computed.metadata;
    const values = (): readonly string[] => index.read(computed as ApiObject);
    return labelSelector.matches(labels) && fields.matches((field) => index.value(field, name, values));
  };
}

/** Returns the formats of the response. As in the reference, only kinds that can be listed have a Table form. */
function computedOutputRules(endpoint: ServedEndpoint): OutputRules {
  const rules = outputRules(endpoint);
  return endpoint.handlers.list
    ? rules
    : { ...rules, transforms: rules.transforms.filter((transform) => transform !== "Table") };
}

/** Returns the context of hooks that respond to requests. */
export function hookRequest(request: EndpointRequest, services: VerbServices, dryRun: boolean): SubresourceRequest {
  const { clock, random, vocabulary, isEnabled, objects, accountTokens } = services;
  const { call, info } = request;
  const namespace = namespaceOf(request);
  return {
    nowMs: clock.nowMs(),
    random,
    vocabulary,
    isEnabled,
    namespace,
    name: info.name,
    user: call.user,
    dryRun,
    objects,
    accountTokens,
    warn: (text) => call.warn(text),
    annotate: (name, value) => call.annotate(name, value),
  };
}

function requireHook<T>(hook: T | undefined): T {
  assert(hook, "a kind without stored objects has a hook for each declared verb");
  return hook;
}
