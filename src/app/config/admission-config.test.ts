import { expect, test } from "vitest";
import { UsageError } from "../flags/usage-error.ts";
import type { AdmissionConfig } from "./admission-config.ts";
import { serverConfig } from "./server-config.ts";

function admissionOf(...args: readonly string[]): AdmissionConfig {
  return serverConfig("apiserver", args, { cwd: "/" }).admission;
}

function problemsOf(...args: readonly string[]): readonly string[] {
  try {
    serverConfig("up", args, { cwd: "/" });
    return [];
  } catch (error) {
    if (error instanceof UsageError) return error.problems;
    throw error;
  }
}

test("the plugins that are on by default are called in the order of the reference", () => {
  const { plugins } = admissionOf();
  expect(plugins).toEqual(serverConfig("up", [], { cwd: "/" }).admission.plugins);
  const known: readonly string[] = ["NamespaceLifecycle", "NodeRestriction", "DefaultTolerationSeconds"];
  expect(plugins.filter((name) => known.includes(name))).toEqual(known);
});

test("plugins can be disabled", () => {
  const { plugins } = admissionOf("--disable-admission-plugins=NodeRestriction,PodSecurity");
  expect(plugins).toContain("NamespaceLifecycle");
  expect(plugins).not.toContain("NodeRestriction");
});

test("plugins that are not on by default can be enabled", () => {
  expect(admissionOf().plugins).not.toContain("AlwaysDeny");
  expect(admissionOf("--enable-admission-plugins=AlwaysDeny").plugins).toContain("AlwaysDeny");
});

test("enabling a plugin without effect causes a warning", () => {
  const { warnings } = serverConfig("apiserver", ["--enable-admission-plugins=AlwaysAdmit,NodeRestriction"], {
    cwd: "/",
  });
  expect(warnings).toEqual(["the admission plugin AlwaysAdmit has no effect"]);
});

test("the seconds that Pods tolerate nodes without contact are flags", () => {
  expect(admissionOf().settings).toMatchObject({ notReadyTolerationSeconds: 300, unreachableTolerationSeconds: 300 });
  const flags = ["--default-not-ready-toleration-seconds=1", "--default-unreachable-toleration-seconds=2"];
  expect(admissionOf(...flags).settings).toMatchObject({
    notReadyTolerationSeconds: 1,
    unreachableTolerationSeconds: 2,
  });
});

test("plugins that the reference does not have are rejected", () => {
  expect(
    problemsOf("--enable-admission-plugins=NodeRestrictions", "--disable-admission-plugins=x,ServiceAccount"),
  ).toEqual([
    '--enable-admission-plugins: the plugin "NodeRestrictions" is unknown; did you mean NodeRestriction?',
    '--disable-admission-plugins: the plugin "x" is unknown',
  ]);
});

test("a plugin cannot be both enabled and disabled", () => {
  const names = "NodeRestriction,Priority";
  expect(problemsOf(`--enable-admission-plugins=${names}`, `--disable-admission-plugins=${names}`)).toEqual([
    "the admission plugin NodeRestriction is both enabled and disabled",
    "the admission plugin Priority is both enabled and disabled",
  ]);
});
