import { describe } from "vitest";
import { notConfigKey } from "../support/format-messages.ts";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--vocabulary=kubernetes"]);

const immutableData = "field is immutable when `immutable` is set";
const mebibyte = 1_048_576;

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

describe("a ConfigMap", () => {
  const maps = new Refusals(server, "/api/v1/namespaces/default/configmaps", { data: { key: "value" } });

  maps.create(
    "[ConfigMap#1] a ConfigMap with a space in a key is rejected",
    ({ data }) => void Object.assign(data, { "a b": "c" }),
    [`data[a b]: Invalid value: "a b": ${notConfigKey}`],
  );

  maps.create(
    "[ConfigMap#2] a ConfigMap with a key in both data and binaryData is rejected",
    (map) => {
      map.binaryData = { key: base64("value") };
    },
    ['data[key]: Invalid value: "key": duplicate of key present in binaryData'],
  );

  maps.create(
    "[ConfigMap#3] a ConfigMap with the key .. in binaryData is rejected",
    (map) => {
      map.binaryData = { "..": base64("value") };
    },
    ["binaryData[..]: Invalid value: \"..\": must not be '..'"],
  );

  maps.create(
    "[ConfigMap#4] a ConfigMap of more than 1 MiB is rejected",
    (map) => {
      map.data = { key: "a".repeat(mebibyte - 5) };
      map.binaryData = { bytes: base64("abcdef") };
    },
    ["[]: Too long: may not be more than 1048576 bytes"],
  );
  maps.accepts("a ConfigMap of 1 MiB is accepted", (map) => {
    map.data = { key: "a".repeat(mebibyte - 5) };
    map.binaryData = { bytes: base64("abcde") };
  });

  const before = (map: { immutable?: boolean }): void => {
    map.immutable = true;
  };
  maps.update("[ConfigMap#5] an update that makes an immutable ConfigMap mutable is rejected", {
    before,
    change: (map) => {
      map.immutable = false;
    },
    causes: [`immutable: Forbidden: ${immutableData}`],
  });
  maps.update("[ConfigMap#6] an update that changes the data of an immutable ConfigMap is rejected", {
    before,
    change: ({ data }) => {
      data.key = "other";
    },
    causes: [`data: Forbidden: ${immutableData}`],
  });
  maps.update("[ConfigMap#7] an update that changes the binaryData of an immutable ConfigMap is rejected", {
    before,
    change: (map) => {
      map.binaryData = { more: base64("value") };
    },
    causes: [`binaryData: Forbidden: ${immutableData}`],
  });
});

describe("a Secret", () => {
  const secrets = new Refusals(server, "/api/v1/namespaces/default/secrets", { data: { key: base64("value") } });
  const typed = (type: string, data: Readonly<Record<string, string>>) => (secret: object) =>
    void Object.assign(secret, { type: `kubernetes.io/${type}`, data });

  secrets.create(
    "[Secret#1] a Secret with a slash in a key is rejected",
    ({ data }) => void Object.assign(data, { "a/b": "" }),
    [`data[a/b]: Invalid value: "a/b": ${notConfigKey}`],
  );
  secrets.create(
    "[Secret#2] a Secret of more than 1 MiB is rejected",
    (secret) => {
      secret.data = { key: base64("a".repeat(mebibyte)), other: base64("b") };
    },
    ["data: Too long: may not be more than 1048576 bytes"],
  );
  secrets.accepts("a Secret of 1 MiB is accepted", (secret) => {
    secret.data = { key: base64("a".repeat(mebibyte)) };
  });

  secrets.create(
    "[Secret#3] a Secret of type service-account-token without the annotation of its account is rejected",
    typed("service-account-token", {}),
    ["metadata.annotations[kubernetes.io/service-account.name]: Required value"],
  );

  const redacted = 'Invalid value: "<secret contents redacted>"';
  secrets.create("[Secret#4] a Secret of type dockercfg without .dockercfg is rejected", typed("dockercfg", {}), [
    "data[.dockercfg]: Required value",
  ]);
  secrets.create(
    "[Secret#5] a Secret of type dockercfg whose .dockercfg is no JSON object is rejected",
    typed("dockercfg", { ".dockercfg": base64("[]") }),
    [`data[.dockercfg]: ${redacted}: json: cannot unmarshal array into Go value of type map[string]interface {}`],
  );
  secrets.create(
    "[Secret#6] a Secret of type dockerconfigjson without .dockerconfigjson is rejected",
    typed("dockerconfigjson", {}),
    ["data[.dockerconfigjson]: Required value"],
  );
  secrets.create(
    "[Secret#7] a Secret of type dockerconfigjson whose .dockerconfigjson is no JSON is rejected",
    typed("dockerconfigjson", { ".dockerconfigjson": base64("{auths}") }),
    [`data[.dockerconfigjson]: ${redacted}: invalid character 'a' looking for beginning of object key string`],
  );

  secrets.create(
    "[Secret#8, Secret#9] a Secret of type basic-auth with neither username nor password is rejected",
    typed("basic-auth", {}),
    ["data[username]: Required value", "data[password]: Required value"],
  );
  secrets.accepts(
    "a Secret of type basic-auth with only a password is accepted",
    typed("basic-auth", { password: "" }),
  );
  secrets.create(
    "[Secret#10] a Secret of type ssh-auth with an empty key is rejected",
    typed("ssh-auth", { "ssh-privatekey": "" }),
    ["data[ssh-privatekey]: Required value"],
  );
  secrets.create(
    "[Secret#11] a Secret of type tls without a certificate is rejected",
    typed("tls", { "tls.key": "" }),
    ["data[tls.crt]: Required value"],
  );
  secrets.create("[Secret#12] a Secret of type tls without a key is rejected", typed("tls", { "tls.crt": "" }), [
    "data[tls.key]: Required value",
  ]);

  secrets.update("[Secret#13] an update that changes the type of a Secret is rejected", {
    change: (secret) => {
      secret.type = "example.com/mine";
    },
    causes: ['type: Invalid value: "example.com/mine": field is immutable'],
  });
  const before = (secret: { immutable?: boolean }): void => {
    secret.immutable = true;
  };
  secrets.update("[Secret#14] an update that makes an immutable Secret mutable is rejected", {
    before,
    change: (secret) => {
      delete secret.immutable;
    },
    causes: [`immutable: Forbidden: ${immutableData}`],
  });
  secrets.update("[Secret#15] an update that changes the data of an immutable Secret is rejected", {
    before,
    change: ({ data }) => {
      data.key = base64("other");
    },
    causes: [`data: Forbidden: ${immutableData}`],
  });
});
