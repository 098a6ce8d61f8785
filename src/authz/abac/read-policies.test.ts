import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { type PolicyFile, readPolicies } from "./read-policies.ts";

/** A policy file, and the message with which kube-apiserver v1.32.13 rejected it; null if it accepted the file. */
interface RecordedMessage {
  readonly title: string;
  readonly file: string;
  readonly message: string | null;
  /** Whether the reference warned of lines without version. */
  readonly isUnversioned: boolean;
}

const recorded = JSON.parse(
  readFileSync(new URL("fixtures/policy-messages.json", import.meta.url), "utf8"),
) as readonly RecordedMessage[];

function read(content: string): PolicyFile {
  return readPolicies({ path: "FILE", content, vocabulary: vocabularies.kubernetes });
}

function messageOf(content: string): string | null {
  try {
    read(content);
    return null;
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}

/** Returns the reference's message without the line that it shows. The line may be a token. */
function withoutShownLine(message: string, file: string): string {
  const [, number] = /, line (\d+): /.exec(message) ?? [];
  const line = file.split("\n")[Number(number) - 1];
  return line === undefined ? message : message.replace(`: ${line.replace(/\r$/, "")}: `, ": ");
}

test.each(recorded)(
  "the reference and this server respond alike to a policy file: $title",
  ({ file, message, isUnversioned }) => {
    expect(messageOf(file)).toBe(message && withoutShownLine(message, file));
    if (message === null) expect(read(file).hasUnversioned).toBe(isUnversioned);
  },
);

test("the error about a file with static tokens shows no token", () => {
  expect(messageOf('SECRET,ann,1,"dev,ops"\n')).toMatch(
    /^error reading policy file FILE, line 1: couldn't get version/,
  );
  expect(messageOf('SECRET,ann,1,"dev,ops"\n')).not.toContain("SECRET");
});

const anyAuthenticated = { user: "", group: "system:authenticated" };
const everything = { isReadonly: false, apiGroup: "*", resource: "*", namespace: "*", nonResourcePath: "*" };

test.each([
  ["{}", { ...anyAuthenticated, ...everything }],
  ['{"user":"bob"}', { user: "bob", group: "", ...everything }],
  ['{"group":"g","readonly":true}', { user: "", group: "g", ...everything, isReadonly: true }],
  ['{"user":"*"}', { ...anyAuthenticated, ...everything }],
  ['{"namespace":"n"}', { ...anyAuthenticated, ...everything, namespace: "n", nonResourcePath: "" }],
  ['{"resource":"pods"}', { ...anyAuthenticated, ...everything, resource: "pods", nonResourcePath: "" }],
])("the policy without version %s allows everything that it does not limit", (line, policy) => {
  expect(read(line).policies).toEqual([policy]);
});
