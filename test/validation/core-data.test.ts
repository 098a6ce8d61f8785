import { describe } from "vitest";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--vocabulary=kubernetes"]);

const badKey =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or " +
  "'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const sealed = "field is immutable when `immutable` is set";
const mebibyte = 1_048_576;

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

describe("a ConfigMap", () => {
  const maps = new Refusals(server, "/api/v1/namespaces/default/configmaps", { data: { key: "value" } });

  maps.create("[ConfigMap#1] has keys that can be file names", ({ data }) => void Object.assign(data, { "a b": "c" }), [
    `data[a b]: Invalid value: "a b": ${badKey}`,
  ]);

  maps.create(
    "[ConfigMap#2] has a key once",
    (map) => {
      map.binaryData = { key: base64("value") };
    },
    ['data[key]: Invalid value: "key": duplicate of key present in binaryData'],
  );

  maps.create(
    "[ConfigMap#3] has keys that can be file names for bytes as well",
    (map) => {
      map.binaryData = { "..": base64("value") };
    },
    ["binaryData[..]: Invalid value: \"..\": must not be '..'"],
  );

  maps.create(
    "[ConfigMap#4] holds no more than a mebibyte",
    (map) => {
      map.data = { key: "a".repeat(mebibyte - 5) };
      map.binaryData = { bytes: base64("abcdef") };
    },
    ["[]: Too long: may not be more than 1048576 bytes"],
  );
  maps.accepts("accepts a mebibyte", (map) => {
    map.data = { key: "a".repeat(mebibyte - 5) };
    map.binaryData = { bytes: base64("abcde") };
  });

  const before = (map: { immutable?: boolean }): void => {
    map.immutable = true;
  };
  maps.update("[ConfigMap#5] stays immutable", {
    before,
    change: (map) => {
      map.immutable = false;
    },
    causes: [`immutable: Forbidden: ${sealed}`],
  });
  maps.update("[ConfigMap#6] keeps its data once it is immutable", {
    before,
    change: ({ data }) => {
      data.key = "other";
    },
    causes: [`data: Forbidden: ${sealed}`],
  });
  maps.update("[ConfigMap#7] keeps its bytes once it is immutable", {
    before,
    change: (map) => {
      map.binaryData = { more: base64("value") };
    },
    causes: [`binaryData: Forbidden: ${sealed}`],
  });
});

describe("a Secret", () => {
  const secrets = new Refusals(server, "/api/v1/namespaces/default/secrets", { data: { key: base64("value") } });
  const typed = (type: string, data: Readonly<Record<string, string>>) => (secret: object) =>
    void Object.assign(secret, { type: `kubernetes.io/${type}`, data });

  secrets.create("[Secret#1] has keys that can be file names", ({ data }) => void Object.assign(data, { "a/b": "" }), [
    `data[a/b]: Invalid value: "a/b": ${badKey}`,
  ]);
  secrets.create(
    "[Secret#2] holds no more than a mebibyte",
    (secret) => {
      secret.data = { key: base64("a".repeat(mebibyte)), other: base64("b") };
    },
    ["data: Too long: may not be more than 1048576 bytes"],
  );
  secrets.accepts("accepts a mebibyte", (secret) => {
    secret.data = { key: base64("a".repeat(mebibyte)) };
  });

  secrets.create("[Secret#3] with a token names the account", typed("service-account-token", {}), [
    "metadata.annotations[kubernetes.io/service-account.name]: Required value",
  ]);

  const redacted = 'Invalid value: "<secret contents redacted>"';
  secrets.create("[Secret#4] for older registries has their file", typed("dockercfg", {}), [
    "data[.dockercfg]: Required value",
  ]);
  secrets.create("[Secret#5] for older registries has JSON", typed("dockercfg", { ".dockercfg": base64("[]") }), [
    `data[.dockercfg]: ${redacted}: json: cannot unmarshal array into Go value of type map[string]interface {}`,
  ]);
  secrets.create("[Secret#6] for registries has their file", typed("dockerconfigjson", {}), [
    "data[.dockerconfigjson]: Required value",
  ]);
  secrets.create(
    "[Secret#7] for registries has JSON",
    typed("dockerconfigjson", { ".dockerconfigjson": base64("{auths}") }),
    [`data[.dockerconfigjson]: ${redacted}: invalid character 'a' looking for beginning of object key string`],
  );

  secrets.create("[Secret#8, Secret#9] for a login has a name or a password", typed("basic-auth", {}), [
    "data[username]: Required value",
    "data[password]: Required value",
  ]);
  secrets.accepts("for a login is accepted with a password alone", typed("basic-auth", { password: "" }));
  secrets.create("[Secret#10] for SSH has a key", typed("ssh-auth", { "ssh-privatekey": "" }), [
    "data[ssh-privatekey]: Required value",
  ]);
  secrets.create("[Secret#11] for TLS has a certificate", typed("tls", { "tls.key": "" }), [
    "data[tls.crt]: Required value",
  ]);
  secrets.create("[Secret#12] for TLS has a key", typed("tls", { "tls.crt": "" }), ["data[tls.key]: Required value"]);

  secrets.update("[Secret#13] keeps its type", {
    change: (secret) => {
      secret.type = "example.com/mine";
    },
    causes: ['type: Invalid value: "example.com/mine": field is immutable'],
  });
  const before = (secret: { immutable?: boolean }): void => {
    secret.immutable = true;
  };
  secrets.update("[Secret#14] stays immutable", {
    before,
    change: (secret) => {
      delete secret.immutable;
    },
    causes: [`immutable: Forbidden: ${sealed}`],
  });
  secrets.update("[Secret#15] keeps its data once it is immutable", {
    before,
    change: ({ data }) => {
      data.key = base64("other");
    },
    causes: [`data: Forbidden: ${sealed}`],
  });
});
