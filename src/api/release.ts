/** The Kubernetes release whose API is served. */
export const release = { major: "1", minor: "32", patch: "13" } as const;

/** Minor number of the release. */
export const releaseMinor = Number(release.minor);
