import { expect, test } from "vitest";
import { parseEndpoint } from "./collector-address.ts";

test.each([
  [undefined, { url: "http://localhost:4317" }],
  ["10.0.0.1:4317", { url: "http://10.0.0.1:4317" }],
  ["dns:///otel:4317", { url: "http://otel:4317" }],
  ["dns://10.0.0.1/otel:4317", { url: "http://otel:4317" }],
  ["otel", { url: "http://otel:443" }],
  ["unix:///run/otel.sock", { url: "http://localhost", socketPath: "/run/otel.sock" }],
  ["unix:run/otel.sock", { url: "http://localhost", socketPath: "run/otel.sock" }],
  ["unix-abstract:otel", { url: "http://localhost", socketPath: "\0otel" }],
])("parseEndpoint(%j) has the address", (endpoint, address) => {
  expect(parseEndpoint(endpoint)).toEqual(address);
});
