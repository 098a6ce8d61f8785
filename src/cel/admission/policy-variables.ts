/** The variables of a policy as fields of the variable `variables`. Their types follow from their expressions. */

import { product, type Vocabulary } from "../../meta/vocabulary.ts";
import { type Environment, extend, type FieldDeclaration, type TypeProvider } from "../declarations/index.ts";
import { fieldNamed } from "../syntax/index.ts";
import { dynType, listType, mapType, objectType, type Type } from "../types/index.ts";

/** The variables that a policy has declared so far. */
export class PolicyVariables {
  readonly #typeName: string;
  readonly #fields = new Map<string, FieldDeclaration>();
  readonly #types: TypeProvider = {
    hasType: (name) => name === this.#typeName,
    field: (_, field) => fieldNamed(this.#fields, field),
  };

  constructor(vocabulary: Vocabulary) {
    this.#typeName = vocabulary.bind(product(".variables"));
  }

  /** @param type undefined if the expression cannot be used; the variable can have any type then */
  declare(name: string, type: Type | undefined): void {
    this.#fields.set(name, { type: type ? variableType(type) : dynType });
  }

  /** Returns an environment with `variables`. It also contains the variables that are declared later. */
  extend(environment: Environment): Environment {
    return extend(environment, { variables: { variables: objectType(this.#typeName) }, types: this.#types });
  }
}

/** Returns a type as other expressions see it. They cannot see the types of objects and libraries. */
function variableType(type: Type): Type {
  switch (type.kind) {
    case "list":
      return listType(variableType(type.element));
    case "map":
      return mapType(variableType(type.key), variableType(type.value));
    case "object":
    case "opaque":
    case "type":
      return dynType;
    default:
      return type;
  }
}
