/** Faults of the code that is derived from declarations: types, defaults, the canonical form, and rules. */
import type { FaultRoom } from "../fault.ts";

export const schemaFaults: FaultRoom = {
  room: "schema",
  faults: [
    {
      name: "empty-list-stored",
      breaks:
        "a field whose empty list is always written is stored as an empty list, so that a repeated write increments the generation",
      file: "src/schema/decode.ts",
      find: "  if (field.emptyIsNull && context.emptyAsNull && isEmpty(result)) {",
      replace: "  if (field.emptyIsNull && !context.emptyAsNull && isEmpty(result)) {",
      tests: ["test/writes/stored-objects.test.ts"],
    },
    {
      name: "default-missing",
      breaks: "fields that a client omits get no default",
      file: "src/schema/decode.ts",
      find: "    context.defaults &&\n    field.defaultValue !== undefined &&",
      replace: "    !context.defaults &&\n    field.defaultValue !== undefined &&",
      tests: ["src/kinds/core/pod/pod-defaults.test.ts"],
    },
    {
      name: "rule-default-missing",
      breaks: "defaults that follow from other fields are not filled in",
      file: "src/schema/decode.ts",
      find: "if (fillDefaults && context.defaults) fillDefaults(out);",
      replace: "",
      tests: ["src/kinds/core/pod/pod-defaults.test.ts", "src/kinds/core/data/secret.test.ts"],
    },
    {
      name: "keys-not-sorted",
      breaks:
        "equal objects with another order of keys have different bytes, so that a repeated write changes the object",
      file: "src/schema/decode.ts",
      find: "return names.sort();",
      replace: "return names;",
      tests: ["src/schema/decode.test.ts"],
    },
    {
      name: "default-counted-as-input",
      breaks: "keys that defaults add hide the same number of unknown keys",
      file: "src/schema/decode.ts",
      find: "  context.keyCount = keyCount;\n",
      replace: "",
      tests: ["src/schema/decode.test.ts"],
    },
    {
      name: "any-type-accepted",
      breaks: "a list is accepted in place of an object",
      file: "src/base/json-object.ts",
      find: 'typeof value === "object" && value !== null && !Array.isArray(value);',
      replace: 'typeof value === "object" && value !== null;',
      tests: ["test/conformance/err.test.ts", "src/api/api.test.ts"],
    },
    {
      name: "int32-wraps",
      breaks: "a number beyond 32 bits wraps around",
      file: "src/schema/decode-scalar.ts",
      find: "if ((value | 0) === value) return value + 0;",
      replace: "if (Number.isInteger(value)) return value | 0;",
      tests: ["src/api/api.test.ts", "src/schema/decode.test.ts"],
    },
    {
      name: "enum-not-enforced",
      breaks: "a field with an enum accepts any text",
      file: "src/schema/validate.ts",
      find: "if (allowed && !allowed.includes(text))",
      replace: "if (allowed?.length === 0)",
      tests: ["src/kinds/core/service/service.test.ts", "src/kinds/core/pod/pod-rules.test.ts"],
    },
    {
      name: "required-field-optional",
      breaks: "a required field may be omitted",
      file: "src/schema/validate.ts",
      find: "if (isUnset(value)) context",
      replace: "if (isUnset(0)) context",
      tests: ["src/kinds/core/pod/pod-rules.test.ts", "src/kinds/core/pod/pod.test.ts"],
    },
    {
      name: "range-not-enforced",
      breaks: "a number outside its range is accepted",
      file: "src/schema/validate.ts",
      find: "if (number < low || number > high)",
      replace: "if (number < low && number > high)",
      tests: ["src/kinds/core/service/service.test.ts", "src/kinds/core/pod/pod-rules.test.ts"],
    },
  ],
};
