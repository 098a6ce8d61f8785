/** Objects that are applied together, so that those that are applied no more can be found and deleted: `--applyset --prune`. */
import type { Api } from "../../client/index.ts";
import { type Tree, textAt, treeAt } from "../../manifests/index.ts";
import { formatGroupKind, formatGroupVersion } from "../../meta/group-version.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { applySetNames } from "../../meta/vocabulary.ts";
import type { ClientContext, Writing } from "../context.ts";
import { findObject } from "../find-object.ts";
import type { ManifestObject } from "../manifest-objects.ts";
import { objectTitle } from "../objects.ts";
import { CommandError, CommandUsageError } from "../terminal.ts";
import { findType, typeNamed } from "../types/find-type.ts";
import { loadTypes } from "../types/load-types.ts";
import type { ServedType } from "../types/served-type.ts";
import { writeOptions } from "../write-options.ts";
import {
  bothContents,
  readSetParent,
  type SetContents,
  type SetParent,
  setId,
  setManager,
  setParentObject,
} from "./parent-format.ts";

/** A member that is applied no more. */
export interface Outdated {
  readonly type: ServedType;
  readonly api: Api;
  readonly object: ApiObject;
}

interface SetPlace {
  readonly types: readonly ServedType[];
  readonly parent: SetParent;
  readonly type: ServedType;
  readonly api: Api;
}

const parentPlurals: readonly string[] = ["secrets", "configmaps"];

export class ApplySet {
  readonly #place: SetPlace;
  /** Where members may lie since earlier applies. */
  readonly #earlier: SetContents;
  readonly #writing: Writing;
  readonly #context: ClientContext;

  private constructor(place: SetPlace, earlier: SetContents, writing: Writing, context: ClientContext) {
    this.#place = place;
    this.#earlier = earlier;
    this.#writing = writing;
    this.#context = context;
  }

  /**
   * @param reference `shop`, a Secret, or `configmap/shop`
   * @throws CommandError for a name that means no set, and for a set that is not to be understood
   */
  static async open(reference: string, writing: Writing, context: ClientContext): Promise<ApplySet> {
    const types = await loadTypes(context.client, context.signal);
    const place = placeOf(reference, types, context);
    const object = await findObject(place.api, place.parent.name, context.signal);
    const earlier = object ? readSetParent(object, place.parent) : { kinds: [], namespaces: [] };
    return new ApplySet(place, earlier, writing, context);
  }

  /** The manifests with the label of the set. @throws CommandError for one that has such a label */
  members(manifests: readonly ManifestObject[]): readonly ManifestObject[] {
    const id = setId(this.#place.parent);
    return manifests.map((manifest) => ({ ...manifest, object: labelled(manifest, id) }));
  }

  /** Notes down where members may lie from now on, before they are there: what breaks off then leaves none behind unknown. */
  async widen(members: readonly ManifestObject[]): Promise<void> {
    await this.#write(bothContents(this.#earlier, contentsOf(members)));
  }

  /** Notes down where members lie when the outdated ones are gone. */
  async narrow(members: readonly ManifestObject[]): Promise<void> {
    await this.#write(contentsOf(members));
  }

  /** @param applied uids @throws CommandError for kinds that the server has no more; StatusError */
  async outdated(applied: ReadonlySet<string | undefined>): Promise<readonly Outdated[]> {
    const { client, signal } = this.#context;
    const labelSelector = `${applySetNames.partOf}=${setId(this.#place.parent)}`;
    const found: Outdated[] = [];
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
    throw new CommandError(
      `--applyset: ${parent.title} has members of ${kind}, and the server has no such kind any more`,
    );
  }

  async #write(contents: SetContents): Promise<void> {
    if (this.#writing.dryRun === "client") return;
    const { api, type, parent } = this.#place;
    // These names are of the set alone, whoever has written them last.
    const options = { ...writeOptions(this.#writing, this.#context), fieldManager: setManager, force: true };
    await api.apply(parent.name, setParentObject(parent, formatGroupVersion(type), contents), options);
  }
}

/** @throws CommandError */
function placeOf(
  reference: string,
  types: readonly ServedType[],
  { client, namespace, isNamespaceAsked }: ClientContext,
): SetPlace {
  const slash = reference.indexOf("/");
  const [typeName, name] = slash < 0 ? ["secrets", reference] : [reference.slice(0, slash), reference.slice(slash + 1)];
  if (name === "" || typeName === "") {
    throw new CommandUsageError(
      `--applyset: ${JSON.stringify(reference)} is not NAME or TYPE/NAME, as in configmap/shop`,
    );
  }
  const type = typeNamed(types, typeName);
  if (type.group !== "" || !parentPlurals.includes(type.plural)) {
    throw new CommandUsageError(`--applyset: a set is kept by a Secret or a ConfigMap, and not by ${type.plural}`);
  }
  if (!isNamespaceAsked) {
    throw new CommandUsageError(`--applyset: say in which namespace the set is kept: --namespace=${namespace}`);
  }
  const parent = { title: objectTitle(type, name), group: type.group, kind: type.kind, name, namespace };
  return { types, parent, type, api: client.resource(type, namespace) };
}

function labelled({ title, object }: ManifestObject, id: string): Tree {
  const metadata = treeAt(object, "metadata");
  const labels = treeAt(metadata, "labels");
  if (textAt(labels, applySetNames.partOf) !== undefined) {
    throw new CommandError(`${title}: the label ${applySetNames.partOf} is what --applyset sets; leave it out`);
  }
  return { ...object, metadata: { ...metadata, labels: { ...labels, [applySetNames.partOf]: id } } };
}

function contentsOf(members: readonly ManifestObject[]): SetContents {
  return {
    kinds: members.map(({ type }) => formatGroupKind(type)),
    namespaces: members.map(({ api }) => api.namespace).filter((namespace) => namespace !== ""),
  };
}
