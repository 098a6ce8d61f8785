import { describe } from "vitest";
import { notConditionReason, notDns1035Label, notQualifiedName, notSubdomain } from "../support/format-messages.ts";
import { type Manifest, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--runtime-config=api/all=true", "--feature-gates=StorageVersionMigrator=true"]);

describe("a StorageVersion", () => {
  const versions = new Refusals(server, "/apis/internal.apiserver.orch.io/v1alpha1/storageversions", { spec: {} });
  let named = 0;

  /** Registers a test that a status is rejected. @param change to a valid status */
  function report(title: string, change: (status: Manifest) => void, causes: readonly string[]): void {
    versions.update(title, {
      before: (object) => {
        named += 1;
        object.metadata.name = `example.com.shops${"s".repeat(named)}`;
      },
      subresource: "status",
      change: (object) => {
        const server = { apiServerID: "one", encodingVersion: "v1", decodableVersions: ["v1", "v2"] };
        object.status = { storageVersions: [server], commonEncodingVersion: "v1", conditions: [] };
        change(object.status);
      },
      causes,
    });
  }

  report(
    "[StorageVersion#1] two reports of the same server are rejected",
    ({ storageVersions }) => {
      storageVersions.push({ ...storageVersions[0] });
    },
    ['status.storageVersions[1].apiServerID: Duplicate value: "one"'],
  );

  report(
    "[StorageVersion#2] an apiServerID that is no DNS subdomain is rejected",
    ({ storageVersions }) => {
      storageVersions[0].apiServerID = "One";
    },
    [`status.storageVersions[0].apiServerID: Invalid value: "One": ${notSubdomain}`],
  );

  report(
    "[StorageVersion#3] a malformed encodingVersion is rejected",
    (status) => {
      const version = "Apps/1";
      status.storageVersions[0] = { apiServerID: "one", encodingVersion: version, decodableVersions: ["v1"] };
      status.commonEncodingVersion = version;
    },
    [
      `status.storageVersions[0].encodingVersion: Invalid value: "Apps/1": group part: ${notSubdomain},version part: ${notDns1035Label}`,
      `status.storageVersions[0].decodableVersions: Invalid value: []string{"v1"}: decodableVersions must include encodingVersion Apps/1`,
    ],
  );

  report(
    "[StorageVersion#4] a malformed decodable version is rejected",
    ({ storageVersions }) => {
      storageVersions[0].decodableVersions.push("2");
    },
    [`status.storageVersions[0].decodableVersions[2]: Invalid value: "2": version part: ${notDns1035Label}`],
  );

  report(
    "[StorageVersion#5] decodableVersions without the encodingVersion are rejected",
    ({ storageVersions }) => {
      storageVersions[0].decodableVersions = ["v2", "v3"];
    },
    [
      'status.storageVersions[0].decodableVersions: Invalid value: []string{"v2", "v3"}: decodableVersions must include encodingVersion v1',
    ],
  );

  report(
    "[StorageVersion#6] a malformed served version is rejected",
    ({ storageVersions }) => {
      storageVersions[0].decodableVersions.push("/v3");
      storageVersions[0].servedVersions = ["v1", "/v3"];
    },
    [
      'status.storageVersions[0].decodableVersions[2]: Invalid value: "/v3": group part: must be non-empty',
      'status.storageVersions[0].servedVersions[1]: Invalid value: "/v3": group part: must be non-empty',
    ],
  );

  report(
    "[StorageVersion#7] a served version outside the decodableVersions is rejected",
    ({ storageVersions }) => {
      storageVersions[0].servedVersions = ["v1", "v3"];
    },
    [
      'status.storageVersions[0].servedVersions[1]: Invalid value: "v3": individual served version : v3 must be included in decodableVersions : [v1 v2]',
    ],
  );

  report(
    "[StorageVersion#8] a commonEncodingVersion is rejected if servers write different versions",
    ({ storageVersions }) => {
      storageVersions.push({ apiServerID: "two", encodingVersion: "v2", decodableVersions: ["v1", "v2"] });
    },
    [
      'status.commonEncodingVersion: Invalid value: "v1": should be nil if servers do not agree on the same encoding version, or if there is no server reporting the supported versions yet',
    ],
  );

  report(
    "[StorageVersion#9] a missing commonEncodingVersion is rejected if all servers write the same version",
    (status) => {
      delete status.commonEncodingVersion;
    },
    ['status.commonEncodingVersion: Invalid value: "null": the common encoding version is v1'],
  );

  report(
    "[StorageVersion#10] a commonEncodingVersion that differs from the version of all servers is rejected",
    (status) => {
      status.commonEncodingVersion = "v2";
    },
    ['status.commonEncodingVersion: Invalid value: "v2": the actual common encoding version is v1'],
  );

  const condition = { type: "AllEncodingVersionsEqual", status: "True", reason: "Equal", message: "all write v1" };

  report(
    "[StorageVersion#11] two conditions of the same type are rejected",
    ({ conditions }) => {
      conditions.push(condition, { ...condition, type: "Other" }, condition);
    },
    [
      'status[2].type: Invalid value: "AllEncodingVersionsEqual": the type of the condition is not unique, it also appears in conditions[0]',
    ],
  );

  report(
    "[StorageVersion#12] a condition whose type is no qualified name is rejected",
    ({ conditions }) => {
      conditions.push({ ...condition, type: "All equal" });
    },
    [`status[0].type: Invalid value: "All equal": ${notQualifiedName}`],
  );

  report(
    "[StorageVersion#13] a condition whose status is no qualified name is rejected",
    ({ conditions }) => {
      conditions.push({ ...condition, status: "True!" });
    },
    [`status[0].status: Invalid value: "True!": ${notQualifiedName}`],
  );

  report(
    "[StorageVersion#14] a condition without a reason is rejected",
    ({ conditions }) => {
      conditions.push({ ...condition, reason: "" });
    },
    ["status[0].reason: Required value: reason cannot be empty"],
  );

  report(
    "[StorageVersion#15] a condition without a message is rejected",
    ({ conditions }) => {
      conditions.push({ ...condition, message: "" });
    },
    ["status[0].message: Required value: message cannot be empty"],
  );
});

describe("a StorageVersionMigration", () => {
  const migrations = new Refusals(server, "/apis/storagemigration.orch.io/v1alpha1/storageversionmigrations", {
    spec: { resource: { group: "apps", version: "v1", resource: "deployments" } },
  });

  migrations.create(
    "[StorageVersionMigration#1] a migration without a resource is rejected",
    ({ spec }) => {
      delete spec.resource.resource;
    },
    ["spec.resource.resource: Required value: resource is required"],
  );

  migrations.create(
    "[StorageVersionMigration#2] a migration without a version is rejected",
    ({ spec }) => {
      spec.resource.version = "";
    },
    ["spec.resource.version: Required value: version is required"],
  );

  const finalizerFault =
    'metadata.finalizers[0]: Invalid value: "plain": name is neither a standard finalizer name nor is it fully qualified';
  migrations.update("an update of a migration reports invalid metadata as often as the reference", {
    change: ({ metadata }) => {
      metadata.finalizers = ["plain"];
    },
    causes: [finalizerFault, finalizerFault],
  });

  for (const [id, field] of [
    [3, "group"],
    [4, "version"],
    [5, "resource"],
  ] as const) {
    migrations.update(
      `[StorageVersionMigration#${id}] an update that changes the ${field} of the resource is rejected`,
      {
        change: ({ spec }) => {
          spec.resource[field] = "others";
        },
        causes: [`${field}: Invalid value: "others": field is immutable`],
      },
    );
  }

  migrations.update("[StorageVersionMigration#6] a resourceVersion that is no number is rejected", {
    subresource: "status",
    change: (migration) => {
      migration.status = { resourceVersion: "seven" };
    },
    causes: [
      'status.resourceVersion: Invalid value: "seven": failed to parse resource version "seven": strconv.ParseInt: parsing "seven": invalid syntax',
    ],
  });

  migrations.update("[StorageVersionMigration#7] a negative resourceVersion is rejected", {
    subresource: "status",
    change: (migration) => {
      migration.status = { resourceVersion: "-1" };
    },
    causes: ["status.resourceVersion: Invalid value: -1: must be greater than or equal to 0"],
  });

  describe("conditions of a StorageVersionMigration", () => {
    const running = { type: "Running", status: "True", reason: "Started", lastUpdateTime: "2025-06-01T12:00:00Z" };

    /** Registers a test that conditions are rejected. @param change to valid conditions */
    function report(title: string, change: (conditions: Manifest[]) => void, causes: readonly string[]): void {
      migrations.update(title, {
        subresource: "status",
        change: (migration) => {
          const conditions = [{ ...running }];
          change(conditions);
          migration.status = { conditions };
        },
        causes,
      });
    }

    report(
      "[StorageVersionMigration#8] two migration conditions of the same type are rejected",
      (all) => void all.push({ ...running }),
      ['status.conditions[1].type: Duplicate value: "Running"'],
    );

    report(
      "[StorageVersionMigration#9] a migration condition whose type is no qualified name is rejected",
      ([condition]) => {
        condition.type = "It runs";
      },
      [`status.conditions[0].type: Invalid value: "It runs": ${notQualifiedName}`],
    );

    report(
      "[StorageVersionMigration#10] a migration condition with an unknown status is rejected",
      ([condition]) => {
        condition.status = "Perhaps";
      },
      ['status.conditions[0].status: Unsupported value: "Perhaps": supported values: "False", "True", "Unknown"'],
    );

    report(
      "[StorageVersionMigration#11] a migration condition without a time is rejected",
      ([condition]) => {
        delete condition.lastUpdateTime;
      },
      ["status.conditions[0].lastTransitionTime: Required value: must be set"],
    );

    report(
      "[StorageVersionMigration#12] a migration condition without a reason is rejected",
      ([condition]) => {
        delete condition.reason;
      },
      ["status.conditions[0].reason: Required value: must be set"],
    );

    report(
      "[StorageVersionMigration#13] a migration condition with a space in its reason is rejected",
      ([condition]) => {
        condition.reason = "It began";
      },
      [`status.conditions[0].reason: Invalid value: "It began": ${notConditionReason}`],
    );

    report(
      "[StorageVersionMigration#14] a migration condition with a reason of more than 1024 bytes is rejected",
      ([condition]) => {
        condition.reason = "r".repeat(1025);
      },
      ["status.conditions[0].reason: Too long: may not be more than 1024 bytes"],
    );

    report(
      "[StorageVersionMigration#15] a migration condition with a message of more than 32768 bytes is rejected",
      ([condition]) => {
        condition.message = "m".repeat(32_769);
      },
      ["status.conditions[0].message: Too long: may not be more than 32768 bytes"],
    );

    const done = { ...running, type: "Succeeded" };
    const failed = { ...running, type: "Failed" };

    /** Registers a test that conditions are rejected because they contradict each other or the conditions before. */
    function contradict(title: string, conditions: { before?: Manifest[]; now: Manifest[] }, why: string): void {
      const { before = [], now } = conditions;
      migrations.update(title, {
        beforeStatus: (migration) => {
          migration.status = { conditions: before };
        },
        subresource: "status",
        change: (migration) => {
          migration.status = { conditions: now };
        },
        causes: [new RegExp(`^status\\.conditions: Invalid value: \\[\\].+: ${why}$`)],
      });
    }

    contradict(
      "[StorageVersionMigration#17] the conditions Succeeded and Failed together are rejected",
      { now: [done, failed] },
      "Both success and failed conditions cannot be true at the same time",
    );

    contradict(
      "[StorageVersionMigration#18] the conditions Running and Succeeded together are rejected",
      { now: [running, done] },
      "Running condition cannot be true when success condition is true",
    );

    contradict(
      "[StorageVersionMigration#19] the conditions Running and Failed together are rejected",
      { now: [running, failed] },
      "Running condition cannot be true when failed condition is true",
    );

    contradict(
      "[StorageVersionMigration#20] an update that sets Succeeded to False is rejected",
      { before: [done], now: [{ ...done, status: "False" }] },
      "Success condition cannot be set to false once it is true",
    );

    contradict(
      "[StorageVersionMigration#21] an update that sets Failed to False is rejected",
      { before: [failed], now: [{ ...failed, status: "False" }] },
      "Failed condition cannot be set to false once it is true",
    );
  });

  migrations.update("[StorageVersionMigration#16] an update that changes the resourceVersion is rejected", {
    beforeStatus: (migration) => {
      migration.status = { resourceVersion: "7" };
    },
    subresource: "status",
    change: (migration) => {
      migration.status = { resourceVersion: "8" };
    },
    causes: ['status.resourceVersion: Invalid value: "8": resourceVersion cannot be updated'],
  });
});
