/** Samples of the tests, as a scenario uses them. */
import type { SampleObject } from "../test/support/one-of-each.ts";
import type { ComparedServer } from "./suite.ts";

/** A sample that one scenario creates, with Kubernetes names, which both servers use. */
export interface ScenarioSample {
  readonly collection: string;
  readonly name: string;
  /** Whole object with kind and version. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

/** Returns a sample in another namespace, with the names of the vocabulary `kubernetes`. */
export function translateSample(sample: SampleObject, namespace: string): SampleObject {
  const text = JSON.stringify(sample)
    .replaceAll(".orch.io", ".k8s.io")
    .replaceAll("/namespaces/default/", `/namespaces/${namespace}/`)
    .replaceAll('"namespace":"default"', `"namespace":"${namespace}"`);
  return JSON.parse(text) as SampleObject;
}

/**
 * Returns a sample in the scenario's namespace. The name of a cluster-scoped object is unique among scenarios. A name
 * that follows from the contents, such as that of a custom type, gets a unique domain.
 */
export function sampleOn(server: ComparedServer, sample: SampleObject): ScenarioSample {
  const isNamespaced = sample.collection.includes("/namespaces/");
  const isNamedByContent = !isNamespaced && sample.body.metadata.name.includes(".");
  const ownDomain = (text: string): string => text.replaceAll("example.com", `${server.name("it")}.example.com`);
  const text = JSON.stringify(translateSample(sample, server.namespace));
  const { collection, apiVersion, kind, body } = JSON.parse(isNamedByContent ? ownDomain(text) : text) as SampleObject;
  const name = isNamespaced || isNamedByContent ? body.metadata.name : server.name("it");
  return { collection, name, body: { apiVersion, kind, ...body, metadata: { name } } };
}
