import { expect, test } from "vitest";
import { SilentServer } from "../../../test/support/silent-server.ts";
import { until } from "../../../test/support/until.ts";
import { silentLogger } from "../../base/logger.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import type { FinishedSpan } from "../span.ts";
import { parseEndpoint } from "./collector-address.ts";
import { SpanExporter } from "./span-exporter.ts";

const span: FinishedSpan = {
  traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
  spanId: "00f067aa0ba902b7",
  parentId: "",
  name: "Get",
  kind: "internal",
  startMs: 1,
  endMs: 2,
  attributes: {},
  links: [],
  isError: false,
};

test("a stopping exporter gives up all batches after three seconds if the collector hangs", async () => {
  await using silent = await SilentServer.start();
  const clock = new ManualClock();
  const exporter = new SpanExporter({
    address: parseEndpoint(new URL(silent.url).host),
    identity: { service: "apiserver", instance: () => "" },
    clock,
    logger: silentLogger,
  });
  for (let index = 0; index < 2000; index++) exporter.add(span);
  await until(() => silent.requestCount === 1, "the first batch arrives");
  const disposed = exporter[Symbol.asyncDispose]();
  await clock.advance(3000);
  await disposed;
  await until(() => exporter.totals.failed === 2000, "all spans are counted as lost");
  expect(silent.requestCount).toBe(1);
});
