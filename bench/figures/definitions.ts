/** Definitions of custom types: creations, discovery and OpenAPI, memory, and starts. */
import type { Figure } from "../figure.ts";
import { measureIdleDefinitions, measureStartWithTypes } from "./custom-types/full-stores.ts";
import { measureManyDefinitions } from "./custom-types/many-definitions.ts";

/** Measures the creation of a thousand definitions. */
export const definitions: Figure = {
  name: "definitions",
  title: "1,000 definitions of custom types one after another, then discovery and OpenAPI",
  measure: measureManyDefinitions,
};

/** Measures the memory of 100 and of 1,000 definitions. */
export const definitionMemory: Figure = {
  name: "definition-memory",
  title: "memory per idle definition of a custom type",
  measure: measureIdleDefinitions,
};

/** Measures starts with a thousand definitions. */
export const definitionStart: Figure = {
  name: "definition-start",
  title: "cold start with 1,000 definitions and 10,000 custom objects",
  measure: measureStartWithTypes,
};
