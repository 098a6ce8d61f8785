import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { TemporaryDirectory } from "../../storage/testing/temporary-directory.ts";
import type { AccountKeys } from "../config/process-config.ts";
import { serverConfig } from "../config/server-config.ts";
import { StartupError } from "../machine/startup-error.ts";
import { newKey } from "../pki/key-pair.ts";
import { accountKeys, namedAccountKeys, temporaryAccountKeys } from "./account-keys.ts";

const folder = new TemporaryDirectory();
afterAll(() => folder[Symbol.dispose]());

function file(name: string, content: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

const own = await newKey();
const first = await newKey();
const second = await newKey();
const signingFile = file("signing.key", first.key);
const publicFile = file("old.pub", second.publicKey);
const emptyFile = file("empty.pem", "no key");

function keysWith(...flags: readonly string[]): AccountKeys {
  return accountKeys(serverConfig("apiserver", flags, { cwd: "/" }), own.key);
}

describe("accountKeys()", () => {
  test.each([
    [[], { signing: own.key, verifying: [own.key] }],
    [[`--service-account-key-file=${publicFile}`], { signing: own.key, verifying: [second.publicKey, own.key] }],
    [[`--service-account-signing-key-file=${signingFile}`], { signing: first.key, verifying: [first.key] }],
    [
      [`--service-account-signing-key-file=${signingFile}`, `--service-account-key-file=${publicFile},${signingFile}`],
      { signing: first.key, verifying: [second.publicKey, first.key, first.key] },
    ],
    [
      [`--tls-cert-file=${publicFile}`, `--tls-private-key-file=${signingFile}`],
      { signing: own.key, verifying: [own.key, first.key] },
    ],
  ])("accountKeys() with the flags %# returns the keys that they name", (flags, expected) => {
    expect(keysWith(...flags)).toEqual(expected);
  });

  test.each([
    [
      `--service-account-key-file=${emptyFile}`,
      `--service-account-key-file: ${emptyFile} contains no RSA or ECDSA key in PEM`,
    ],
    ["--service-account-key-file=/none", "--service-account-key-file: file /none does not exist"],
    [
      `--service-account-signing-key-file=${publicFile}`,
      `--service-account-signing-key-file: ${publicFile} contains no RSA or ECDSA private key in PEM`,
    ],
  ])("accountKeys() with the flag %# reports the flag and its file", (flag, message) => {
    expect(() => keysWith(flag)).toThrow(new StartupError(message));
  });
});

test("a server in a process has the key of all such servers, unless its flags name keys", async () => {
  const config = (flag?: string): ReturnType<typeof serverConfig> =>
    serverConfig("apiserver", flag === undefined ? [] : [flag], { cwd: "/" });
  expect(await namedAccountKeys(config())).toBeUndefined();
  expect(await temporaryAccountKeys()).toBe(await temporaryAccountKeys());
  const named = await namedAccountKeys(config(`--service-account-key-file=${publicFile}`));
  expect(named?.signing).toBe((await temporaryAccountKeys()).signing);
});
