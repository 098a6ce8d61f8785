/** Composes a request from the creates of its objects. */
import type { AdmissionRequest, MutableRequest, VersionDocuments, VersionedRequest } from "../../../admission/index.ts";
import { assert } from "../../../base/assert.ts";
import type { LabRequest, PolicyOperation } from "../../../cli/policy/index.ts";
import { LabError } from "../../../cli/policy/index.ts";
import { stringifyJson } from "../../../codec/index.ts";
import { type Tree, textAt, treeAt } from "../../../manifests/index.ts";
import { parseGroupVersion } from "../../../meta/group-version.ts";
import type { ApiObject, SharedObject } from "../../../meta/object-meta.ts";
import { authenticatedUser } from "../../in-process/authenticated-user.ts";

/** The objects of a request, and the functions that receive the warnings and annotations of policies. */
export interface LabRequestParts {
  /** The create of the object, or the object itself if its resource is named. */
  readonly object: MutableRequest | Tree | undefined;
  readonly oldObject: MutableRequest | Tree | undefined;
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

/** Where the objects of one version come from. */
export interface VersionSource {
  readonly kind: VersionedRequest["kind"];
  readonly resource: VersionedRequest["resource"];
  /** The version of the create whose object this is. It changes with the create. */
  readonly created: VersionedRequest<ApiObject> | undefined;
  /** The object if no create contains it. */
  readonly object?: SharedObject | undefined;
  readonly oldObject: SharedObject | undefined;
}

/** The objects of a request in one version. */
class ComposedVersion implements VersionedRequest<ApiObject> {
  readonly kind: VersionedRequest["kind"];
  readonly resource: VersionedRequest["resource"];
  readonly oldObject: SharedObject | undefined;
  readonly source: VersionSource;

  constructor(source: VersionSource) {
    this.kind = source.kind;
    this.resource = source.resource;
    this.oldObject = source.oldObject;
    this.source = source;
  }

  get object(): ApiObject | undefined {
    const { created, object } = this.source;
    return created ? created.object : (object as ApiObject | undefined);
  }

  objectText(): string | undefined {
    return textOf(this.object);
  }

  oldObjectText(): string | undefined {
    return textOf(this.oldObject);
  }
}

function textOf(object: SharedObject | undefined): string | undefined {
  return object && stringifyJson(object, { exact: true });
}

/** A request whose objects come from creates. */
export class ComposedRequest extends ComposedVersion implements MutableRequest {
  readonly operation: AdmissionRequest["operation"];
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly options: AdmissionRequest["options"];
  readonly dryRun: boolean;
  readonly user: AdmissionRequest["user"];
  readonly signal: AdmissionRequest["signal"] = neverAborted;
  readonly equivalents: readonly ComposedVersion[];
  readonly warn: AdmissionRequest["warn"];
  readonly annotate: AdmissionRequest["annotate"];
  /** The create whose object this is. Undefined if plugins cannot change the object. */
  readonly #create: MutableRequest | undefined;

  /** @throws LabError if the request names no resource and has no object */
  constructor(request: LabRequest, { object, oldObject, warn, annotate }: LabRequestParts) {
    const [first, ...others] =
      request.resource === undefined ? versionsOf(object, oldObject) : [namedVersion(request, request.resource)];
    if (!first) throw new LabError("a request needs an object, an oldObject, or a resource");
    super(first);
    const { operation, subresource, dryRun, user } = request;
    const create = [object, oldObject].find(isCreate);
    const kind = optionKinds[operation];
    const metadata = treeAt(request.object ?? request.oldObject, "metadata");
    this.#create = isCreate(object) ? object : undefined;
    this.equivalents = others.map((source) => new ComposedVersion(source));
    this.operation = operation;
    this.subresource = subresource;
    this.namespace = create?.namespace ?? request.namespace ?? "";
    this.name = request.name ?? create?.name ?? textAt(metadata, "name") ?? "";
    this.options = kind === undefined ? undefined : { ...(create?.options ? withoutQuery(create.options) : {}), kind };
    this.dryRun = dryRun;
    this.user = authenticatedUser(user);
    this.warn = warn;
    this.annotate = annotate;
  }

  annotateObjects(key: string, value: () => string): void {
    this.annotate(key, value());
  }

  addLatency(): void {
    // No audit event has the durations of this request.
  }

  /** Whether plugins can change the object. */
  get canChange(): boolean {
    return this.#create !== undefined;
  }

  remainingMs(): number {
    return Number.POSITIVE_INFINITY;
  }

  documents(version: VersionedRequest): VersionDocuments {
    const [create, created] = this.#createOf(version);
    return create.documents(created);
  }

  async replace(version: VersionedRequest, document: unknown): Promise<boolean> {
    const [create, created] = this.#createOf(version);
    return await create.replace(created, document);
  }

  #createOf(version: VersionedRequest): readonly [MutableRequest, VersionedRequest] {
    const create = this.#create;
    const created = [this, ...this.equivalents].find((one) => one === version)?.source.created;
    assert(create && created, "the object of this request can be changed");
    return [create, created];
  }
}

/** Returns the options without those with which the objects were read. */
function withoutQuery({
  dryRun: _dryRun,
  fieldValidation: _validation,
  ...options
}: Readonly<Record<string, unknown>>) {
  return options as NonNullable<AdmissionRequest["options"]>;
}

function isCreate(read: MutableRequest | Tree | undefined): read is MutableRequest {
  return read !== undefined && "equivalents" in read;
}

/** Returns both objects in each version, the version of the request first. */
function versionsOf(
  object: LabRequestParts["object"],
  oldObject: LabRequestParts["oldObject"],
): readonly VersionSource[] {
  const create = isCreate(object) ? object : undefined;
  const old = isCreate(oldObject) ? oldObject : undefined;
  const main = create ?? old;
  if (!main) return [];
  const olds = old ? [old, ...old.equivalents] : [];
  return [main, ...(main.equivalents as readonly VersionedRequest<ApiObject>[])].map((version) => ({
    kind: version.kind,
    resource: version.resource,
    created: create && version,
    oldObject: olds.find(
      ({ resource }) => resource.group === version.resource.group && resource.version === version.resource.version,
    )?.object,
  }));
}

/** Returns the only version of a request whose resource is named. */
export function namedVersion({ object, oldObject }: LabRequest, resource: string): VersionSource {
  const typed = object ?? oldObject ?? {};
  const typeVersion = parseGroupVersion(textAt(typed, "apiVersion") ?? "");
  const [plural = "", ...groupParts] = resource.split(".");
  const group = groupParts.length > 0 ? groupParts.join(".") : "";
  return {
    kind: {
      group: typeVersion?.group ?? group,
      version: typeVersion?.version ?? "v1",
      kind: textAt(typed, "kind") ?? "",
    },
    resource: { group, version: typeVersion?.group === group ? typeVersion.version : "v1", resource: plural },
    created: undefined,
    object: object as SharedObject | undefined,
    oldObject: oldObject as SharedObject | undefined,
  };
}

/** Returns a request for output: `UPDATE deployments.apps shop/web`. */
export function requestTitle({ operation, resource, subresource, namespace, name }: AdmissionRequest): string {
  const plural = resource.group === "" ? resource.resource : `${resource.resource}.${resource.group}`;
  const target = subresource === "" ? plural : `${plural}/${subresource}`;
  const place = [namespace, name].filter((part) => part !== "").join("/");
  return [operation, target, place].filter((part) => part !== "").join(" ");
}
