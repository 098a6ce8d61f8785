export { installConfigz } from "./configz.ts";
export { installPages } from "./pages.ts";
export { installProfiles } from "./profiles.ts";
export { installVerbosity } from "./verbosity.ts";
