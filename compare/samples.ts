/** Samples of the tests in the vocabulary that both servers speak. */
import type { Sample } from "../test/support/one-of-each.ts";

/** Returns a sample in another namespace, whose names are those of the vocabulary `kubernetes`. */
export function translateSample(sample: Sample, namespace: string): Sample {
  const text = JSON.stringify(sample)
    .replaceAll(".orch.io", ".k8s.io")
    .replaceAll("/namespaces/default/", `/namespaces/${namespace}/`)
    .replaceAll('"namespace":"default"', `"namespace":"${namespace}"`);
  return JSON.parse(text) as Sample;
}
