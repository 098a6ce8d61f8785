/** Encodes a version 3 document as JSON. */
import { JsonMembers } from "./encoded-pieces.ts";
import type { V3Encoder } from "./v3-document.ts";

/** Returns an encoder that keeps the text of each section. */
export function v3JsonEncoder(): V3Encoder {
  const paths = new JsonMembers();
  const schemas = new JsonMembers();
  return {
    addPaths: (members) => paths.add(members),
    addSchemas: (members) => schemas.add(members),
    finish: ({ securitySchemes, ...frame }) => {
      const start = JSON.stringify(frame).slice(0, -1);
      const security = securitySchemes ? `"securitySchemes":${JSON.stringify(securitySchemes)}` : "";
      return [
        Buffer.from(`${start},"paths":{`),
        ...paths.pieces,
        Buffer.from(`},"components":{${schemas.isEmpty ? "" : `"schemas":{`}`),
        ...schemas.pieces,
        Buffer.from(`${schemas.isEmpty ? "" : "}"}${!schemas.isEmpty && security !== "" ? "," : ""}${security}}}`),
      ];
    },
  };
}
