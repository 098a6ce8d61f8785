/**
 * The plugins of the reference. `pluginDefinitions` names what each plugin sees. Its code is loaded with the first such
 * request, so that an idle server does not hold it.
 */

export { type PluginConfigurations, readPluginConfigurations } from "./plugin-configurations.ts";
export { type PluginName, pluginDefinitions } from "./plugin-definitions.ts";
export type { PluginServices, PluginSettings } from "./plugin-services.ts";
