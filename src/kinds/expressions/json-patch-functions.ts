/** The function `jsonpatch.escapeKey()`, which only expressions with JSON patches have. */
import { type FunctionDeclaration, noSuchOverload, stringType, type Value } from "../../cel/index.ts";

/** Returns a key as a JSON pointer spells it. */
function escapeKey(key: Value | undefined): Value {
  return typeof key === "string" ? key.replaceAll("~", "~0").replaceAll("/", "~1") : noSuchOverload();
}

/** `jsonpatch.escapeKey(key)`. */
export const jsonPatchFunctions: readonly FunctionDeclaration[] = [
  {
    name: "jsonpatch.escapeKey",
    overloads: [
      {
        id: "string_jsonpatch_escapeKey_string",
        member: false,
        parameters: [stringType],
        result: stringType,
        implementation: escapeKey,
      },
    ],
  },
];
