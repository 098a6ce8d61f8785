/** What documents of both versions of OpenAPI are written with. */

import { capitalize } from "../../base/capitalize.ts";
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { extension, product, type Vocabulary } from "../../meta/vocabulary.ts";
import { OpenApiDefinitions, type OpenApiSchema, type OpenApiVersion } from "../../schema/index.ts";
import { release } from "../release.ts";
import { definitionName } from "./definition-names.ts";
import type { KindIndex } from "./kind-index.ts";
import { type Operation, type OperationAnswer, plainText } from "./operation.ts";

export class DocumentWriting {
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

  get info(): ReadonlyJsonObject {
    const name = this.#vocabulary.bind(product());
    return { title: capitalize(name), version: `${release.major}.${release.minor}` };
  }

  /** The type of what is answered. */
  answer({ schema }: OperationAnswer): OpenApiSchema {
    return schema === plainText ? { type: "string" } : this.definitions.reference(schema);
  }

  /** What an operation does, for programs. */
  targetExtensions({ target }: Operation): ReadonlyJsonObject {
    if (!target) return {};
    return {
      [this.#vocabulary.bind(extension("action"))]: target.action,
      [this.#vocabulary.bind(extension("group-version-kind"))]: target.kind,
    };
  }
}

/** How clients without a certificate say who they are. */
export const bearerToken: ReadonlyJsonObject = {
  description: "Bearer Token authentication",
  type: "apiKey",
  name: "authorization",
  in: "header",
};

/** What every request may be answered that says nothing of who makes it. */
export const unauthorizedAnswer: ReadonlyJsonObject = { description: "Unauthorized" };
