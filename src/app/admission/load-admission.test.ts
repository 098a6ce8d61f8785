import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withoutShownDocument } from "../../codec/testing/shown-document.ts";
import { serverConfig } from "../config/server-config.ts";
import { StartupError } from "../machine/startup-error.ts";
import { loadAdmission } from "./load-admission.ts";

/** Files, and the message with which kube-apiserver v1.32.13 rejected them; null if it accepted them. */
interface RecordedMessage {
  readonly title: string;
  /** Empty: the server starts without the flag. */
  readonly files: Readonly<Record<string, string>>;
  /** A plugin that is off by default. */
  readonly enabled?: string;
  readonly message: string | null;
}

const recorded = JSON.parse(
  readFileSync(new URL("fixtures/configuration-messages.json", import.meta.url), "utf8"),
) as readonly RecordedMessage[];

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "admission-"));
});

afterEach(() => rmSync(directory, { recursive: true }));

/** Loads the files from a folder. The flag names `admission.yaml`. */
async function load(
  files: Readonly<Record<string, string>>,
  {
    flags = [],
    vocabulary = "kubernetes" as const,
  }: { flags?: readonly string[]; vocabulary?: "orch" | "kubernetes" } = {},
) {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  const fileFlags = Object.keys(files).length > 0 ? ["--admission-control-config-file=admission.yaml"] : [];
  const args = [...fileFlags, ...flags];
  return await loadAdmission(serverConfig("apiserver", args, { cwd: directory }).admission, vocabulary);
}

async function messageAbout({ files, enabled }: RecordedMessage): Promise<string | null> {
  try {
    await load(files, { flags: enabled === undefined ? [] : [`--enable-admission-plugins=${enabled}`] });
    return null;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return error.message;
  }
}

test.each(recorded)(
  "the reference and this server respond alike to an admission configuration: $title",
  async (recordedMessage) => {
    const { files, message } = recordedMessage;
    const where =
      Object.keys(files).length > 0 ? `--admission-control-config-file: ${join(directory, "admission.yaml")}: ` : "";
    expect(await messageAbout(recordedMessage)).toBe(message === null ? null : where + withoutShownDocument(message));
  },
);

const configuration = {
  apiVersion: "pod-security.admission.config.orch.io/v1",
  kind: "PodSecurityConfiguration",
  defaults: { enforce: "baseline", "warn-version": "v1.20" },
  exemptions: { usernames: ["ann"] },
};
const settings = {
  defaults: {
    enforce: { level: "baseline", version: "latest" },
    audit: { level: "privileged", version: "latest" },
    warn: { level: "privileged", version: "v1.20" },
  },
  exemptions: { usernames: ["ann"], namespaces: [], runtimeClasses: [] },
};
const type = "apiVersion: apiserver.config.orch.io/v1\nkind: AdmissionConfiguration\n";

test("each plugin gets its configuration, with defaults", async () => {
  const files = { "admission.yaml": `${type}plugins: ${JSON.stringify([{ name: "PodSecurity", configuration }])}\n` };
  expect((await load(files, { vocabulary: "orch" })).configurations).toEqual({ PodSecurity: settings });
});

test("the configuration of ResourceQuota names the limited resources", async () => {
  const limited = {
    apiGroup: "apps",
    resource: "deployments",
    matchContains: ["count/"],
    matchScopes: [{ scopeName: "PriorityClass", operator: "In", values: ["high"] }],
  };
  const limitedResources = [limited, { resource: "pods" }];
  const kind = "ResourceQuotaConfiguration";
  const quota = { apiVersion: "apiserver.config.orch.io/v1", kind, limitedResources };
  const plugins = JSON.stringify([{ name: "ResourceQuota", configuration: quota }]);
  const loaded = await load({ "admission.yaml": `${type}plugins: ${plugins}\n` }, { vocabulary: "orch" });
  const { apiGroup: group, ...rest } = limited;
  expect(loaded.configurations).toEqual({
    ResourceQuota: {
      limitedResources: [
        { group, ...rest },
        { group: "", resource: "pods", matchContains: [], matchScopes: [] },
      ],
    },
  });
});

test("the file of a plugin is relative to the file that names it", async () => {
  mkdirSync(join(directory, "plugins"));
  const files = {
    "admission.yaml": `${type}plugins: [{name: PodSecurity, path: plugins/a.json}]\n`,
    "plugins/a.json": JSON.stringify(configuration),
  };
  expect((await load(files, { vocabulary: "orch" })).configurations).toEqual({ PodSecurity: settings });
});

test("the configuration of a disabled plugin is not read", async () => {
  const files = { "admission.yaml": `${type}plugins: [{name: PodSecurity, configuration: {a: 1}}]\n` };
  const loaded = await load(files, { vocabulary: "orch", flags: ["--disable-admission-plugins=PodSecurity"] });
  expect(loaded.configurations).toEqual({});
});

test("a file that does not exist is an error that names it", async () => {
  await expect(load({}, { flags: ["--admission-control-config-file=admission.yaml"] })).rejects.toThrow(
    "admission.yaml does not exist",
  );
  const files = { "admission.yaml": `${type}plugins: [{name: PodSecurity, path: missing.yaml}]\n` };
  await expect(load(files, { vocabulary: "orch" })).rejects.toThrow(
    `--admission-control-config-file: ${join(directory, "admission.yaml")}: file ${join(directory, "missing.yaml")} does not exist`,
  );
});
