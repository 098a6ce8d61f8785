/** A case of a configuration of plugins, and the functions that create cases. */

/** The files in one folder. The flag names `admission.yaml`. */
export interface ConfigurationCase {
  readonly title: string;
  /** Empty: the server starts without the flag. */
  readonly files: Readonly<Record<string, string>>;
  /** A plugin that is off by default, which the server enables. */
  readonly enabled?: string;
}

/** The first lines of an AdmissionConfiguration. */
export const configurationType = "apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\n";

/** Returns the cases of a plugin that is off by default. */
export function pluginCases(plugin: string): {
  /** Without a file. */
  readonly withoutFile: () => ConfigurationCase;
  /** With a file that has no part for the plugin. */
  readonly withoutPart: () => ConfigurationCase;
  /** With a configuration inside the file. */
  readonly inside: (title: string, configuration: unknown) => ConfigurationCase;
  /** With a separate file. */
  readonly separate: (title: string, content: string) => ConfigurationCase;
} {
  const named = (title: string, files: ConfigurationCase["files"]): ConfigurationCase => ({
    title: `${plugin}: ${title}`,
    files,
    enabled: plugin,
  });
  const listed = (part: object): string =>
    `${configurationType}plugins: ${JSON.stringify([{ name: plugin, ...part }])}\n`;
  return {
    withoutFile: () => named("no file", {}),
    withoutPart: () => named("no part of the file", { "admission.yaml": `${configurationType}plugins: []\n` }),
    inside: (title, configuration) => named(title, { "admission.yaml": listed({ configuration }) }),
    separate: (title, content) => named(title, { "admission.yaml": listed({ path: "a.yaml" }), "a.yaml": content }),
  };
}
