/** Whether a feature is on, by the name of its gate or of a switch that has a flag of its own. */
export type IsEnabled = (feature: string) => boolean;

/** A switch: containers with all rights of the host are refused. */
export const unprivilegedOnly = "UnprivilegedOnly";

/** Of those that know of no gates. */
export const noFeatures: IsEnabled = () => false;
