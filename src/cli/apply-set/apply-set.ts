/**
 * Sets of objects that are applied together: `--applyset --prune`. An object that was a member and is not in the
 * manifests is found and deleted.
 */
import type { Api } from "../../client/index.ts";
import { type Tree, textAt, treeAt } from "../../manifests/index.ts";
import { formatGroupKind, formatGroupVersion } from "../../meta/group-version.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { applySetNames } from "../../meta/vocabulary.ts";
import type { ClientContext, Writing } from "../context.ts";
import { objectTitle } from "../output/objects.ts";
import type { ManifestObject } from "../selection/manifest-objects.ts";
import { CommandError, CommandUsageError } from "../terminal.ts";
import { findType, typeNamed } from "../types/find-type.ts";
import { loadTypes } from "../types/load-types.ts";
import type { ServedType } from "../types/served-type.ts";
import { findObject } from "../writes/find-object.ts";
import { writeOptions } from "../writes/write-options.ts";
import {
  bothContents,
  readSetParent,
  type SetContents,
  type SetParent,
  setId,
  setManager,
  setParentObject,
} from "./parent-format.ts";

/** A member of the set that is not in the manifests. */
export interface OutdatedMember {
  readonly type: ServedType;
  readonly api: Api;
  readonly object: ApiObject;
}

interface ParentLocation {
  readonly types: readonly ServedType[];
  readonly parent: SetParent;
  readonly type: ServedType;
  readonly api: Api;
}

const parentPlurals: readonly string[] = ["secrets", "configmaps"];

/** A set whose parent object has been read. */
export class ApplySet {
  readonly #place: ParentLocation;
  /** Kinds and namespaces of the members of earlier applies. */
  readonly #earlier: SetContents;
  readonly #writing: Writing;
  readonly #context: ClientContext;

  private constructor(place: ParentLocation, earlier: SetContents, writing: Writing, context: ClientContext) {
    this.#place = place;
    this.#earlier = earlier;
    this.#writing = writing;
    this.#context = context;
  }

  /**
   * Reads the parent object of a set.
   * @param reference `shop` for a Secret, or TYPE/NAME such as `configmap/shop`
   * @throws CommandError for an invalid reference, and for an object that is not a valid parent
   */
  static async open(reference: string, writing: Writing, context: ClientContext): Promise<ApplySet> {
    const types = await loadTypes(context.client, context.signal);
    const place = placeOf(reference, types, context);
    const object = await findObject(place.api, place.parent.name, context.signal);
    const earlier = object ? readSetParent(object, place.parent) : { kinds: [], namespaces: [] };
    return new ApplySet(place, earlier, writing, context);
  }

  /**
   * Returns the manifests with the label of the set. @throws CommandError for a manifest that already has this label
   */
  members(manifests: readonly ManifestObject[]): readonly ManifestObject[] {
    const id = setId(this.#place.parent);
    return manifests.map((manifest) => ({ ...manifest, object: labelled(manifest, id) }));
  }

  /**
   * Adds the kinds and namespaces of the manifests to the parent object before they are applied. If the apply is
   * interrupted, a later prune still finds all members.
   */
  async recordBeforeApply(members: readonly ManifestObject[]): Promise<void> {
    await this.#write(bothContents(this.#earlier, contentsOf(members)));
  }

  /**
   * Sets the kinds and namespaces of the parent object to those of the manifests, after the other members have been
   * deleted.
   */
  async recordAfterPrune(members: readonly ManifestObject[]): Promise<void> {
    await this.#write(contentsOf(members));
  }

  /**
   * Returns the members that were not applied. @param applied uids of the applied objects @throws CommandError for a
   * kind that the server does not serve; StatusError
   */
  async outdated(applied: ReadonlySet<string | undefined>): Promise<readonly OutdatedMember[]> {
    const { client, signal } = this.#context;
    const labelSelector = `${applySetNames.partOf}=${setId(this.#place.parent)}`;
    const found: OutdatedMember[] = [];
    for (const type of this.#earlier.kinds.map((kind) => this.#typeOf(kind))) {
      for (const namespace of type.namespaced ? this.#earlier.namespaces : [""]) {
        const api = client.resource(type, namespace);
        const { items } = await api.listAll({ labelSelector, signal });
        const rest = items.filter(({ metadata }) => !applied.has(metadata.uid));
        found.push(...rest.map((object) => ({ type, api, object })));
      }
    }
    return found;
  }

  #typeOf(kind: string): ServedType {
    const { types, parent } = this.#place;
    const sameKind = types.filter((type) => formatGroupKind(type) === kind);
    const found = sameKind.find(({ isPreferred }) => isPreferred) ?? sameKind[0] ?? findType(types, kind);
    if (found) return found;
    throw new CommandError(`--applyset: ${parent.title} has members of ${kind}, which the server no longer serves`);
  }

  async #write(contents: SetContents): Promise<void> {
    if (this.#writing.dryRun === "client") return;
    const { api, type, parent } = this.#place;
    // Only this tool writes these labels and annotations, so it takes them over from any other field manager.
    const options = { ...writeOptions(this.#writing, this.#context), fieldManager: setManager, force: true };
    await api.apply(parent.name, setParentObject(parent, formatGroupVersion(type), contents), options);
  }
}

/** Resolves the reference to a parent object. @throws CommandError */
function placeOf(
  reference: string,
  types: readonly ServedType[],
  { client, namespace, isNamespaceExplicit }: ClientContext,
): ParentLocation {
  const slash = reference.indexOf("/");
  const [typeName, name] = slash < 0 ? ["secrets", reference] : [reference.slice(0, slash), reference.slice(slash + 1)];
  if (name === "" || typeName === "") {
    throw new CommandUsageError(
      `--applyset: ${JSON.stringify(reference)} is not NAME or TYPE/NAME, such as configmap/shop`,
    );
  }
  const type = typeNamed(types, typeName);
  if (type.group !== "" || !parentPlurals.includes(type.plural)) {
    throw new CommandUsageError(`--applyset: a set must be a Secret or a ConfigMap, not one of ${type.plural}`);
  }
  if (!isNamespaceExplicit) {
    throw new CommandUsageError(`--applyset: the namespace of the set is required: --namespace=${namespace}`);
  }
  const parent = { title: objectTitle(type, name), group: type.group, kind: type.kind, name, namespace };
  return { types, parent, type, api: client.resource(type, namespace) };
}

function labelled({ title, object }: ManifestObject, id: string): Tree {
  const metadata = treeAt(object, "metadata");
  const labels = treeAt(metadata, "labels");
  if (textAt(labels, applySetNames.partOf) !== undefined) {
    throw new CommandError(
      `${title}: the label ${applySetNames.partOf} is set by --applyset; remove it from the manifest`,
    );
  }
  return { ...object, metadata: { ...metadata, labels: { ...labels, [applySetNames.partOf]: id } } };
}

function contentsOf(members: readonly ManifestObject[]): SetContents {
  return {
    kinds: members.map(({ type }) => formatGroupKind(type)),
    namespaces: members.map(({ api }) => api.namespace).filter((namespace) => namespace !== ""),
  };
}
