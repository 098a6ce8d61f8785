import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withoutShownDocument } from "../codec/testing/shown-document.ts";
import { ConfigurationError } from "../meta/configuration/configuration-error.ts";
import { vocabularies } from "../meta/vocabulary.ts";
import { readEncryptionConfiguration } from "./read-configuration.ts";

/** A configuration file, and the message with which kube-apiserver v1.32.13 rejected it; null if it accepted the file. */
interface RecordedMessage {
  readonly title: string;
  readonly file: string;
  readonly message: string | null;
}

const recorded = JSON.parse(
  readFileSync(new URL("fixtures/configuration-messages.json", import.meta.url), "utf8"),
) as readonly RecordedMessage[];

const options = {
  path: "/etc/encryption.yaml",
  vocabulary: vocabularies.kubernetes,
  isReloaded: false,
  isEnabled: () => false,
};

/** Returns the message without addresses in memory. */
function messageOf(file: string): string | null {
  try {
    readEncryptionConfiguration(file, options);
    return null;
  } catch (error) {
    if (error instanceof ConfigurationError) return withoutAddresses(error.message);
    throw error;
  }
}

function withoutAddresses(message: string): string {
  return message.replace(/\(0x[0-9a-f]+\)/g, "(address)");
}

test.each(recorded)("the verdict about $title is the reference's", ({ file, message }) => {
  expect(messageOf(file)).toBe(message === null ? null : withoutAddresses(withoutShownDocument(message)));
});

test("the error about a file without a kind does not show its keys", () => {
  const file =
    "apiVersion: apiserver.config.k8s.io/v1\nresources: [{ providers: [{ aesgcm: { keys: [{ secret: SECRET }] } }] }]";
  expect(messageOf(file)).toMatch(/Object 'Kind' is missing$/);
});

test("the settings contain the resources, the providers with their keys, and the socket of a key service", () => {
  const file = JSON.stringify({
    apiVersion: "apiserver.config.k8s.io/v1",
    kind: "EncryptionConfiguration",
    resources: [
      {
        resources: ["secrets", "deployments.apps"],
        providers: [
          { kms: { apiVersion: "v2", name: "kms", endpoint: "unix:///run/kms.sock" } },
          { aescbc: { keys: [{ name: "one", secret: "MDEyMzQ1Njc4OWFiY2RlZg==" }] } },
          { identity: {} },
        ],
      },
    ],
  });
  expect(readEncryptionConfiguration(file, options)).toEqual([
    {
      resources: [
        { resource: "secrets", group: "" },
        { resource: "deployments", group: "apps" },
      ],
      providers: [
        { type: "kms", name: "kms", socketPath: "/run/kms.sock", timeoutMs: 3000 },
        { type: "aescbc", keys: [{ name: "one", secret: Buffer.from("0123456789abcdef") }] },
        { type: "identity" },
      ],
    },
  ]);
});

test("with reloading, KMS providers of both versions need different names", () => {
  const kms = (apiVersion: string) => ({ kms: { apiVersion, name: "kms", endpoint: "unix:///run/kms.sock" } });
  const file = JSON.stringify({
    apiVersion: "apiserver.config.k8s.io/v1",
    kind: "EncryptionConfiguration",
    resources: [{ resources: ["secrets"], providers: [kms("v1"), kms("v1")] }],
  });
  expect(() => readEncryptionConfiguration(file, { ...options, isReloaded: true })).toThrow(
    'resources[0].providers[1].kms.name: Invalid value: "kms": duplicate KMS provider name kms, names must be unique',
  );
});
