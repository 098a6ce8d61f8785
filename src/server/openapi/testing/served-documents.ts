/** The documents of a server with the built-in kinds. */
import type { VocabularyName } from "../../../meta/vocabulary.ts";
import { ServedBuiltin } from "../../discovery/testing/served-builtin.ts";
import { installOpenApi } from "../install.ts";

export interface V3Index {
  readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>>;
}

export interface V3Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
}

export interface V2Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly definitions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly parameters: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const protobufType = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

export function servedWithOpenApi(...options: ConstructorParameters<typeof ServedBuiltin>): ServedBuiltin {
  const served = new ServedBuiltin(...options);
  const { resources, vocabulary, clock } = served;
  installOpenApi(served.paths, { resources, vocabulary, clock });
  return served;
}

/** All version 3 documents, by their keys in the index. */
export async function v3Documents(name: VocabularyName): Promise<ReadonlyMap<string, V3Document>> {
  await using served = servedWithOpenApi(name);
  const documents = new Map<string, V3Document>();
  const { paths } = (await served.get("/openapi/v3")).json<V3Index>();
  for (const [key, { serverRelativeURL }] of Object.entries(paths)) {
    documents.set(key, (await served.get(serverRelativeURL)).json<V3Document>());
  }
  return documents;
}

export async function v2Document(name: VocabularyName): Promise<V2Document> {
  await using served = servedWithOpenApi(name);
  return (await served.get("/openapi/v2")).json<V2Document>();
}

export async function v2Protobuf(name: VocabularyName): Promise<Buffer> {
  await using served = servedWithOpenApi(name);
  return (await served.get("/openapi/v2", { accept: protobufType })).body;
}
