/** The DefaultIngressClass plugin: the class of Ingresses that name none. */
import { ingressClassAnnotation } from "../../../api/class-annotations.ts";
import type { Ingress } from "../../../api/index.ts";
import { ingressClass } from "../../../api/networking/v1/ingress-class.ts";
import { subLabel } from "../../../meta/vocabulary.ts";
import type { AdmissionPlugin } from "../../plugin.ts";
import { defaultClassOf } from "../default-class.ts";
import type { PluginServices } from "../plugin-services.ts";

const defaultMark = subLabel("ingressclass/is-default-class");

/** Returns the plugin. */
export function defaultIngressClass({ fewObjects, vocabulary }: PluginServices): AdmissionPlugin {
  const classes = fewObjects(ingressClass);
  const marks = [vocabulary.bind(defaultMark)];
  const annotation = vocabulary.bind(ingressClassAnnotation);
  return {
    admit: async ({ object }) => {
      const ingress = object as Ingress;
      const { ingressClassName } = ingress.spec ?? {};
      if (ingressClassName !== undefined || ingress.metadata.annotations?.[annotation] !== undefined) return;
      const name = defaultClassOf(await classes.list(""), marks);
      if (name !== undefined) ingress.spec = { ...ingress.spec, ingressClassName: name };
    },
  };
}
