package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
)

var (
	widgets    = schema.GroupVersionResource{Group: "example.com", Version: "v1", Resource: "widgets"}
	configMaps = schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}
)

const definition = `{
  "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "widgets.example.com"},
  "spec": {
    "group": "example.com", "scope": "Namespaced", "names": {"kind": "Widget", "plural": "widgets"},
    "versions": [{
      "name": "v1", "served": true, "storage": true,
      "subresources": {"status": {}, "scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}},
      "schema": {"openAPIV3Schema": {"type": "object", "properties": {
        "spec": {"type": "object", "x-kubernetes-preserve-unknown-fields": true, "properties": {"replicas": {"type": "integer"}}},
        "status": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}
      }}}
    }]
  }
}`

// defineWidgets creates the custom type, and waits until it is served.
func defineWidgets(ctx context.Context, client kubernetes.Interface) {
	rest := client.CoreV1().RESTClient()
	path := "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
	err := rest.Post().AbsPath(path).SetHeader("Content-Type", jsonType).Body([]byte(definition)).Do(ctx).Error()
	if err != nil && !apierrors.IsAlreadyExists(err) {
		panic(err)
	}
	isServed := func() bool { return rest.Get().AbsPath("/apis/example.com/v1/widgets").Do(ctx).Error() == nil }
	if err := eventually(isServed); err != nil {
		panic(err)
	}
}

func widget(name string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.com/v1", "kind": "Widget",
		"metadata": map[string]any{"name": name, "labels": map[string]any{"app": "a"}},
		"spec": map[string]any{
			"replicas": int64(2), "large": int64(1) << 62, "negative": int64(-5), "half": 1.5, "none": nil,
			"text": "ü日", "list": []any{true, "", map[string]any{}},
		},
	}}
}

func dynamicMap(name string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap",
		"metadata": map[string]any{"name": name, "labels": map[string]any{"app": "a"}},
		"data":     map[string]any{"x": "1"}, "binaryData": map[string]any{"bytes": "AP+A"},
	}}
}

func checkDynamic(ctx context.Context, c *checker, client dynamic.Interface, namespace string) {
	checkObjects(ctx, c, client.Resource(widgets).Namespace(namespace), "Widget", widget)
	checkObjects(ctx, c, client.Resource(configMaps).Namespace(namespace), "ConfigMap", dynamicMap)
	objects := client.Resource(widgets).Namespace(namespace)
	c.step("create Widget", func() (string, error) { return showAny(objects.Create(ctx, widget("a"), metav1.CreateOptions{})) })
	c.step("update the status of a Widget", func() (string, error) {
		one := must(objects.Get(ctx, "a", metav1.GetOptions{}))
		one.Object["status"] = map[string]any{"replicas": int64(2)}
		return showAny(objects.UpdateStatus(ctx, one, metav1.UpdateOptions{}))
	})
	c.step("get and update the scale of a Widget", func() (string, error) {
		scale := must(objects.Get(ctx, "a", metav1.GetOptions{}, "scale"))
		must[any](nil, unstructured.SetNestedField(scale.Object, int64(3), "spec", "replicas"))
		return showAny(objects.Update(ctx, scale, metav1.UpdateOptions{}, "scale"))
	})
	checkDynamicInformer(ctx, c, client, namespace)
}

// checkDynamicInformer follows Widgets, and creates one.
func checkDynamicInformer(ctx context.Context, c *checker, client dynamic.Interface, namespace string) {
	objects := client.Resource(widgets).Namespace(namespace)
	c.quietStep("informer of Widgets", func() (string, error) {
		factory := dynamicinformer.NewFilteredDynamicSharedInformerFactory(client, 0, namespace, nil)
		informer := factory.ForResource(widgets)
		stop := make(chan struct{})
		defer factory.Shutdown()
		defer close(stop)
		informer.Informer()
		factory.Start(stop)
		factory.WaitForCacheSync(stop)
		must(objects.Create(ctx, widget("informed"), metav1.CreateOptions{}))
		err := eventually(func() bool {
			_, missing := informer.Lister().ByNamespace(namespace).Get("informed")
			return missing == nil
		})
		return fmt.Sprintf("%d objects", len(must(informer.Lister().List(labels.Everything())))), err
	})
}

