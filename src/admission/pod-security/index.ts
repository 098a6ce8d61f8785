/**
 * The PodSecurity plugin. Pods must conform to the level that labels of their namespace name. `standards/` has the checks of the
 * levels, which need no cluster.
 */
export { defaultSettings, type PodSecuritySettings, readSettings } from "./configuration.ts";
export { type PodSecurityServices, podSecurity } from "./pod-security.ts";
export type { PodParts } from "./standards/checked-pod.ts";
export { isVersion, type LevelVersion, levelText, type SecurityLevel, securityLevels } from "./standards/level.ts";
export { SecurityStandards, type SecurityStandardsOptions } from "./standards/security-standards.ts";
export { detailsOf, reasonsOf, type Violation } from "./standards/violation.ts";
