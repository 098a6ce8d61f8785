/** Operations of paths that are not resources: the version of the server, the discovery documents, and single documents. */
import type { StructSchema } from "../../schema/index.ts";
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from "../discovery/types.ts";
import { versionInfoSchema } from "../version.ts";
import { type Operation, plainText } from "./operation.ts";
import type { OperationArea } from "./operation-names.ts";

/** A path with one document that has no schema. */
export interface DescribedPath {
  readonly path: string;
  readonly mediaType: string;
  /** Id of the operation that reads the document. */
  readonly operationId: string;
  /** Group of operations that documentation shows together. */
  readonly tag: string;
  readonly description: string;
}

interface PlainRead {
  readonly id: string;
  readonly description: string;
  readonly response: StructSchema;
  readonly mediaTypes: readonly string[];
}

function plainRead(
  { root, tag }: Pick<OperationArea, "root" | "tag">,
  { id, description, response, mediaTypes }: PlainRead,
): Operation {
  return {
    path: `${root}/`,
    method: "get",
    id,
    tag,
    description,
    parameters: [],
    responses: [{ code: 200, schema: response }],
    consumes: mediaTypes,
    produces: mediaTypes,
  };
}

/** Returns the operation of `/version/`. */
export function versionOperation(): Operation {
  return plainRead(
    { root: "/version", tag: "version" },
    {
      id: "getCodeVersion",
      description: "read the version of the server",
      response: versionInfoSchema,
      mediaTypes: ["application/json"],
    },
  );
}

/** Returns the operation of a path with one document. */
export function documentOperation({ path, mediaType, operationId, tag, description }: DescribedPath): Operation {
  return {
    path: `${path}/`,
    method: "get",
    id: operationId,
    tag,
    description,
    parameters: [],
    responses: [{ code: 200, schema: plainText }],
    consumes: [],
    produces: [mediaType],
  };
}

/** Returns the operation of `/api/`. */
export function coreVersionsOperation(area: OperationArea): Operation {
  return plainRead(area, {
    id: `get${area.idPart}APIVersions`,
    description: "read the versions of the core group",
    response: apiVersions,
    mediaTypes: area.mediaTypes,
  });
}

/** Returns the operation of `/apis/`. */
export function groupsOperation(area: OperationArea): Operation {
  return plainRead(area, {
    id: "getAPIVersions",
    description: "read the groups and their versions",
    response: apiGroupList,
    mediaTypes: area.mediaTypes,
  });
}

/** Returns the operation of a group, such as `/apis/apps/`. */
export function groupOperation(area: OperationArea): Operation {
  return plainRead(area, {
    id: `get${area.idPart}APIGroup`,
    description: "read the versions of the group",
    response: apiGroup,
    mediaTypes: area.mediaTypes,
  });
}

/** Returns the operation of a group version, such as `/apis/apps/v1/`. */
export function resourcesOperation(area: OperationArea): Operation {
  return plainRead(area, {
    id: `get${area.idPart}APIResources`,
    description: "read the resources of the group version",
    response: apiResourceList,
    mediaTypes: area.mediaTypes,
  });
}
