/** Conversion of the objects of custom types between versions by webhooks. */
export { ConversionMemo } from "./conversion-memo.ts";
export { ConversionMetrics } from "./conversion-metrics.ts";
export {
  type ConverterOptions,
  type ConverterServices,
  WebhookConverter,
} from "./webhook-converter.ts";
