import { describe, expect, test } from "vitest";
import { configMap, secret } from "../../../api/index.ts";
import { KindWrites } from "../../testing/kind-writes.ts";

const secrets = new KindWrites(secret);
const configMaps = new KindWrites(configMap);

const keyRule =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or " +
  "'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

test("stringData of a Secret replaces data with the same keys", () => {
  const { object } = secrets.create({ data: { a: base64("old"), b: base64("b") }, stringData: { a: "new" } });
  expect(object.data).toEqual({ a: base64("new"), b: base64("b") });
  expect(object).not.toHaveProperty("stringData");
});

test("the type of a Secret defaults to Opaque", () => {
  expect(secrets.stored({}).type).toBe("Opaque");
});

test("invalid keys of Secrets and ConfigMaps are rejected", () => {
  expect(secrets.create({ data: { "a/b": "" } }).errors).toEqual([`data[a/b]: Invalid value: "a/b": ${keyRule}`]);
  expect(configMaps.create({ data: { "a/b": "" }, binaryData: { "..": "" } }).errors).toEqual([
    `data[a/b]: Invalid value: "a/b": ${keyRule}`,
    "binaryData[..]: Invalid value: \"..\": must not be '..'",
  ]);
});

test("a key in both data and binaryData of a ConfigMap is rejected", () => {
  expect(configMaps.create({ data: { a: "1" }, binaryData: { a: "AA==" } }).errors).toEqual([
    'data[a]: Invalid value: "a": duplicate of key present in binaryData',
  ]);
});

test("ConfigMaps and Secrets of more than 1 MiB are rejected", () => {
  const mebibyte = "x".repeat(1024 * 1024);
  expect(configMaps.create({ data: { a: mebibyte } }).errors).toEqual([]);
  expect(configMaps.create({ data: { a: mebibyte, b: "x" } }).errors).toEqual([
    "[]: Too long: may not be more than 1048576 bytes",
  ]);
  expect(secrets.create({ stringData: { a: mebibyte, b: "x" } }).errors).toEqual([
    "data: Too long: may not be more than 1048576 bytes",
  ]);
});

describe("immutable fields of a Secret", () => {
  const why = "field is immutable when `immutable` is set";

  test("an update that changes an immutable Secret is rejected", () => {
    const old = secrets.stored({ immutable: true, data: { a: base64("1") } });
    const { errors } = secrets.update(old, (one) => {
      one.immutable = false;
      one.data = {};
    });
    expect(errors).toEqual([`immutable: Forbidden: ${why}`, `data: Forbidden: ${why}`]);
  });

  test("an update that changes data or binaryData of an immutable ConfigMap is rejected, and labels may change", () => {
    const old = configMaps.stored({ immutable: true, data: { a: "1" } });
    const { errors } = configMaps.update(old, (one) => {
      one.data = { a: "2" };
      one.binaryData = { b: "AA==" };
    });
    expect(errors).toEqual([`data: Forbidden: ${why}`, `binaryData: Forbidden: ${why}`]);
    expect(configMaps.update(old, (one) => Object.assign(one.metadata, { labels: { a: "b" } })).errors).toEqual([]);
  });

  test("an update that changes the type of a Secret is rejected", () => {
    const { errors } = secrets.update(secrets.stored({}), (one) => {
      one.type = "other";
    });
    expect(errors).toEqual(['type: Invalid value: "other": field is immutable']);
  });
});

describe("a Secret of type", () => {
  test.each<[string, object, string[]]>([
    [
      "kubernetes.io/service-account-token",
      {},
      ["metadata.annotations[kubernetes.io/service-account.name]: Required value"],
    ],
    ["kubernetes.io/tls", {}, ["data[tls.crt]: Required value", "data[tls.key]: Required value"]],
    ["kubernetes.io/tls", { "tls.crt": "", "tls.key": "" }, []],
    ["kubernetes.io/ssh-auth", {}, ["data[ssh-privatekey]: Required value"]],
    ["kubernetes.io/basic-auth", {}, ["data[username]: Required value", "data[password]: Required value"]],
    ["kubernetes.io/basic-auth", { password: "" }, []],
    ["kubernetes.io/dockerconfigjson", {}, ["data[.dockerconfigjson]: Required value"]],
    ["kubernetes.io/dockerconfigjson", { ".dockerconfigjson": base64("{}") }, []],
    [
      "kubernetes.io/dockerconfigjson",
      { ".dockerconfigjson": base64("") },
      ['data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": unexpected end of JSON input'],
    ],
    [
      "kubernetes.io/dockercfg",
      { ".dockercfg": base64("[]") },
      [
        'data[.dockercfg]: Invalid value: "<secret contents redacted>": json: cannot unmarshal array into Go value of ' +
          "type map[string]interface {}",
      ],
    ],
    ["orch.io/tls", {}, []],
    ["anything", {}, []],
  ])("a Secret of type %s with data %j gets the errors %j", (type, data, errors) => {
    expect(secrets.create({ type, data }).errors).toEqual(errors);
  });

  test.each([
    ["ff", "'\u00ff' looking for beginning of value"],
    ["80", "'\\u0080' looking for beginning of value"],
    ["c3a9", "'\u00c3' looking for beginning of value"],
    ["7be9", "'\u00e9' looking for beginning of object key string"],
    ["5b31fe", "'\u00fe' after array element"],
  ])("a dockerconfigjson Secret with the bytes %s is rejected with its first invalid character", (hex, why) => {
    const data = { ".dockerconfigjson": Buffer.from(hex, "hex").toString("base64") };
    expect(secrets.create({ type: "kubernetes.io/dockerconfigjson", data }).errors).toEqual([
      `data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": invalid character ${why}`,
    ]);
  });

  test("a dockerconfigjson Secret may contain texts that are not UTF-8", () => {
    const bytes = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]);
    const data = { ".dockerconfigjson": bytes.toString("base64") };
    expect(secrets.create({ type: "kubernetes.io/dockerconfigjson", data }).errors).toEqual([]);
  });

  test("a Secret of type orch.io/tls requires its keys in the vocabulary orch", () => {
    const { errors } = new KindWrites(secret, "orch").create({ type: "orch.io/tls" });
    expect(errors).toEqual(["data[tls.crt]: Required value", "data[tls.key]: Required value"]);
  });
});
