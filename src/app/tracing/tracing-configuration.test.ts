import { expect, test } from "vitest";
import { vocabularies } from "../../meta/vocabulary.ts";
import { readTracingConfiguration } from "./tracing-configuration.ts";

const head = "apiVersion: apiserver.config.k8s.io/v1beta1\nkind: TracingConfiguration\n";
const read = (content: string): object => readTracingConfiguration(content, vocabularies.kubernetes);

test.each([
  [
    `${head}endpoint: localhost:4317\nsamplingRatePerMillion: 100\n`,
    { endpoint: "localhost:4317", samplingRatePerMillion: 100 },
  ],
  [head, {}],
  [`${head.replace("v1beta1", "v1alpha1")}endpoint: ''\n`, { endpoint: "" }],
  [`${head}endpoint: unix:///run/otel.sock\n`, { endpoint: "unix:///run/otel.sock" }],
  [`${head}endpoint: dns://10.0.0.1/otel:4317\n`, { endpoint: "dns://10.0.0.1/otel:4317" }],
])("the file %j is accepted", (content, expected) => {
  expect(read(content)).toMatchObject(expected);
});

const rateRule = "sampling rate per million must be less than or equal to one million";
const unsupported = (url: string, scheme: string): string =>
  `endpoint: Invalid value: "${url}": unsupported scheme: ${scheme}.  Options are none, dns, unix, or unix-abstract.  See ` +
  "https://github.com/grpc/grpc/blob/master/doc/naming.md";
const invalid = "failed to validate tracing configuration: ";
const unreadable = "failed to read tracing config: unable to decode tracing configuration data: ";
const wrongType = `${unreadable}json: cannot unmarshal number`;
const rateField = "into Go struct field TracingConfiguration.samplingRatePerMillion of type int32";

// The texts were read from the log of the reference.
test.each([
  ["samplingRatePerMillion: -1", `${invalid}samplingRatePerMillion: Invalid value: -1: sampling rate must be positive`],
  [
    "samplingRatePerMillion: 1000001\nendpoint: http://a:1",
    `${invalid}[samplingRatePerMillion: Invalid value: 1000001: ${rateRule}, ${unsupported("http://a:1", "http")}]`,
  ],
  ["endpoint: xds:///x", `${invalid}${unsupported("xds:///x", "xds")}`],
  [
    "endpoint: 'a b%zz'",
    `${invalid}endpoint: Invalid value: "dns://a b%zz": parse "dns://a b%zz": invalid character " " in host name`,
  ],
  ["endpoint: '%zz'", `${invalid}endpoint: Invalid value: "dns://%zz": parse "dns://%zz": invalid URL escape "%zz"`],
  ["foo: 1", `${unreadable}strict decoding error: unknown field "foo"`],
  ["endpoint: 5", `${wrongType} into Go struct field TracingConfiguration.endpoint of type string`],
  ["samplingRatePerMillion: 1.5", `${wrongType} 1.5 ${rateField}`],
  ["samplingRatePerMillion: 9999999999", `${wrongType} 9999999999 ${rateField}`],
])("the member %j is rejected in the words of the reference", (member, message) => {
  expect(() => read(`${head}${member}\n`)).toThrow(message);
});

test.each(["", "{", "kind: TracingConfiguration\n", head.replace("v1beta1", "v1"), head.replace("Tracing", "Foo")])(
  "the file %j is rejected",
  (content) => {
    expect(() => read(content)).toThrow(unreadable);
  },
);
