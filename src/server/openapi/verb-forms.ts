/** The operations of each verb: methods, ids, parameters, bodies and responses. */
import { deleteOptions } from "../../api/meta/v1/delete-options.ts";
import { status } from "../../api/meta/v1/status.ts";
import type { StructSchema } from "../../schema/index.ts";
import type { RequestVerb } from "../requests/request-info.ts";
import { type ServedEndpoint } from "../served/endpoint.ts";
import { listOf, patchBody } from "./machinery-types.ts";
import type { Method, OperationAnswer, OperationBody } from "./operation.ts";
import {
  deleteCollectionParameters,
  deleteParameters,
  listParameters,
  type Parameter,
  patchParameters,
  readParameters,
  writeParameters,
} from "./parameters.ts";

/** Verbs that have their own operations. A watch is a list with a parameter. */
export type OperationVerb = Exclude<RequestVerb, "watch">;

/** Properties that all operations of a verb share. */
export interface VerbForm {
  readonly method: Method;
  readonly action: string;
  readonly idPrefix: string;
  /** Part of the id in front of the kind. */
  readonly idNoun?: string;
  /** @param what the object, or the subresource of an object */
  readonly describe: (what: string) => string;
  readonly parameters: readonly Parameter[];
  readonly body?: (shown: StructSchema) => OperationBody;
  readonly codes: readonly OperationAnswer["code"][];
  readonly answer: (shown: StructSchema, endpoint: ServedEndpoint) => StructSchema;
  readonly consumes: readonly string[];
  /** Whether the verb concerns a collection. Otherwise it concerns one object. */
  readonly collective: boolean;
}

const anyMediaType: readonly string[] = ["*/*"];
const patchMediaTypes: readonly string[] = [
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
  "application/apply-patch+yaml",
];

const itself = (shown: StructSchema): StructSchema => shown;
const optionalDeleteOptions = (): OperationBody => ({ schema: deleteOptions, required: false });

/** The verbs, in the order of the document. */
export const verbForms: Readonly<Record<OperationVerb, VerbForm>> = {
  list: {
    method: "get",
    action: "list",
    idPrefix: "list",
    describe: (what) => `list ${what}`,
    parameters: listParameters,
    codes: [200],
    answer: listOf,
    consumes: anyMediaType,
    collective: true,
  },
  create: {
    method: "post",
    action: "post",
    idPrefix: "create",
    describe: (what) => `create ${what}`,
    parameters: writeParameters,
    body: (shown) => ({ schema: shown, required: true }),
    codes: [200, 201, 202],
    answer: itself,
    consumes: anyMediaType,
    collective: true,
  },
  deletecollection: {
    method: "delete",
    action: "deletecollection",
    idPrefix: "delete",
    idNoun: "Collection",
    describe: (what) => `delete every selected ${what}`,
    parameters: deleteCollectionParameters,
    body: optionalDeleteOptions,
    codes: [200],
    answer: () => status,
    consumes: anyMediaType,
    collective: true,
  },
  get: {
    method: "get",
    action: "get",
    idPrefix: "read",
    describe: (what) => `read ${what}`,
    parameters: readParameters,
    codes: [200],
    answer: itself,
    consumes: anyMediaType,
    collective: false,
  },
  update: {
    method: "put",
    action: "put",
    idPrefix: "replace",
    describe: (what) => `replace ${what}`,
    parameters: writeParameters,
    body: (shown) => ({ schema: shown, required: true }),
    codes: [200, 201],
    answer: itself,
    consumes: anyMediaType,
    collective: false,
  },
  patch: {
    method: "patch",
    action: "patch",
    idPrefix: "patch",
    describe: (what) => `change a part of ${what}`,
    parameters: patchParameters,
    body: () => ({ schema: patchBody, required: true }),
    codes: [200, 201],
    answer: itself,
    consumes: patchMediaTypes,
    collective: false,
  },
  delete: {
    method: "delete",
    action: "delete",
    idPrefix: "delete",
    describe: (what) => `delete ${what}`,
    parameters: deleteParameters,
    body: optionalDeleteOptions,
    codes: [200, 202],
    answer: (shown, { resourceKind: { declaration } }) => {
      const { deleteReturnsObject, documentsStatusOfDeletion } = declaration.rules;
      return deleteReturnsObject && !documentsStatusOfDeletion ? shown : status;
    },
    consumes: anyMediaType,
    collective: false,
  },
};