func checkObjects(
	ctx context.Context, c *checker, objects dynamic.ResourceInterface, kind string,
	object func(name string) *unstructured.Unstructured,
) {
	for _, name := range []string{"p", "q", "r"} {
		c.step("create "+kind, func() (string, error) { return showAny(objects.Create(ctx, object(name), metav1.CreateOptions{})) })
	}
	c.step("get "+kind, func() (string, error) { return showAny(objects.Get(ctx, "p", metav1.GetOptions{})) })
	c.step("list in chunks", func() (string, error) {
		names, options := []string{}, metav1.ListOptions{Limit: 2, LabelSelector: "app=a"}
		for {
			list, err := objects.List(ctx, options)
			if err != nil {
				return "", err
			}
			names = append(names, list.GetKind())
			for _, one := range list.Items {
				names = append(names, one.GetKind()+" "+one.GetName())
			}
			if options.Continue = list.GetContinue(); options.Continue == "" {
				return strings.Join(names, ", "), nil
			}
		}
	})
	c.step("update "+kind, func() (string, error) {
		one := must(objects.Get(ctx, "p", metav1.GetOptions{}))
		one.SetAnnotations(map[string]string{"changed": "yes"})
		return showAny(objects.Update(ctx, one, metav1.UpdateOptions{}))
	})
	patch := func(kind types.PatchType, text string) func() (string, error) {
		return func() (string, error) {
			return showAny(objects.Patch(ctx, "p", kind, []byte(text), metav1.PatchOptions{}))
		}
	}
	c.step("merge patch", patch(types.MergePatchType, `{"metadata":{"annotations":{"merge":"1"}}}`))
	c.step("JSON patch", patch(types.JSONPatchType, `[{"op":"remove","path":"/metadata/annotations/merge"}]`))
	apply := func(value string, options metav1.ApplyOptions) func() (string, error) {
		return func() (string, error) {
			fields := object("applied")
			fields.SetAnnotations(map[string]string{"x": value})
			return showAny(objects.Apply(ctx, "applied", fields, options))
		}
	}
	c.step("apply", apply("1", metav1.ApplyOptions{FieldManager: "one"}))
	c.step("apply in conflict", apply("2", metav1.ApplyOptions{FieldManager: "two"}))
	c.step("apply by force", apply("2", metav1.ApplyOptions{FieldManager: "two", Force: true}))
	c.step("get a missing object", func() (string, error) { return showAny(objects.Get(ctx, "none", metav1.GetOptions{})) })
	c.step("create an invalid object", func() (string, error) {
		return showAny(objects.Create(ctx, object("No!"), metav1.CreateOptions{}))
	})
	c.step("watch", func() (string, error) {
		options := initialEvents()
		options.LabelSelector = "app=a"
		watcher, err := objects.Watch(ctx, options)
		if err != nil {
			return "", err
		}
		defer watcher.Stop()
		names := eventsUntil(watcher, watch.Bookmark)
		must(objects.Create(ctx, object("watched"), metav1.CreateOptions{}))
		must(objects.Patch(ctx, "watched", types.MergePatchType, []byte(`{"metadata":{"annotations":{"a":"b"}}}`), metav1.PatchOptions{}))
		return strings.Join(append(names, deleteAndRead(watcher, func() error {
			return objects.Delete(ctx, "watched", metav1.DeleteOptions{})
		})...), ", "), nil
	})
	c.step("delete", func() (string, error) {
		propagation := metav1.DeletePropagationBackground
		return "deleted", objects.Delete(ctx, "p", metav1.DeleteOptions{PropagationPolicy: &propagation})
	})
	c.step("delete a collection", func() (string, error) {
		if err := objects.DeleteCollection(ctx, metav1.DeleteOptions{}, listed); err != nil {
			return "", err
		}
		list, err := objects.List(ctx, listed)
		return fmt.Sprintf("%d left", len(list.Items)), err
	})
}

