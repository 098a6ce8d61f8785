/** The operations of each verb: methods, ids, parameters, bodies and responses. */
import { deleteOptions } from "../../api/meta/v1/delete-options.ts";
import { status } from "../../api/meta/v1/status.ts";
import type { StructSchema } from "../../schema/index.ts";
import type { RequestVerb } from "../requests/request-info.ts";
import { type ServedEndpoint } from "../served/endpoint.ts";
import { customListSchema, listSchema, patchBody } from "./machinery-types.ts";
import type { Method, OperationBody, OperationResponse } from "./operation.ts";
import {
  customReadParameters,
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
  /** @param object phrase for the object, or for a subresource of it */
  readonly describe: (object: string) => string;
  readonly parameters: readonly Parameter[];
  readonly body?: (documentSchema: StructSchema) => OperationBody;
  readonly codes: readonly OperationResponse["code"][];
  readonly responseSchema: (documentSchema: StructSchema, endpoint: ServedEndpoint) => StructSchema;
  readonly consumes: readonly string[];
  /** Whether the verb concerns a collection. Otherwise it concerns one object. */
  readonly isCollection: boolean;
}

const anyMediaType: readonly string[] = ["*/*"];
const patchMediaTypes: readonly string[] = [
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
  "application/apply-patch+yaml",
];

const sameDocument = (documentSchema: StructSchema): StructSchema => documentSchema;
const optionalDeleteOptions = (): OperationBody => ({ schema: deleteOptions, required: false });

/** The verbs, in the order of the document. */
export const verbForms: Readonly<Record<OperationVerb, VerbForm>> = {
  list: {
    method: "get",
    action: "list",
    idPrefix: "list",
    describe: (object) => `list ${object}`,
    parameters: listParameters,
    codes: [200],
    responseSchema: listSchema,
    consumes: anyMediaType,
    isCollection: true,
  },
  create: {
    method: "post",
    action: "post",
    idPrefix: "create",
    describe: (object) => `create ${object}`,
    parameters: writeParameters,
    body: (documentSchema) => ({ schema: documentSchema, required: true }),
    codes: [200, 201, 202],
    responseSchema: sameDocument,
    consumes: anyMediaType,
    isCollection: true,
  },
  deletecollection: {
    method: "delete",
    action: "deletecollection",
    idPrefix: "delete",
    idNoun: "Collection",
    describe: (object) => `delete every selected ${object}`,
    parameters: deleteCollectionParameters,
    body: optionalDeleteOptions,
    codes: [200],
    responseSchema: () => status,
    consumes: anyMediaType,
    isCollection: true,
  },
  get: {
    method: "get",
    action: "get",
    idPrefix: "read",
    describe: (object) => `read ${object}`,
    parameters: readParameters,
    codes: [200],
    responseSchema: sameDocument,
    consumes: anyMediaType,
    isCollection: false,
  },
  update: {
    method: "put",
    action: "put",
    idPrefix: "replace",
    describe: (object) => `replace ${object}`,
    parameters: writeParameters,
    body: (documentSchema) => ({ schema: documentSchema, required: true }),
    codes: [200, 201],
    responseSchema: sameDocument,
    consumes: anyMediaType,
    isCollection: false,
  },
  patch: {
    method: "patch",
    action: "patch",
    idPrefix: "patch",
    describe: (object) => `change a part of ${object}`,
    parameters: patchParameters,
    body: () => ({ schema: patchBody, required: true }),
    codes: [200, 201],
    responseSchema: sameDocument,
    consumes: patchMediaTypes,
    isCollection: false,
  },
  delete: {
    method: "delete",
    action: "delete",
    idPrefix: "delete",
    describe: (object) => `delete ${object}`,
    parameters: deleteParameters,
    body: optionalDeleteOptions,
    codes: [200, 202],
    responseSchema: (documentSchema, { resourceKind: { declaration } }) => {
      const { deleteReturnsObject, documentsStatusOfDeletion } = declaration.rules;
      return deleteReturnsObject && !documentsStatusOfDeletion ? documentSchema : status;
    },
    consumes: anyMediaType,
    isCollection: false,
  },
};

const textMediaTypes: readonly string[] = ["application/json", "application/yaml"];

/**
 * The verbs of custom types, in the order of the document. They follow the reference, which describes other parameters and media types
 * here than for built-in kinds.
 */
export const customVerbForms: Readonly<Record<OperationVerb, VerbForm>> = {
  list: {
    ...verbForms.list,
    responseSchema: (documentSchema, { resourceKind }) => customListSchema(documentSchema, resourceKind.listKind),
    consumes: textMediaTypes,
  },
  create: { ...verbForms.create, consumes: textMediaTypes },
  deletecollection: withoutBody({
    ...verbForms.deletecollection,
    parameters: listParameters,
    consumes: textMediaTypes,
  }),
  get: { ...verbForms.get, parameters: customReadParameters, consumes: textMediaTypes },
  update: { ...verbForms.update, consumes: textMediaTypes },
  patch: {
    ...verbForms.patch,
    codes: [200],
    consumes: patchMediaTypes.filter((mediaType) => !mediaType.includes("strategic-merge-patch")),
  },
  delete: { ...verbForms.delete, consumes: textMediaTypes },
};

/** The media types of responses of custom types. */
export const customMediaTypes = textMediaTypes;

function withoutBody({ body: _body, ...form }: VerbForm): VerbForm {
  return form;
}
