/** Custom types: the server follows their definitions, serves them, and maintains the definitions. */
export { CustomTypes } from "./custom-types.ts";
export { DefinitionMetrics } from "./definition-metrics.ts";
export { DefinitionUpkeep } from "./definition-upkeep.ts";
