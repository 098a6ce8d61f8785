import { describe } from "vitest";
import { specWith } from "../support/controllers.ts";
import { allChanges, jobs as collection, indexedJob, jobSpec, podFailureRule } from "../support/jobs.ts";
import { type Change, type Manifest, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const jobs = new Refusals(server, collection, { spec: jobSpec });

const uidLabel = "batch.orch.io/controller-uid";
const nameLabel = "batch.orch.io/job-name";

const labelsPath = String.raw`spec\.template\.metadata\.labels`;
const mismatch = new RegExp(
  String.raw`^${labelsPath}: Invalid value: map\[string\]string\{.*\}: .selector. does not match template .labels.$`,
);

function labelled(labels: object): Change {
  return ({ spec }) => {
    spec.template.metadata = { labels };
  };
}

/** A case that removes a label of the template. The Job is suspended, because its template may then change. */
function without(label: string): { before: Change; change: Change } {
  const change: Change = ({ spec }: Manifest) => {
    delete spec.template.metadata.labels[label];
  };
  return { before: specWith({ suspend: true }), change };
}

/** Returns a pattern, because messages contain generated values. */
function labelCause(label: string, what: string): RegExp {
  return new RegExp(String.raw`^${labelsPath}\[${label.replaceAll(".", String.raw`\.`)}\]: ${what}$`);
}

describe("the labels that a Job gives its Pods", () => {
  const wrong = String.raw`Invalid value: map\[string\]string\{.*\}: must be `;
  const uid = "'[-0-9a-f]{36}'";
  const name = "'it-[0-9]+'";

  jobs.update("[Job#2] an update that removes the label controller-uid is rejected", {
    ...without("controller-uid"),
    causes: [labelCause("controller-uid", `Required value: must be ${uid}`)],
  });
  jobs.create(
    "[Job#3] another value of the label controller-uid is rejected",
    labelled({ "controller-uid": "other" }),
    [labelCause("controller-uid", wrong + uid)],
  );
  jobs.update("[Job#4] an update that removes the label job-name is rejected", {
    ...without("job-name"),
    causes: [labelCause("job-name", `Required value: must be ${name}`)],
  });
  jobs.create("[Job#5] another value of the label job-name is rejected", labelled({ "job-name": "other" }), [
    labelCause("job-name", wrong + name),
  ]);
  jobs.update("[Job#6] an update that removes the prefixed label controller-uid is rejected", {
    ...without(uidLabel),
    causes: [labelCause(uidLabel, `Required value: must be ${uid}`), mismatch, mismatch],
  });
  jobs.create(
    "[Job#7] another value of the prefixed label controller-uid is rejected",
    labelled({ [uidLabel]: "other" }),
    [labelCause(uidLabel, wrong + uid), mismatch],
  );
  jobs.update("[Job#8] an update that removes the prefixed label job-name is rejected", {
    ...without(nameLabel),
    causes: [labelCause(nameLabel, `Required value: must be ${name}`)],
  });
  jobs.create("[Job#9] another value of the prefixed label job-name is rejected", labelled({ [nameLabel]: "other" }), [
    labelCause(nameLabel, wrong + name),
  ]);
});

describe("the selector of a Job", () => {
  const byHand = { manualSelector: true, selector: { matchLabels: { a: "b" } } };

  jobs.create(
    "[Job#10] a Job with a selector and without manualSelector is rejected",
    allChanges(specWith({ selector: { matchLabels: { a: "b" } } }), labelled({ a: "b" })),
    [/^spec\.selector: Invalid value: v1\.LabelSelector\{.*\}: `selector` not auto-generated$/],
  );
  jobs.create(
    "[Job#11] a Job with manualSelector and without a selector is rejected",
    allChanges(specWith({ manualSelector: true }), labelled({ a: "b" })),
    [
      "spec.selector: Required value",
      'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` does not match template ' +
        "`labels`",
    ],
  );
  jobs.create(
    "[Job#12] a Job whose manual selector does not match its template is rejected",
    allChanges(specWith(byHand), labelled({ a: "c" })),
    [
      'spec.template.metadata.labels: Invalid value: map[string]string{"a":"c"}: `selector` does not match template `labels`',
    ],
  );
  jobs.update("[Job#16] an update that changes the selector is rejected", {
    before: allChanges(specWith(byHand), labelled({ a: "b", c: "d" })),
    change: ({ spec }) => {
      spec.selector.matchLabels.c = "d";
    },
    causes: [
      'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a":"b", "c":"d"}, ' +
        "MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable",
    ],
  });
});

describe("an indexed Job", () => {
  const called =
    (name: string): Change =>
    ({ metadata }) => {
      metadata.name = name;
    };

  jobs.create(
    "[Job#13] an indexed Job whose name leaves no room for the index in Pod names is rejected",
    allChanges(indexedJob(), called("a".repeat(62))),
    [
      `metadata.name: Invalid value: "${"a".repeat(62)}": will not able to create pod with invalid DNS label: ` +
        `${"a".repeat(62)}-2`,
    ],
  );
  jobs.accepts(
    "an indexed Job with the longest possible name is accepted",
    allChanges(indexedJob(), called("a".repeat(61))),
  );
  jobs.update("[Job#15] an update of completions without the same parallelism is rejected", {
    before: indexedJob({ completions: 3, parallelism: 3 }),
    change: specWith({ completions: 5, parallelism: 4 }),
    causes: ["spec.completions: Invalid value: 5: can only be modified in tandem with spec.parallelism"],
  });
});

describe("an update of a Job", () => {
  const refuseChangeOf = (id: number, field: string, { before, change, shown }: KeptField): void =>
    jobs.update(`[Job#${id}] an update that changes ${field} is rejected`, {
      ...(before ? { before } : {}),
      change,
      causes: [typeof shown === "string" ? `spec.${field}: Invalid value: ${shown}: field is immutable` : shown],
    });

  refuseChangeOf(14, "completions", { change: specWith({ completions: 2 }), shown: "2" });
  refuseChangeOf(17, "template", {
    change: ({ spec }) => {
      spec.template.spec.containers[0].image = "app:2";
    },
    shown: /^spec\.template: Invalid value: .*: field is immutable$/,
  });
  refuseChangeOf(18, "completionMode", { change: specWith({ completionMode: "Indexed" }), shown: '"Indexed"' });
  refuseChangeOf(19, "podFailurePolicy", {
    before: specWith({ podReplacementPolicy: "Failed" }),
    change: specWith({ podFailurePolicy: { rules: [podFailureRule] } }),
    shown: /^spec\.podFailurePolicy: Invalid value: .*: field is immutable$/,
  });
  refuseChangeOf(20, "backoffLimitPerIndex", {
    before: indexedJob({ backoffLimitPerIndex: 1 }),
    change: specWith({ backoffLimitPerIndex: 2 }),
    shown: "2",
  });
  refuseChangeOf(21, "managedBy", { change: specWith({ managedBy: "acme.io/runner" }), shown: '"acme.io/runner"' });
  refuseChangeOf(22, "successPolicy", {
    before: indexedJob(),
    change: specWith({ successPolicy: { rules: [{ succeededCount: 1 }] } }),
    shown: /^spec\.successPolicy: Invalid value: .*: field is immutable$/,
  });
});

interface KeptField {
  readonly before?: Change;
  readonly change: Change;
  /** The value in the message, or the whole cause. */
  readonly shown: string | RegExp;
}

jobs.create(
  "errors about bounds of single fields precede errors about dependent fields",
  specWith({ completions: -1, parallelism: -1, maxFailedIndexes: 0, completionMode: "Indexed", managedBy: "x" }),
  [
    "spec.parallelism: Invalid value: -1: must be greater than or equal to 0",
    "spec.completions: Invalid value: -1: must be greater than or equal to 0",
    "spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified",
    'spec.managedBy: Invalid value: "x": must be a domain-prefixed path (such as "acme.io/foo")',
    "spec.maxFailedIndexes: Invalid value: 0: must be less than or equal to completions",
  ],
);
jobs.create(
  "a negative number of completions causes no error about maxFailedIndexes",
  specWith({ completions: -1, completionMode: "Indexed" }),
  ["spec.completions: Invalid value: -1: must be greater than or equal to 0"],
);
