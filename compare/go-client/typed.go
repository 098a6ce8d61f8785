package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/watch"
	applyappsv1 "k8s.io/client-go/applyconfigurations/apps/v1"
	applycorev1 "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

var listed = metav1.ListOptions{LabelSelector: "app=a"}

// initialEvents asks for a watch that begins with the existing objects and a bookmark.
func initialEvents() metav1.ListOptions {
	yes := true
	return metav1.ListOptions{
		SendInitialEvents: &yes, AllowWatchBookmarks: true,
		ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan,
	}
}

func checkTyped(ctx context.Context, c *checker, client kubernetes.Interface, namespace string) {
	maps := client.CoreV1().ConfigMaps(namespace)
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		c.step("create ConfigMap "+name, func() (string, error) {
			return show(maps.Create(ctx, configMap(name), metav1.CreateOptions{}))
		})
	}
	c.step("get ConfigMap", func() (string, error) { return show(maps.Get(ctx, "a", metav1.GetOptions{})) })
	c.step("list ConfigMaps in chunks", func() (string, error) {
		names, options := []string{}, metav1.ListOptions{Limit: 2, LabelSelector: "app=a"}
		for {
			list, err := maps.List(ctx, options)
			if err != nil {
				return "", err
			}
			for _, one := range list.Items {
				names = append(names, one.Name)
			}
			names = append(names, fmt.Sprintf("remaining %v", list.RemainingItemCount != nil))
			if options.Continue = list.Continue; options.Continue == "" {
				return strings.Join(names, " "), nil
			}
		}
	})
	c.step("update ConfigMap", func() (string, error) {
		one := must(maps.Get(ctx, "a", metav1.GetOptions{}))
		one.Data["x"] = "changed"
		return show(maps.Update(ctx, one, metav1.UpdateOptions{}))
	})
	c.step("update with an old version", func() (string, error) {
		one := must(maps.Get(ctx, "a", metav1.GetOptions{}))
		one.ResourceVersion = "1"
		_, err := maps.Update(ctx, one, metav1.UpdateOptions{})
		return "", err
	})
	patches := map[types.PatchType]string{
		types.JSONPatchType:           `[{"op":"add","path":"/data/json","value":"1"}]`,
		types.MergePatchType:          `{"data":{"merge":"1"}}`,
		types.StrategicMergePatchType: `{"data":{"strategic":"1"}}`,
	}
	for _, kind := range []types.PatchType{types.JSONPatchType, types.MergePatchType, types.StrategicMergePatchType} {
		c.step("patch ConfigMap", func() (string, error) {
			return show(maps.Patch(ctx, "a", kind, []byte(patches[kind]), metav1.PatchOptions{}))
		})
	}
	apply := func(value string, options metav1.ApplyOptions) (string, error) {
		fields := applycorev1.ConfigMap("applied", namespace).WithLabels(map[string]string{"app": "a"}).
			WithData(map[string]string{"x": value})
		return show(maps.Apply(ctx, fields, options))
	}
	c.step("apply ConfigMap", func() (string, error) { return apply("1", metav1.ApplyOptions{FieldManager: "one"}) })
	c.step("apply in conflict", func() (string, error) { return apply("2", metav1.ApplyOptions{FieldManager: "two"}) })
	c.step("apply by force", func() (string, error) {
		return apply("2", metav1.ApplyOptions{FieldManager: "two", Force: true})
	})
	c.step("create an existing ConfigMap", func() (string, error) {
		return show(maps.Create(ctx, configMap("a"), metav1.CreateOptions{}))
	})
	c.step("create an invalid ConfigMap", func() (string, error) {
		return show(maps.Create(ctx, configMap("No!"), metav1.CreateOptions{}))
	})
	c.step("get a missing ConfigMap", func() (string, error) { return show(maps.Get(ctx, "none", metav1.GetOptions{})) })
	c.step("watch ConfigMaps", func() (string, error) {
		watcher, err := maps.Watch(ctx, initialEvents())
		if err != nil {
			return "", err
		}
		defer watcher.Stop()
		names := eventsUntil(watcher, watch.Bookmark)
		must(maps.Create(ctx, configMap("watched"), metav1.CreateOptions{}))
		must(maps.Patch(ctx, "watched", types.MergePatchType, []byte(`{"data":null}`), metav1.PatchOptions{}))
		return strings.Join(append(names, deleteAndRead(watcher, func() error {
			return maps.Delete(ctx, "watched", metav1.DeleteOptions{})
		})...), ", "), nil
	})
	c.step("watch with an invalid selector", func() (string, error) {
		_, err := maps.Watch(ctx, metav1.ListOptions{FieldSelector: "data.x=1"})
		return "", err
	})
	checkDeployments(ctx, c, client, namespace)
	checkTypedInformer(ctx, c, client, namespace)
	c.step("delete with a wrong uid", func() (string, error) {
		uid := types.UID("other")
		err := maps.Delete(ctx, "a", metav1.DeleteOptions{Preconditions: &metav1.Preconditions{UID: &uid}})
		return "", withoutUID(err)
	})
	c.step("delete ConfigMap", func() (string, error) {
		propagation := metav1.DeletePropagationBackground
		return "deleted", maps.Delete(ctx, "a", metav1.DeleteOptions{PropagationPolicy: &propagation})
	})
	c.step("delete a collection", func() (string, error) {
		if err := maps.DeleteCollection(ctx, metav1.DeleteOptions{}, listed); err != nil {
			return "", err
		}
		list, err := maps.List(ctx, listed)
		return fmt.Sprintf("%d left", len(list.Items)), err
	})
}