// checkRejected shows what the dynamic client does with a server that does not accept CBOR.
func checkRejected(ctx context.Context, c *checker, client dynamic.Interface, namespace string) {
	c.want = wireTypes{body: []string{cborType, jsonType}, apply: types.ApplyCBORPatchType, object: jsonType, stream: jsonType}
	objects := client.Resource(widgets).Namespace(namespace)
	for _, name := range []string{"a", "b"} {
		c.step("create "+name, func() (string, error) { return showAny(objects.Create(ctx, widget(name), metav1.CreateOptions{})) })
	}
	c.step("get", func() (string, error) { return showAny(objects.Get(ctx, "b", metav1.GetOptions{})) })
	c.step("apply", func() (string, error) {
		return showAny(objects.Apply(ctx, "c", widget("c"), metav1.ApplyOptions{FieldManager: "one"}))
	})
}

func checkMetadata(ctx context.Context, c *checker, client metadata.Interface, objects dynamic.Interface, namespace string) {
	// The metadata client sends DeleteOptions in JSON. It accepts protobuf for metadata only.
	c.want.body = append(c.want.body, jsonType)
	c.want.status = jsonType
	must(objects.Resource(widgets).Namespace(namespace).Create(ctx, widget("a"), metav1.CreateOptions{}))
	must(objects.Resource(configMaps).Namespace(namespace).Create(ctx, dynamicMap("m"), metav1.CreateOptions{}))
	for _, one := range []struct {
		resource schema.GroupVersionResource
		name     string
	}{{widgets, "a"}, {configMaps, "m"}} {
		metadataOf := client.Resource(one.resource).Namespace(namespace)
		c.step("get the metadata of "+one.resource.Resource, func() (string, error) {
			return showMetadata(metadataOf.Get(ctx, one.name, metav1.GetOptions{}))
		})
		c.step("list metadata", func() (string, error) {
			list, err := metadataOf.List(ctx, metav1.ListOptions{})
			if err != nil {
				return "", err
			}
			return showMetadata(&list.Items[0], nil)
		})
		c.step("patch metadata", func() (string, error) {
			patch := []byte(`{"metadata":{"annotations":{"a":"b"}}}`)
			return showMetadata(metadataOf.Patch(ctx, one.name, types.MergePatchType, patch, metav1.PatchOptions{}))
		})
		c.step("get missing metadata", func() (string, error) {
			return showMetadata(metadataOf.Get(ctx, "none", metav1.GetOptions{}))
		})
		c.step("watch metadata", func() (string, error) {
			watcher, err := metadataOf.Watch(ctx, initialEvents())
			if err != nil {
				return "", err
			}
			defer watcher.Stop()
			names := eventsUntil(watcher, watch.Bookmark)
			return strings.Join(append(names, deleteAndRead(watcher, func() error {
				return metadataOf.Delete(ctx, one.name, metav1.DeleteOptions{})
			})...), ", "), nil
		})
		c.step("delete a collection of metadata", func() (string, error) {
			return "deleted", metadataOf.DeleteCollection(ctx, metav1.DeleteOptions{}, listed)
		})
	}
}

func showAny(one *unstructured.Unstructured, err error) (string, error) {
	if err != nil {
		return "", withoutUID(err)
	}
	shown := map[string]any{"kind": one.GetKind(), "name": one.GetName(), "annotations": one.GetAnnotations()}
	for _, member := range []string{"spec", "status", "data", "binaryData"} {
		if value, isPresent := one.Object[member]; isPresent {
			shown[member] = value
		}
	}
	managers := []string{}
	for _, entry := range one.GetManagedFields() {
		fields := must(json.Marshal(entry.FieldsV1))
		managers = append(managers, fmt.Sprintf("%s %s %s", entry.Manager, entry.Operation, fields))
	}
	shown["managers"] = managers
	return string(must(json.Marshal(shown))), nil
}

func showMetadata(one *metav1.PartialObjectMetadata, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s %v %v %d", one.Name, one.Labels, one.Annotations, one.Generation), nil
}
