/** Definitions, names and fixed members that the documents of both versions of OpenAPI share. */

import { capitalize } from "../../base/capitalize.ts";
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { extension, product, type Vocabulary } from "../../meta/vocabulary.ts";
import { OpenApiDefinitions, type OpenApiSchema, type OpenApiVersion } from "../../schema/index.ts";
import { release } from "../release.ts";
import { definitionName } from "./definition-names.ts";
import type { KindIndex } from "./kind-index.ts";
import { type Operation, type OperationResponse, plainText } from "./operation.ts";

/**
 * Writes the elements that depend on the vocabulary, and collects the definitions of all types that a document refers
 * to.
 */
export class DocumentContext {
  readonly definitions: OpenApiDefinitions;
  readonly #vocabulary: Vocabulary;

  constructor(version: OpenApiVersion, { vocabulary, kinds }: { vocabulary: Vocabulary; kinds: KindIndex }) {
    this.#vocabulary = vocabulary;
    this.definitions = new OpenApiDefinitions({
      version,
      definitionName: (typeName) => definitionName(typeName, vocabulary),
      extensionName: (stem) => vocabulary.bind(extension(stem)),
      kindsOf: (struct) => kinds.kindsOf(struct),
    });
  }

  /** The `info` member: the product's name and the release. */
  get info(): ReadonlyJsonObject {
    const name = this.#vocabulary.bind(product());
    return { title: capitalize(name), version: `${release.major}.${release.minor}` };
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

/** Security scheme of clients that authenticate with a token. */
export const bearerToken: ReadonlyJsonObject = {
  description: "Bearer Token authentication",
  type: "apiKey",
  name: "authorization",
  in: "header",
};

/** Response with code 401, which every operation can return. */
export const unauthorizedResponse: ReadonlyJsonObject = { description: "Unauthorized" };
