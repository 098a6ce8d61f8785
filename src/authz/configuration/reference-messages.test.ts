import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { withoutShownDocument } from "../../codec/testing/shown-document.ts";
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { authorizersOfFile } from "./read-configuration.ts";

/** A configuration file, and the message with which kube-apiserver v1.32.13 rejected it; null if it accepted the file. */
interface RecordedMessage {
  readonly title: string;
  readonly file: string;
  readonly message: string | null;
}

const recorded = JSON.parse(
  readFileSync(new URL("fixtures/configuration-messages.json", import.meta.url), "utf8"),
) as readonly RecordedMessage[];

/** The recorded files name only files that exist in the same way on each Linux. */
function fileFault(path: string): string | undefined {
  if (path === "/nonexistent/file") return `error loading file: stat ${path}: no such file or directory`;
  if (path === "/etc/passwd/x") return `error loading file: stat ${path}: not a directory`;
  return statSync(path).isFile() ? undefined : "must be a regular file";
}

function messageOf(file: string): string | null {
  try {
    authorizersOfFile(file, {
      vocabulary: vocabularies.kubernetes,
      checkCondition: () => undefined,
      fileFault,
      readFile: () => "",
    });
    return null;
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}

test.each(recorded)(
  "the reference and this server respond alike to an authorization configuration: $title",
  ({ file, message }) => {
    expect(messageOf(file)).toBe(message && withoutShownDocument(message));
  },
);
