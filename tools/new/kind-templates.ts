/** The text of the declaration of a new kind, and an object of it. */
import type { KindRequest } from "./arguments.ts";

/** All spellings of the names of a new kind. */
export interface KindNames extends KindRequest {
  /** Folder of the group in `src/api` and `src/kinds`, which is also the package of its types. */
  readonly folder: string;
  /** The group in the declaration: `group("shop")`, or `"apps"` for a group without domain. */
  readonly expression: string;
  /** Name of the page without `.ts`. */
  readonly file: string;
  /** Name of the exported declaration. */
  readonly constant: string;
  /** In the vocabulary `kubernetes`: `shop.k8s.io/v1`. */
  readonly groupVersion: string;
}

/** Returns the page that declares the kind. */
export function kindPage(names: KindNames): string {
  const { folder, expression, version, kind, plural, constant, isNamespaced } = names;
  const usesToken = expression.startsWith("group(");
  const isStable = /^v\d+$/.test(version);
  return `${usesToken ? 'import { group } from "../../../meta/vocabulary.ts";\n' : ""}import {
  type FieldsOf,
  type KindDeclaration,
  type ObjectOf,
  optional,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";

const ${constant}SpecFields = {
  description: optional(text, 1, "Purpose of the object, for people."),
};

/** The desired state of a ${kind}. */
export interface ${kind}Spec extends FieldsOf<typeof ${constant}SpecFields> {}

/** Schema of ${kind}Spec. */
export const ${constant}Spec: StructSchema<${kind}Spec> = struct(
  "${folder}/${version}.${kind}Spec",
  "The desired state of a ${kind}.",
  ${constant}SpecFields,
);

const ${constant}Fields = {
  spec: optional(${constant}Spec, 2, "The desired state."),
};

/** An object of the kind ${kind}. */
export interface ${kind} extends ObjectOf<typeof ${constant}Fields> {}

/** Declaration of the kind ${kind}. */
export const ${constant}: KindDeclaration<${kind}> = kind({
  group: ${expression},
  version: "${version}",
  kind: "${kind}",
  package: "${folder}",
  plural: "${plural}",
  scope: "${isNamespaced ? "Namespaced" : "Cluster"}",
${isStable ? "" : "  servedByDefault: false,\n"}  rules: { generation: ["spec"] },
  doc: "A ${kind}, which its author has yet to describe.",
  fields: ${constant}Fields,
});
`;
}

/** Returns the page with the hooks of the kind. */
export function hooksPage({ kind, constant }: KindNames): string {
  return `import type { ${kind} } from "../../api/index.ts";
import type { KindHooks } from "../../schema/index.ts";

/** Hooks of the kind ${kind}. */
export const ${constant}Hooks: KindHooks<${kind}> = {
  nameFormat: "dns1123Subdomain",
};
`;
}

/** An object of a new kind. */
export interface ExampleObject {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly description: string };
}

/** Returns an object of the kind in the vocabulary `kubernetes`. All fields except those of the metadata are set. */
export function exampleObject({ groupVersion, kind }: KindNames): ExampleObject {
  return {
    kind,
    apiVersion: groupVersion,
    metadata: { name: "example" },
    spec: { description: "An example." },
  };
}
