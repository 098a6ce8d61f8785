/** The OpenAPI documents of a server with the built-in kinds. */
import type { VocabularyName } from "../../../meta/vocabulary.ts";
import { ServedBuiltin } from "../../discovery/testing/served-builtin.ts";
import { installOpenApi } from "../install.ts";

/** Index of the version 3 documents. */
export interface V3Index {
  readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>>;
}

/** Version 3 document, with the members that tests read. */
export interface V3Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
}

/** Version 2 document, with the members that tests read. */
export interface V2Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly definitions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly parameters: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Media type of the protobuf encoding of the version 2 document, as older clients spell it. */
export const protobufType = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

/** Returns a server of the built-in kinds that serves OpenAPI documents. */
export function servedWithOpenApi(...options: ConstructorParameters<typeof ServedBuiltin>): ServedBuiltin {
  const served = new ServedBuiltin(...options);
  const { resources, vocabulary, clock } = served;
  installOpenApi(served.paths, { resources, vocabulary, describedPaths: [], clock });
  return served;
}

/** Returns all version 3 documents by their keys in the index. */
export async function v3Documents(name: VocabularyName): Promise<ReadonlyMap<string, V3Document>> {
  await using served = servedWithOpenApi(name);
  const documents = new Map<string, V3Document>();
  const { paths } = (await served.get("/openapi/v3")).json<V3Index>();
  for (const [key, { serverRelativeURL }] of Object.entries(paths)) {
    documents.set(key, (await served.get(serverRelativeURL)).json<V3Document>());
  }
  return documents;
}

/** Returns the version 2 document of the built-in kinds. */
export async function v2Document(name: VocabularyName): Promise<V2Document> {
  await using served = servedWithOpenApi(name);
  return (await served.get("/openapi/v2")).json<V2Document>();
}

/** Returns the bytes of the version 2 document in protobuf. */
export async function v2Protobuf(name: VocabularyName): Promise<Buffer> {
  await using served = servedWithOpenApi(name);
  return (await served.get("/openapi/v2", { accept: protobufType })).body;
}
