import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withoutShownDocument } from "../../../codec/testing/shown-document.ts";
import { ConfigurationError } from "../../../meta/configuration/configuration-error.ts";
import { vocabularies } from "../../../meta/vocabulary.ts";
import { compileConfiguration } from "./compile-configuration.ts";
import { readConfiguration } from "./read-configuration.ts";

/** A configuration file, and the message with which kube-apiserver v1.32.13 rejected it; null if it accepted the file. */
interface RecordedMessage {
  readonly title: string;
  readonly file: string;
  readonly message: string | null;
}

const recorded = JSON.parse(
  readFileSync(new URL("../fixtures/configuration-messages.json", import.meta.url), "utf8"),
) as readonly RecordedMessage[];

async function messageOf(file: string): Promise<string | null> {
  try {
    const vocabulary = vocabularies.kubernetes;
    const configuration = readConfiguration(Buffer.from(file), vocabulary);
    await compileConfiguration(configuration, { vocabulary, disallowedIssuers: ["https://kubernetes.default.svc"] });
    return null;
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}

test.each(recorded)(
  "the reference and this server respond alike to a configuration: $title",
  async ({ file, message }) => {
    expect(await messageOf(file)).toBe(message && withoutShownDocument(message));
  },
);
