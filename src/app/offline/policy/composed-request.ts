/** Composes a request from the creates of its objects. */
import type { AdmissionRequest, VersionedRequest } from "../../../admission/index.ts";
import type { LabRequest, PolicyOperation } from "../../../cli/policy/index.ts";
import { LabError } from "../../../cli/policy/index.ts";
import { stringifyJson } from "../../../codec/index.ts";
import { type Tree, textAt, treeAt } from "../../../manifests/index.ts";
import { parseGroupVersion } from "../../../meta/group-version.ts";
import type { SharedObject } from "../../../meta/object-meta.ts";
import { authenticatedUser } from "../../in-process/authenticated-user.ts";

/** The objects of a request, and the functions that receive the warnings and annotations of policies. */
export interface LabRequestParts {
  /** The create of the object, or the object itself if its resource is named. */
  readonly object: AdmissionRequest | Tree | undefined;
  readonly oldObject: AdmissionRequest | Tree | undefined;
  readonly warn: (message: string) => void;
  readonly annotate: (key: string, value: string) => void;
}

const optionKinds: Readonly<Record<PolicyOperation, string | undefined>> = {
  CREATE: "CreateOptions",
  UPDATE: "UpdateOptions",
  DELETE: "DeleteOptions",
  CONNECT: undefined,
};

/** No client waits for the decision. */
const neverAborted = new AbortController().signal;

/** Returns the request. @throws LabError if it names no resource and has no object */
export function composeRequest(request: LabRequest, parts: LabRequestParts): AdmissionRequest {
  const { operation, subresource, dryRun, user } = request;
  const { object, oldObject, warn, annotate } = parts;
  const versions =
    request.resource === undefined ? versionsOf(object, oldObject) : [namedVersion(request, request.resource)];
  const [first, ...equivalents] = versions;
  if (!first) throw new LabError("a request needs an object, an oldObject, or a resource");
  const create = [object, oldObject].find(isCreate);
  const kind = optionKinds[operation];
  return {
    ...first,
    equivalents,
    operation,
    subresource,
    namespace: create ? create.namespace : (request.namespace ?? namespaceIn(request) ?? ""),
    name: request.name ?? create?.name ?? textAt(treeAt(request.object ?? request.oldObject, "metadata"), "name") ?? "",
    options: kind === undefined ? undefined : { ...(create?.options ? withoutQuery(create.options) : {}), kind },
    dryRun,
    user: authenticatedUser(user),
    signal: neverAborted,
    remainingMs: () => Number.POSITIVE_INFINITY,
    warn,
    annotate,
  };
}

function namespaceIn({ object, oldObject }: LabRequest): string | undefined {
  return textAt(treeAt(object ?? oldObject, "metadata"), "namespace");
}

/** Returns the options without those with which the objects were read. */
function withoutQuery({
  dryRun: _dryRun,
  fieldValidation: _validation,
  ...options
}: Readonly<Record<string, unknown>>) {
  return options as NonNullable<AdmissionRequest["options"]>;
}

function isCreate(read: AdmissionRequest | Tree | undefined): read is AdmissionRequest {
  return read !== undefined && "equivalents" in read;
}

/** Returns both objects in each version, the version of the request first. */
function versionsOf(
  object: LabRequestParts["object"],
  oldObject: LabRequestParts["object"],
): readonly VersionedRequest[] {
  const create = isCreate(object) ? object : undefined;
  const old = isCreate(oldObject) ? oldObject : undefined;
  const main = create ?? old;
  if (!main) return [];
  const olds = old ? [old, ...old.equivalents] : [];
  return [main, ...main.equivalents].map(({ kind, resource, object: found }) =>
    versionOf({
      kind,
      resource,
      object: create ? found : undefined,
      oldObject: olds.find((one) => one.resource.group === resource.group && one.resource.version === resource.version)
        ?.object,
    }),
  );
}

/** Returns the only version of a request whose resource is named. */
function namedVersion({ object, oldObject }: LabRequest, resource: string): VersionedRequest {
  const typed = object ?? oldObject ?? {};
  const typeVersion = parseGroupVersion(textAt(typed, "apiVersion") ?? "");
  const [plural = "", ...groupParts] = resource.split(".");
  const group = groupParts.length > 0 ? groupParts.join(".") : "";
  return versionOf({
    kind: {
      group: typeVersion?.group ?? group,
      version: typeVersion?.version ?? "v1",
      kind: textAt(typed, "kind") ?? "",
    },
    resource: { group, version: typeVersion?.group === group ? typeVersion.version : "v1", resource: plural },
    object: object as SharedObject | undefined,
    oldObject: oldObject as SharedObject | undefined,
  });
}

/** Returns the version with the texts of its objects. */
function versionOf(parts: Omit<VersionedRequest, "objectText" | "oldObjectText">): VersionedRequest {
  const text = (object: SharedObject | undefined): string | undefined =>
    object && stringifyJson(object, { exact: true });
  return { ...parts, objectText: () => text(parts.object), oldObjectText: () => text(parts.oldObject) };
}

/** Returns a request for output: `UPDATE deployments.apps shop/web`. */
export function requestTitle({ operation, resource, subresource, namespace, name }: AdmissionRequest): string {
  const plural = resource.group === "" ? resource.resource : `${resource.resource}.${resource.group}`;
  const target = subresource === "" ? plural : `${plural}/${subresource}`;
  const place = [namespace, name].filter((part) => part !== "").join("/");
  return [operation, target, place].filter((part) => part !== "").join(" ");
}
