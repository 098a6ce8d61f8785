/** Prints the spec of a FlowSchema in Go syntax, as error messages show it. */
import type { FlowSchemaSpec, PolicyRulesWithSubjects } from "../../api/index.ts";
import { GoText, goQuote } from "../../meta/go-quote.ts";
import { goList, goStruct } from "../../meta/go-struct.ts";
import { goPointer, goTextList } from "../meta/go-values.ts";

/** Returns the spec in Go syntax. */
export function goFlowSchemaSpec(spec: FlowSchemaSpec): GoText {
  const { priorityLevelConfiguration, matchingPrecedence = 0, distinguisherMethod, rules = [] } = spec;
  const reference = { Name: goQuote(priorityLevelConfiguration.name) };
  return new GoText(
    goStruct("flowcontrol.FlowSchemaSpec", {
      PriorityLevelConfiguration: goStruct("flowcontrol.PriorityLevelConfigurationReference", reference),
      MatchingPrecedence: String(matchingPrecedence),
      DistinguisherMethod: goPointer("flowcontrol.FlowDistinguisherMethod", distinguisherMethod !== undefined),
      Rules: goList("flowcontrol.PolicyRulesWithSubjects", rules.map(goRules)),
    }),
  );
}

function goRules({ subjects, resourceRules = [], nonResourceRules = [] }: PolicyRulesWithSubjects): string {
  return goStruct("flowcontrol.PolicyRulesWithSubjects", {
    Subjects: goList("flowcontrol.Subject", (subjects ?? []).map(goSubject)),
    ResourceRules: goList("flowcontrol.ResourcePolicyRule", resourceRules.map(goResourceRule)),
    NonResourceRules: goList("flowcontrol.NonResourcePolicyRule", nonResourceRules.map(goNonResourceRule)),
  });
}

function goSubject({ kind, user, group, serviceAccount }: PolicyRulesWithSubjects["subjects"][number]): string {
  return goStruct("flowcontrol.Subject", {
    Kind: goQuote(kind),
    User: goPointer("flowcontrol.UserSubject", user !== undefined),
    Group: goPointer("flowcontrol.GroupSubject", group !== undefined),
    ServiceAccount: goPointer("flowcontrol.ServiceAccountSubject", serviceAccount !== undefined),
  });
}

type ResourceRule = NonNullable<PolicyRulesWithSubjects["resourceRules"]>[number];
type NonResourceRule = NonNullable<PolicyRulesWithSubjects["nonResourceRules"]>[number];

function goResourceRule(rule: ResourceRule): string {
  return goStruct("flowcontrol.ResourcePolicyRule", {
    Verbs: goTexts(rule.verbs),
    APIGroups: goTexts(rule.apiGroups),
    Resources: goTexts(rule.resources),
    ClusterScope: String(rule.clusterScope ?? false),
    Namespaces: goTexts(rule.namespaces),
  });
}

function goNonResourceRule({ verbs, nonResourceURLs }: NonResourceRule): string {
  const members = { Verbs: goTexts(verbs), NonResourceURLs: goTexts(nonResourceURLs) };
  return goStruct("flowcontrol.NonResourcePolicyRule", members);
}

/** Returns the texts in Go syntax. The list is null if the client did not send it. */
function goTexts(texts: readonly string[] | null | undefined): string {
  return goTextList(texts ?? []).text;
}
