/**
 * Divides the API into parts: one for each group version, and one for each other path. Each part has a document in
 * version 3.
 */

import { compareText } from "../../base/compare-text.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { StructSchema } from "../../schema/index.ts";
import { versionsByGroup } from "../discovery/api-groups.ts";
import { isCustom } from "../served/endpoint.ts";
import { type ResourceTable, type ServedResource, type ServedVersion } from "../served/resource-table.ts";
import { watchEvent } from "./machinery-types.ts";
import type { Operation } from "./operation.ts";
import { operationArea, withCbor } from "./operation-names.ts";
import {
  coreVersionsOperation,
  type DescribedPath,
  documentOperation,
  groupOperation,
  groupsOperation,
  resourcesOperation,
  versionOperation,
} from "./plain-operations.ts";
import { resourceOperations } from "./resource-operations.ts";

/** A part of the API. It has its own document in version 3, and is a section of the document in version 2. */
export interface DocumentPart {
  /** Path of the part without the leading slash: `apis/apps/v1`. */
  readonly key: string;
  /**
   * Returns the operations of the part. Different sections have different paths. They are created on each call, because documents are
   * rarely requested.
   */
  readonly sections: () => readonly DocumentSection[];
  /** The resources that the part describes. While they are the same, its document is the same. */
  readonly resources: readonly ServedResource[];
  /** Whether all resources of the part are custom types. */
  readonly isCustom: boolean;
  /** Types that clients receive although no operation refers to them, such as the events of a watch. */
  readonly additionalTypes: readonly StructSchema[];
}

/** A few operations of a part. Other requests are processed between two sections. */
export interface DocumentSection {
  readonly operations: () => readonly Operation[];
  /** Present if the section describes a custom type. */
  readonly customType?: ServedResource;
}

/** The served API. */
export interface ServedPaths {
  readonly resources: ResourceTable;
  readonly vocabulary: Vocabulary;
  /** Paths with one document each. */
  readonly describedPaths: readonly DescribedPath[];
  /** Minor release of version 1 that the documents name. Default: that of the server. */
  readonly releaseMinor?: number;
  /** Whether the documents list the values of enums. Default: true. */
  readonly hasEnums?: boolean;
}

/** Returns the parts of the served API, in the order of the version 2 document. */
export function documentParts({ resources, vocabulary, describedPaths }: ServedPaths): readonly DocumentPart[] {
  const groups = versionsByGroup(resources);
  const part = (key: string, make: () => Operation): DocumentPart => ({
    key,
    sections: () => [{ operations: () => [make()] }],
    resources: [],
    isCustom: false,
    additionalTypes: [],
  });
  return [
    part("api", () => coreVersionsOperation(operationArea(vocabulary, ""))),
    part("apis", () => groupsOperation(operationArea(vocabulary))),
    ...[...groups].flatMap(([group, versions]) => [
      ...(group === "" || versions.every(({ isAllCustom }) => isAllCustom)
        ? []
        : [part(`apis/${group}`, () => groupOperation(operationArea(vocabulary, group)))]),
      ...versions.map((served) => keptVersionPart(served, vocabulary, resources.servesCbor)),
    ]),
    ...describedPaths.map((described) => part(described.path.slice(1), () => documentOperation(described))),
    part("version", versionOperation),
  ];
}

/** The parts of versions. A version belongs to one table, and so to one server. */
const versionParts = new WeakMap<ServedVersion, DocumentPart>();

/** Returns the part of a group version. It is kept, because a change of one custom type does not change a thousand others. */
function keptVersionPart(served: ServedVersion, vocabulary: Vocabulary, servesCbor: boolean): DocumentPart {
  let part = versionParts.get(served);
  if (!part) {
    part = versionPart(served, vocabulary, servesCbor);
    versionParts.set(served, part);
  }
  return part;
}

/**
 * Returns the part of a group version. As in the reference, documents do not describe the discovery of groups and versions that have
 * only custom types.
 */
function versionPart(served: ServedVersion, vocabulary: Vocabulary, servesCbor: boolean): DocumentPart {
  const { group, version } = served;
  const resources = [...served.resources.values()];
  const builtin = resources.filter(({ endpoint }) => !isCustom(endpoint));
  // Sorted, because their order in the table depends on the order of changes.
  const custom = resources
    .filter(({ endpoint }) => isCustom(endpoint))
    .sort((one, other) => compareText(one.endpoint.resourceKind.resource, other.endpoint.resourceKind.resource));
  const sections = (): readonly DocumentSection[] => {
    const textArea = operationArea(vocabulary, group, version);
    const area = servesCbor ? withCbor(textArea) : textArea;
    return [
      ...(builtin.length > 0 ? [{ operations: () => [resourcesOperation(area)] }] : []),
      ...builtin.map((resource) => ({ operations: () => resourceOperations(resource, area) })),
      ...custom.map((resource) => ({ operations: () => resourceOperations(resource, area), customType: resource })),
    ];
  };
  return {
    key: group === "" ? `api/${version}` : `apis/${group}/${version}`,
    sections,
    resources: [...builtin, ...custom],
    isCustom: builtin.length === 0,
    additionalTypes: builtin.some(({ endpoint }) => endpoint.handlers.watch) ? [watchEvent] : [],
  };
}
