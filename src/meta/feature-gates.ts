/** Whether a feature is on, by the name of its gate. */
export type IsEnabled = (gate: string) => boolean;

/** Of those that know of no gates. */
export const noFeatures: IsEnabled = () => false;
