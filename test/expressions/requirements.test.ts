/** Requirements of the expression language: functions and costs with `orch cel`, and what a server accepts. */
import { beforeAll, describe, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { runOrch } from "../support/orch-command.ts";
import { buildProgram } from "../support/orch-process.ts";
import { startTestServer } from "../support/test-server.ts";

beforeAll(buildProgram, 120_000);

interface Printed {
  readonly result?: unknown;
  readonly error?: string;
  readonly cost?: number;
}

async function evaluate(expression: string): Promise<Printed> {
  using folder = new TemporaryDirectory();
  const { stdout } = await runOrch(["cel", expression, "-o", "json"], { cwd: folder.path });
  return JSON.parse(stdout) as Printed;
}

interface FunctionRequirement {
  readonly id: string;
  readonly title: string;
  /** An expression that is true. */
  readonly holds: string;
  /** An expression that fails with an error. */
  readonly fails?: string;
}

const functions: readonly FunctionRequirement[] = [
  {
    id: "CEL-30",
    title: "lists have indexOf(), lastIndexOf() and isSorted()",
    holds: "[1, 2, 1].indexOf(1) == 0 && [1, 2, 1].lastIndexOf(1) == 2 && [1, 2, 3].isSorted() && ![2, 1].isSorted()",
  },
  {
    id: "CEL-31",
    title: "lists have min(), max() and sum()",
    holds:
      "[3, 1, 2].min() == 1 && [3, 1, 2].max() == 3 && [1, 2].sum() == 3 && " +
      "[duration('1m'), duration('30s')].sum() == duration('90s')",
  },
  { id: "CEL-32", title: "matches() tests a regular expression", holds: "'abc'.matches('b') && !'abc'.matches('^b')" },
  {
    id: "CEL-33",
    title: "find() returns the first match, and findAll() all of them",
    holds: "'abc 123'.find('[0-9]+') == '123' && '1 2'.findAll('[0-9]') == ['1', '2']",
  },
  {
    id: "CEL-34",
    title: "isURL() tests and url() parses an absolute URL",
    holds: "!isURL('../x') && isURL('https://a.b/c') && type(url('https://a.b/c')) != string",
    fails: "url('../x').getHost() == ''",
  },
  {
    id: "CEL-35",
    title: "a URL has a scheme, a host, a port, a path and a query",
    holds:
      "url('https://a:80/p%20q?x=1').getScheme() == 'https' && url('https://a:80/p?x=1').getHost() == 'a:80' && " +
      "url('https://a:80/p?x=1').getHostname() == 'a' && url('https://a:80/p?x=1').getPort() == '80' && " +
      "url('https://a:80/p q').getEscapedPath() == '/p%20q' && url('https://a:80/p?x=1').getQuery() == {'x': ['1']}",
  },
  {
    id: "CEL-36",
    title: "quantities convert to integers if they lose nothing",
    holds: "quantity('1Gi').asInteger() == 1073741824 && quantity('1k').isInteger() && !quantity('1.5').isInteger()",
    fails: "quantity('1.5').asInteger() == 1",
  },
  {
    id: "CEL-37",
    title: "quantities convert to floats and have a sign",
    holds:
      "quantity('1.5').asApproximateFloat() == 1.5 && sign(quantity('-2')) == -1 && sign(quantity('0')) == 0 && " +
      "sign(quantity('1Mi')) == 1",
  },
  {
    id: "CEL-38",
    title: "quantities and integers can be added and subtracted",
    holds:
      "quantity('1k').add(1) == quantity('1001') && quantity('1k').sub(quantity('1')) == quantity('999') && " +
      "quantity('1k').add(quantity('1k')) == quantity('2k') && quantity('3').sub(4) == quantity('-1')",
  },
  {
    id: "CEL-39",
    title: "quantities can be compared",
    holds:
      "quantity('50M').isLessThan(quantity('50Mi')) && quantity('50Mi').isGreaterThan(quantity('50M')) && " +
      "quantity('50M').compareTo(quantity('50Mi')) == -1 && quantity('1k').compareTo(quantity('1000')) == 0",
  },
];

describe("functions of expressions", () => {
  for (const { id, title, holds, fails } of functions) {
    test(`[${id}] ${title}`, async () => {
      expect(await evaluate(holds)).toMatchObject({ result: true });
      if (fails !== undefined) expect((await evaluate(fails)).error).toEqual(expect.any(String));
    });
  }
});

describe("costs of expressions", () => {
  test("[CEL-48] the cost of an evaluation is the same in every run", async () => {
    const expression = "[1, 2, 3].map(x, x * 2).exists(x, string(x) == '6')";
    const runs = await Promise.all([evaluate(expression), evaluate(expression), evaluate(expression)]);
    expect(new Set(runs.map(({ cost }) => cost)).size).toBe(1);
    expect(runs[0]?.cost).toBeGreaterThan(0);
  });

  test("[CEL-50] the cost of a regular expression grows with its length and that of the text", async () => {
    const costOf = async (pattern: string, text: string): Promise<number | undefined> =>
      (await evaluate(`'${text}'.matches('${pattern}')`)).cost;
    // A tenth of the text, times a quarter of the pattern.
    expect(await costOf("a".repeat(40), "b".repeat(99))).toBe(100);
    expect(await costOf("a".repeat(80), "b".repeat(99))).toBe(200);
    expect(await costOf("a".repeat(40), "b".repeat(199))).toBe(200);
  });

  test("[CEL-51] an evaluation that exceeds its budget ends with an error", async () => {
    const list = `[${"1, ".repeat(60)}1]`;
    const { error } = await evaluate(`${list}.all(a, ${list}.all(b, ${list}.all(c, a == b && b == c)))`);
    expect(error).toBe("operation cancelled: actual cost limit exceeded");
  });
});

describe("expressions in requests", () => {
  const policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
  const policyWith = (name: string, expression: string, variables: readonly object[] = []): object => ({
    metadata: { name },
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
      },
      variables,
      validations: [{ expression }],
    },
  });

  test("[CEL-47] a policy can use optional values, which came with an earlier release", async () => {
    await using server = await startTestServer({ vocabulary: "kubernetes" });
    const body = policyWith("optional", "object.?a.orValue(1) == 1");
    expect((await server.client.request(policies, { method: "POST", body })).status).toBe(201);
  });

  test("[CEL-02] an expression can neither loop without end nor refer to itself", async () => {
    await using server = await startTestServer({ vocabulary: "kubernetes" });
    const loop = await server.client.request(policies, { method: "POST", body: policyWith("loop", "while (true) {}") });
    expect(loop.status).toBe(422);
    expect(loop.text).toContain("reserved identifier: while");
    const recursive = policyWith("recursive", "variables.a", [{ name: "a", expression: "variables.a" }]);
    const recursion = await server.client.request(policies, { method: "POST", body: recursive });
    expect(recursion.status).toBe(422);
    expect(recursion.text).toContain("undefined field 'a'");
  });

  test("[CEL-45] checks have selectors if the feature is on", async () => {
    const body = policyWith(
      "selectors",
      "authorizer.group('').resource('pods').labelSelector('a=b').check('get').allowed()",
    );
    await using on = await startTestServer({ vocabulary: "kubernetes" });
    expect((await on.client.request(policies, { method: "POST", body })).status).toBe(201);
    await using off = await startTestServer({
      vocabulary: "kubernetes",
      flags: ["--feature-gates=AuthorizeWithSelectors=false,AuthorizeNodeWithSelectors=false"],
    });
    const response = await off.client.request(policies, { method: "POST", body });
    expect(response.status).toBe(422);
    expect(response.text).toContain("undeclared reference to 'labelSelector'");
  });
});
