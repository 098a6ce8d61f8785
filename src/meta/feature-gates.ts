/** Whether a feature is enabled. `feature` is the name of a feature gate or of a setting with a separate flag. */
export type IsEnabled = (feature: string) => boolean;

/** Name of the setting that rejects privileged containers. */
export const unprivilegedOnly = "UnprivilegedOnly";

/** Reports every feature as disabled, for callers without feature gates. */
export const noFeatures: IsEnabled = () => false;
