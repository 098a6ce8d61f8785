/**
 * How an object keeps a set of others that were applied together: in labels and annotations, in the format of kubectl 1.32
 * (KEP-3659), so that either goes on with what the other one has applied.
 */

import { createHash } from "node:crypto";
import { compareText } from "../../base/compare-text.ts";
import { distinct } from "../../base/distinct.ts";
import type { GroupKind } from "../../meta/group-version.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { applySetNames } from "../../meta/vocabulary.ts";
import { CommandError } from "../terminal.ts";

/** Where members of the set may lie. */
export interface SetContents {
  /** `ConfigMap`, `Deployment.apps`; of what older clients wrote, plurals: `deployments.apps`. */
  readonly kinds: readonly string[];
  /** Those of members that lie in any. */
  readonly namespaces: readonly string[];
}

export interface SetParent extends GroupKind {
  /** `secret/shop` */
  readonly title: string;
  readonly name: string;
  readonly namespace: string;
}

/** The tool whose format it is, which refuses the sets of others. */
const tool = "kubectl";
const tooling = `${tool}/v1.32.0`;

/** As whom the object is written. */
export const setManager = `${tool}-applyset`;

/** Somebody may have written anything there. */
const partsMax = 1000;

/** The value of the labels of the set: `applyset-<hash>-v1`. */
export function setId({ name, namespace, kind, group }: SetParent): string {
  const hash = createHash("sha256").update(`${name}.${namespace}.${kind}.${group}`).digest("base64url");
  return `applyset-${hash}-v1`;
}

/** @throws CommandError for an object that keeps no set, or that of another tool */
export function readSetParent(object: ApiObject, parent: SetParent): SetContents {
  const { labels = {}, annotations = {} } = object.metadata;
  const { title } = parent;
  const given = annotations[applySetNames.tooling];
  if (given === undefined) {
    throw new CommandError(
      `--applyset: ${title} exists already and keeps no set: it has no annotation ${applySetNames.tooling}; take another name`,
    );
  }
  const owner = given.slice(0, Math.max(given.lastIndexOf("/"), 0)) || given;
  if (owner !== tool) throw new CommandError(`--applyset: ${title} keeps a set of ${owner}; take another name`);
  const id = setId(parent);
  if (labels[applySetNames.id] !== id) {
    const found = labels[applySetNames.id] ?? "none";
    throw new CommandError(`--applyset: the label ${applySetNames.id} of ${title} has to be ${id}, and is ${found}`);
  }
  const kinds = annotations[applySetNames.kinds] ?? annotations[applySetNames.resources];
  if (kinds === undefined) {
    throw new CommandError(
      `--applyset: ${title} does not say of which kinds its members are: it has no annotation ${applySetNames.kinds}`,
    );
  }
  const namespaces = annotations[applySetNames.namespaces] ?? "";
  return {
    kinds: partsOf(kinds, applySetNames.kinds, parent),
    namespaces: distinct([...partsOf(namespaces, applySetNames.namespaces, parent), parent.namespace]),
  };
}

function partsOf(text: string, annotation: string, { title }: SetParent): readonly string[] {
  const parts = text.split(",", partsMax + 1).filter((part) => part !== "");
  if (parts.length <= partsMax) return parts;
  throw new CommandError(`--applyset: ${title} has more than ${partsMax} names in its annotation ${annotation}`);
}

/** What is applied to the object that keeps the set. */
export function setParentObject(parent: SetParent, apiVersion: string, contents: SetContents): ApiObject {
  const { kind, name, namespace } = parent;
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      namespace,
      labels: { [applySetNames.id]: setId(parent) },
      annotations: {
        [applySetNames.tooling]: tooling,
        [applySetNames.kinds]: joined(contents.kinds),
        [applySetNames.namespaces]: joined(contents.namespaces.filter((one) => one !== namespace)),
      },
    },
  };
}

/** All of both. */
export function bothContents(one: SetContents, other: SetContents): SetContents {
  return { kinds: [...one.kinds, ...other.kinds], namespaces: [...one.namespaces, ...other.namespaces] };
}

function joined(names: readonly string[]): string {
  return distinct(names).toSorted(compareText).join(",");
}
