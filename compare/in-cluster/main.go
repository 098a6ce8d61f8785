// Lists the ConfigMaps of the Pod's namespace with the in-cluster configuration of client-go, and prints their names.
package main

import (
	"context"
	"fmt"
	"os"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

func main() {
	config, err := rest.InClusterConfig()
	if err != nil {
		fail(err)
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		fail(err)
	}
	namespace, err := os.ReadFile("/var/run/secrets/kubernetes.io/serviceaccount/namespace")
	if err != nil {
		fail(err)
	}
	maps, err := client.CoreV1().ConfigMaps(string(namespace)).List(context.Background(), metav1.ListOptions{})
	if err != nil {
		fail(err)
	}
	for _, one := range maps.Items {
		fmt.Println(one.Name)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
