/**
 * The format in which a parent object describes a set: labels and annotations in the format of kubectl 1.32 (KEP-3659).
 * Both tools can therefore continue a set of the other.
 */

import { createHash } from "node:crypto";
import { compareText } from "../../base/compare-text.ts";
import { distinct } from "../../base/distinct.ts";
import type { GroupKind } from "../../meta/group-version.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { applySetNames } from "../../meta/vocabulary.ts";
import { CommandError } from "../terminal.ts";

/** The kinds and namespaces in which members of the set may be. */
export interface SetContents {
  /** Kinds such as `ConfigMap` or `Deployment.apps`. Older clients wrote plurals such as `deployments.apps`. */
  readonly kinds: readonly string[];
  /** Namespaces of the namespaced members. */
  readonly namespaces: readonly string[];
}

/** The object that describes the set. */
export interface SetParent extends GroupKind {
  /** `secret/shop` */
  readonly title: string;
  readonly name: string;
  readonly namespace: string;
}

/** The tool that defines the format. Parents that name another tool are rejected. */
const tool = "kubectl";
const tooling = `${tool}/v1.32.0`;

/** Field manager of writes to the parent object. */
export const setManager = `${tool}-applyset`;

/** Maximum number of names in an annotation, because any client could have written it. */
const partsMax = 1000;

/** Returns the value of the set's labels: `applyset-<hash>-v1`. */
export function setId({ name, namespace, kind, group }: SetParent): string {
  const hash = createHash("sha256").update(`${name}.${namespace}.${kind}.${group}`).digest("base64url");
  return `applyset-${hash}-v1`;
}

/**
 * Reads the contents of a set from its parent. @throws CommandError for an object that is not a parent, or that of
 * another tool
 */
export function readSetParent(object: ApiObject, parent: SetParent): SetContents {
  const { labels = {}, annotations = {} } = object.metadata;
  const { title } = parent;
  const toolingText = annotations[applySetNames.tooling];
  if (toolingText === undefined) {
    throw new CommandError(
      `--applyset: ${title} exists but is not a set: it has no annotation ${applySetNames.tooling}; use another name`,
    );
  }
  const owner = toolingText.slice(0, Math.max(toolingText.lastIndexOf("/"), 0)) || toolingText;
  if (owner !== tool) throw new CommandError(`--applyset: ${title} is a set of ${owner}; use another name`);
  const id = setId(parent);
  if (labels[applySetNames.id] !== id) {
    const found = labels[applySetNames.id] ?? "none";
    throw new CommandError(`--applyset: the label ${applySetNames.id} of ${title} must be ${id}, but is ${found}`);
  }
  const kinds = annotations[applySetNames.kinds] ?? annotations[applySetNames.resources];
  if (kinds === undefined) {
    throw new CommandError(
      `--applyset: ${title} does not name the kinds of its members: it has no annotation ${applySetNames.kinds}`,
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

/** Returns the parent object to apply. */
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

/** Returns the union of two contents. */
export function bothContents(one: SetContents, other: SetContents): SetContents {
  return { kinds: [...one.kinds, ...other.kinds], namespaces: [...one.namespaces, ...other.namespaces] };
}

function joined(names: readonly string[]): string {
  return distinct(names).toSorted(compareText).join(",");
}
