/** Definitions, names and fixed members that the documents of both versions of OpenAPI share. */

import { release, releaseMinor } from "../../api/release.ts";
import { capitalize } from "../../base/capitalize.ts";
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import type { GroupVersionKind } from "../../meta/group-version.ts";
import { extension, product, type Vocabulary } from "../../meta/vocabulary.ts";
import { OpenApiDefinitions, type OpenApiSchema, type OpenApiVersion, type StructSchema } from "../../schema/index.ts";
import type { ServedResource } from "../served/resource-table.ts";
import { definitionName } from "./definition-names.ts";
import type { KindIndex } from "./kind-index.ts";
import { customListSchema } from "./machinery-types.ts";
import { type Operation, type OperationResponse, plainText } from "./operation.ts";

/** Settings of the documents besides their resources. */
export interface DocumentContextOptions {
  readonly vocabulary: Vocabulary;
  readonly kinds: KindIndex;
  /** Minor release of version 1 that the documents name. Default: that of the server. */
  readonly releaseMinor?: number | undefined;
  /** Whether the documents list the values of enums. Default: true. */
  readonly hasEnums?: boolean | undefined;
}

/**
 * Writes the elements that depend on the vocabulary, and collects the definitions of all types that a document refers
 * to.
 */
export class DocumentContext {
  readonly definitions: OpenApiDefinitions;
  readonly #vocabulary: Vocabulary;
  readonly #customTypes = new Map<StructSchema, CustomType>();
  readonly #releaseMinor: number;

  constructor(version: OpenApiVersion, options: DocumentContextOptions) {
    const { vocabulary, kinds } = options;
    this.#vocabulary = vocabulary;
    this.#releaseMinor = options.releaseMinor ?? releaseMinor;
    const kindsOf = (struct: StructSchema): readonly GroupVersionKind[] => {
      const custom = this.#customTypes.get(struct);
      return custom ? [custom.kind] : kinds.kindsOf(struct);
    };
    this.definitions = new OpenApiDefinitions({
      version,
      hasEnums: options.hasEnums,
      definitionName: (typeName) => definitionName(typeName, vocabulary),
      extensionName: (stem) => vocabulary.bind(extension(stem)),
      kindsOf,
      selectableFieldsOf: (struct) => this.#customTypes.get(struct)?.selectableFields,
    });
  }

  /** Adds the objects and lists of a custom type, so that their definitions state their kinds. */
  addCustomType({ endpoint }: ServedResource): void {
    const { resourceKind, documentType } = endpoint;
    const { group, version, kind, listKind, declaration } = resourceKind;
    const { schema } = documentType.schema;
    const { selectableFields } = declaration;
    this.#customTypes.set(schema, { kind: { group, version, kind }, selectableFields });
    const list = customListSchema(schema, listKind);
    this.#customTypes.set(list, { kind: { group, version, kind: listKind }, selectableFields });
  }

  /** The `info` member: the product's name and the release. */
  get info(): ReadonlyJsonObject {
    return { title: this.#productName, version: `${release.major}.${this.#releaseMinor}` };
  }

  /** The `info` member of documents about custom types only, as in the reference. */
  get customInfo(): ReadonlyJsonObject {
    return { title: `${this.#productName} CRD Swagger`, version: "v0.1.0" };
  }

  get #productName(): string {
    return capitalize(this.#vocabulary.bind(product()));
  }

  /** Returns the schema of a response body. A reference to a struct adds its definition. */
  responseSchema({ schema }: OperationResponse): OpenApiSchema {
    return schema === plainText ? { type: "string" } : this.definitions.reference(schema);
  }

  /**
   * Returns the extensions that state an operation's action and kind. Clients such as kubectl find operations by them.
   */
  targetExtensions({ target }: Operation): ReadonlyJsonObject {
    if (!target) return {};
    return {
      [this.#vocabulary.bind(extension("action"))]: target.action,
      [this.#vocabulary.bind(extension("group-version-kind"))]: target.kind,
    };
  }
}

interface CustomType {
  readonly kind: GroupVersionKind;
  readonly selectableFields: readonly string[];
}

/** Security scheme of clients that authenticate with a token. */
export const bearerToken: ReadonlyJsonObject = {
  description: "Bearer Token authentication",
  type: "apiKey",
  name: "authorization",
  in: "header",
};

/** Response with code 401, which every operation can return. */
export const unauthorizedResponse: ReadonlyJsonObject = { description: "Unauthorized" };
