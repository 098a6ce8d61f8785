/** Lists in chunks of two objects. */
import type { ComparedServer, Json } from "./suite.ts";

/** Creates five objects, and lists them in chunks, with every selector and version. @param bodyOf the body for a name */
export async function listInChunks(
  server: ComparedServer,
  collection: string,
  bodyOf: (name: string) => Json,
): Promise<void> {
  for (const name of ["a", "b", "c", "d", "e"]) await server.prepare(collection, { body: bodyOf(name) });
  for (const extra of ["", "&labelSelector=x", "&fieldSelector=metadata.name!%3Dx", "&resourceVersion=0"]) {
    let next = "";
    for (let page = 0; page < 4; page++) {
      const { json } = await server.send(`${collection}?limit=2${next === "" ? extra : `&continue=${next}`}`);
      next = encodeURIComponent(json?.metadata?.continue ?? "");
      if (next === "") break;
    }
  }
}