// checkTypedInformer follows ConfigMaps, and creates one.
func checkTypedInformer(ctx context.Context, c *checker, client kubernetes.Interface, namespace string) {
	maps := client.CoreV1().ConfigMaps(namespace)
	c.quietStep("informer of ConfigMaps", func() (string, error) {
		factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
		lister := factory.Core().V1().ConfigMaps().Lister()
		informer := factory.Core().V1().ConfigMaps().Informer()
		stop := make(chan struct{})
		defer factory.Shutdown()
		defer close(stop)
		factory.Start(stop)
		factory.WaitForCacheSync(stop)
		must(maps.Create(ctx, configMap("informed"), metav1.CreateOptions{}))
		err := eventually(func() bool { _, missing := lister.ConfigMaps(namespace).Get("informed"); return missing == nil })
		found := must(lister.ConfigMaps(namespace).List(labels.Everything()))
		return fmt.Sprintf("%d objects, synced %v", len(found), informer.HasSynced()), err
	})
}

func checkDeployments(ctx context.Context, c *checker, client kubernetes.Interface, namespace string) {
	deployments := client.AppsV1().Deployments(namespace)
	c.step("create Deployment", func() (string, error) {
		return showDeployment(deployments.Create(ctx, deployment("web"), metav1.CreateOptions{}))
	})
	c.step("update status", func() (string, error) {
		one := must(deployments.Get(ctx, "web", metav1.GetOptions{}))
		one.Status.Replicas = 2
		return showDeployment(deployments.UpdateStatus(ctx, one, metav1.UpdateOptions{}))
	})
	c.step("apply status", func() (string, error) {
		status := applyappsv1.Deployment("web", namespace).
			WithStatus(applyappsv1.DeploymentStatus().WithObservedGeneration(1))
		return showDeployment(deployments.ApplyStatus(ctx, status, metav1.ApplyOptions{FieldManager: "one", Force: true}))
	})
	c.step("get and update scale", func() (string, error) {
		scale, err := deployments.GetScale(ctx, "web", metav1.GetOptions{})
		if err != nil {
			return "", err
		}
		scale.Spec.Replicas = 3
		var updated *autoscalingv1.Scale
		if updated, err = deployments.UpdateScale(ctx, "web", scale, metav1.UpdateOptions{}); err != nil {
			return "", err
		}
		return fmt.Sprintf("%s %d %s", updated.Name, updated.Spec.Replicas, updated.Status.Selector), nil
	})
	c.step("delete Deployment", func() (string, error) {
		return "deleted", deployments.Delete(ctx, "web", metav1.DeleteOptions{})
	})
	c.step("strict field validation", func() (string, error) {
		return showDeployment(deployments.Create(ctx, deployment("strict"), metav1.CreateOptions{
			FieldValidation: "Strict", DryRun: []string{"All"},
		}))
	})
	c.step("create an invalid Deployment", func() (string, error) {
		invalid := deployment("invalid")
		invalid.Spec.Template.Labels = nil
		invalid.Spec.Template.Spec.Containers[0].Image = ""
		return showDeployment(deployments.Create(ctx, invalid, metav1.CreateOptions{}))
	})
}

func configMap(name string) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"app": "a"}},
		Data:       map[string]string{"x": "1", "text": "ü\n日", "empty": ""},
		BinaryData: map[string][]byte{"bytes": {0, 255, 128}},
	}
}

func deployment(name string) *appsv1.Deployment {
	replicas, surge := int32(2), intstr.FromString("25%")
	selected := map[string]string{"app": name}
	limits := corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("1500m"), corev1.ResourceMemory: resource.MustParse("1Gi")}
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: appsv1.DeploymentSpec{
			Replicas: &replicas,
			Selector: &metav1.LabelSelector{MatchLabels: selected},
			Strategy: appsv1.DeploymentStrategy{
				Type: appsv1.RollingUpdateDeploymentStrategyType, RollingUpdate: &appsv1.RollingUpdateDeployment{MaxSurge: &surge},
			},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: selected},
				Spec: corev1.PodSpec{Containers: []corev1.Container{{
					Name: "c", Image: "i", Resources: corev1.ResourceRequirements{Limits: limits},
					LivenessProbe: &corev1.Probe{ProbeHandler: corev1.ProbeHandler{
						HTTPGet: &corev1.HTTPGetAction{Path: "/", Port: intstr.FromInt32(80)},
					}},
				}}},
			},
		},
	}
}

func show(one *corev1.ConfigMap, err error) (string, error) {
	if err != nil {
		return "", err
	}
	managers := []string{}
	for _, entry := range one.ManagedFields {
		managers = append(managers, fmt.Sprintf("%s %s %s", entry.Manager, entry.Operation, entry.FieldsV1.Raw))
	}
	slices.Sort(managers)
	return fmt.Sprintf("%q %q %x %v", one.Name, one.Data, one.BinaryData, managers), nil
}

func showDeployment(one *appsv1.Deployment, err error) (string, error) {
	if err != nil {
		return "", err
	}
	spec := must(json.Marshal(one.Spec))
	return fmt.Sprintf("%s generation %d %s %v", one.Name, one.Generation, spec, one.Status), nil
}
