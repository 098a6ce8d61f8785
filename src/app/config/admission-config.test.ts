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

test("NamespaceLifecycle and NodeRestriction are on by default, in this order", () => {
  expect(admissionOf()).toEqual({ plugins: ["NamespaceLifecycle", "NodeRestriction"] });
  expect(serverConfig("up", [], { cwd: "/" }).admission.plugins).toEqual(["NamespaceLifecycle", "NodeRestriction"]);
});

test("plugins can be disabled", () => {
  expect(admissionOf("--disable-admission-plugins=NodeRestriction,PodSecurity")).toEqual({
    plugins: ["NamespaceLifecycle"],
  });
});

test("enabling a plugin that orch does not have yet causes a warning", () => {
  const args = ["--enable-admission-plugins=AlwaysPullImages,NodeRestriction"];
  expect(serverConfig("apiserver", args, { cwd: "/" })).toMatchObject({
    admission: { plugins: ["NamespaceLifecycle", "NodeRestriction"] },
    warnings: ["the admission plugin AlwaysPullImages has no effect in this release"],
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
