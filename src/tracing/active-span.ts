/** The span of the step that runs at the moment. Without tracing there is none, and looking for it costs nothing. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { ParentSpan, SpanAttributes, SpanKind } from "./span.ts";

const active = new AsyncLocalStorage<ParentSpan>();

/** Returns the span of the step that runs. Undefined if the request is not traced. */
export function activeSpan(): ParentSpan | undefined {
  return active.getStore();
}

/** Runs a function within a span, which the caller ends. */
export function runInSpan<T>(span: ParentSpan, run: () => T): T {
  return active.run(span, run);
}

/** A step that `inSpan` measures. */
export interface TracedStep {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly attributes: (parent: ParentSpan) => SpanAttributes;
}

/** Runs a step, in its own child span if the request is traced. */
export function inSpan<T>(step: () => TracedStep, run: () => Promise<T>): Promise<T> {
  const parent = active.getStore();
  return parent ? measured(parent, step(), run) : run();
}

async function measured<T>(
  parent: ParentSpan,
  { name, kind = "internal", attributes }: TracedStep,
  run: () => Promise<T>,
): Promise<T> {
  const span = parent.child({ name, kind, attributes: attributes(parent) });
  try {
    return await active.run(span, run);
  } finally {
    span.end();
  }
}
