/** Encodes a version 2 document as JSON. */
import type { SwaggerEncoder } from "./v2-document.ts";

/** Returns an encoder that keeps the text of each part. */
export function jsonEncoder(): SwaggerEncoder {
  const paths: string[] = [];
  const definitions: string[] = [];
  return {
    addPaths: (members) => paths.push(membersText(members)),
    addDefinitions: (members) => definitions.push(membersText(members)),
    finish: ({ swagger, info, ...rest }, parameters) => {
      const text = [
        membersText({ swagger, info }),
        `"paths":{${joined(paths)}}`,
        `"definitions":{${joined(definitions)}}`,
        membersText({ parameters, ...rest }),
      ];
      return Buffer.from(`{${joined(text)}}`);
    },
  };
}

/** Returns the members of an object in JSON, without the braces. */
function membersText(object: object): string {
  return JSON.stringify(object).slice(1, -1);
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join(",");
}
