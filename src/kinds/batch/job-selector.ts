/** The selector of a Job and the labels of its Pods. The server generates them unless `manualSelector` is set. */
import type { Job } from "../../api/index.ts";
import { type FieldError, invalidField, requiredField } from "../../meta/field-error.ts";
import { subLabel, type Vocabulary } from "../../meta/vocabulary.ts";
import { goLabelSelector, goTextMap } from "../meta/go-values.ts";
import { readSelector } from "../meta/selectors.ts";

const uidLabel = subLabel("batch/controller-uid");
const nameLabel = subLabel("batch/job-name");
/** Deprecated labels without a domain. */
const oldUidLabel = "controller-uid";
const oldNameLabel = "job-name";

/** Adds the generated selector and labels. Changes `job`. */
export function fillSelector(job: Job, vocabulary: Vocabulary): void {
  const { metadata, spec } = job;
  if (!spec || spec.manualSelector === true) return;
  const uid = vocabulary.bind(uidLabel);
  const { name: jobName = "", uid: jobUid = "" } = metadata;
  const labels = {
    [oldNameLabel]: jobName,
    [vocabulary.bind(nameLabel)]: jobName,
    [oldUidLabel]: jobUid,
    [uid]: jobUid,
    ...spec.template.metadata?.labels,
  };
  if (metadata.labels !== undefined && metadata.labels === spec.template.metadata?.labels) metadata.labels = labels;
  spec.template.metadata = { ...spec.template.metadata, labels };
  spec.selector = { ...spec.selector, matchLabels: { [uid]: jobUid, ...spec.selector?.matchLabels } };
}

/** Returns the errors of a selector and labels that differ from the generated ones. */
export function selectorErrors(job: Job, vocabulary: Vocabulary, old?: Job): FieldError[] {
  const { metadata, spec } = job;
  if (!spec?.selector || spec.manualSelector === true) return [];
  const { name = "", uid = "" } = metadata;
  const labels = spec.template.metadata?.labels ?? {};
  const bare = { [oldUidLabel]: uid, [oldNameLabel]: name };
  const prefixed = { [vocabulary.bind(uidLabel)]: uid, [vocabulary.bind(nameLabel)]: name };
  const expected = hasLabels(old, Object.keys(prefixed)) ? { ...bare, ...prefixed } : bare;
  const errors = Object.entries(expected).flatMap(([key, value]) => labelErrors(labels, key, value));
  if (readSelector(spec.selector)?.matches(expected) === false) {
    errors.push(invalidField("spec.selector", goLabelSelector(spec.selector), "`selector` not auto-generated"));
  }
  return errors;
}

/** Whether the stored Job has the labels with a domain, which old Jobs lack. True on create. */
function hasLabels(old: Job | undefined, keys: readonly string[]): boolean {
  if (!old) return true;
  const labels = old.spec?.template.metadata?.labels ?? {};
  return keys.every((key) => Object.hasOwn(labels, key));
}

function labelErrors(labels: Readonly<Record<string, string>>, key: string, value: string): FieldError[] {
  const path = `spec.template.metadata.labels[${key}]`;
  const why = `must be '${value}'`;
  if (!Object.hasOwn(labels, key)) return [requiredField(path, why)];
  return labels[key] === value ? [] : [invalidField(path, goTextMap(labels), why)];
}
