/** Encodes a version 2 document as JSON. */
import { JsonMembers } from "./encoded-pieces.ts";
import type { SwaggerEncoder } from "./v2-document.ts";

/** Returns an encoder that keeps the text of each part. */
export function jsonEncoder(): SwaggerEncoder {
  const paths = new JsonMembers();
  const definitions = new JsonMembers();
  return {
    addPaths: (members) => paths.add(members),
    addDefinitions: (members) => definitions.add(members),
    finish: ({ swagger, info, ...rest }, parameters) => {
      const start = JSON.stringify({ swagger, info }).slice(0, -1);
      const end = JSON.stringify({ parameters, ...rest }).slice(1);
      return [
        Buffer.from(`${start},"paths":{`),
        ...paths.pieces,
        Buffer.from(`},"definitions":{`),
        ...definitions.pieces,
        Buffer.from(`},${end}`),
      ];
    },
  };
}
