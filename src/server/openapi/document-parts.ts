/**
 * Divides the API into parts: one for each group version, and one for each other path. Each part has a document in
 * version 3.
 */
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { StructSchema } from "../../schema/index.ts";
import { versionsByGroup } from "../discovery/api-groups.ts";
import { type ResourceTable, type ServedVersion } from "../served/resource-table.ts";
import { watchEvent } from "./machinery-types.ts";
import type { Operation } from "./operation.ts";
import { operationArea } from "./operation-names.ts";
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
  /** Returns the operations of the part. They are created on each call, because documents are rarely requested. */
  readonly operations: () => readonly Operation[];
  /** Types that clients receive although no operation refers to them, such as the events of a watch. */
  readonly additionalTypes: readonly StructSchema[];
}

/** The served API. */
export interface ServedPaths {
  readonly resources: ResourceTable;
  readonly vocabulary: Vocabulary;
  /** Paths with one document each. */
  readonly describedPaths: readonly DescribedPath[];
}

/** Returns the parts of the served API, in the order of the version 2 document. */
export function documentParts({ resources, vocabulary, describedPaths }: ServedPaths): readonly DocumentPart[] {
  const groups = versionsByGroup(resources);
  const part = (key: string, make: () => Operation): DocumentPart => ({
    key,
    operations: () => [make()],
    additionalTypes: [],
  });
  return [
    part("api", () => coreVersionsOperation(operationArea(vocabulary, ""))),
    part("apis", () => groupsOperation(operationArea(vocabulary))),
    ...[...groups].flatMap(([group, versions]) => [
      ...(group === "" ? [] : [part(`apis/${group}`, () => groupOperation(operationArea(vocabulary, group)))]),
      ...versions.map((served) => versionPart(served, vocabulary)),
    ]),
    ...describedPaths.map((described) => part(described.path.slice(1), () => documentOperation(described))),
    part("version", versionOperation),
  ];
}

function versionPart(served: ServedVersion, vocabulary: Vocabulary): DocumentPart {
  const { group, version, resources } = served;
  const area = operationArea(vocabulary, group, version);
  return {
    key: area.root.slice(1),
    operations: () => [
      resourcesOperation(area),
      ...[...resources.values()].flatMap((resource) => resourceOperations(resource, area)),
    ],
    additionalTypes: [...resources.values()].some(({ endpoint }) => endpoint.handlers.watch) ? [watchEvent] : [],
  };
}
