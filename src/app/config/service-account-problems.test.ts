import { expect, test } from "vitest";
import { UsageError } from "../flags/usage-error.ts";
import { serverConfig } from "./server-config.ts";

function problemsOf(...args: readonly string[]): readonly string[] {
  try {
    serverConfig("apiserver", args, { cwd: "/" });
  } catch (error) {
    if (error instanceof UsageError) return error.problems;
    throw error;
  }
  return [];
}

test.each([
  [["--service-account-issuer=https://a.example,my-issuer"], []],
  [
    ["--service-account-issuer=https://a.example,b,https://a.example"],
    ["--service-account-issuer: https://a.example is repeated"],
  ],
  [["--service-account-issuer=://a"], ["--service-account-issuer: ://a contains a colon, but is not a URL"]],
  [["--service-account-jwks-uri=https://keys.example/jwks"], []],
  [["--service-account-jwks-uri=https://"], ["--service-account-jwks-uri: https:// is not a URL, or has no host"]],
  [
    ["--service-account-jwks-uri=http://keys.example/jwks"],
    ["--service-account-jwks-uri: http://keys.example/jwks is not a URL that begins with https://"],
  ],
  [["--service-account-max-token-expiration=1h"], []],
  [["--service-account-max-token-expiration=0s"], []],
  [
    ["--service-account-max-token-expiration=59m"],
    ["--service-account-max-token-expiration must be between 1h and 2^32 seconds, or 0"],
  ],
])("the flags %j have the problems %j", (flags, problems) => {
  expect(problemsOf(...flags)).toEqual(problems);
});
