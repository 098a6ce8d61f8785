// Checks that Go's clients in protobuf and in CBOR can work with a server, and that they use the media type that they
// were asked to use. The output depends only on the server's behaviour, so that outputs of two servers can be compared.
//
//	go-client KUBECONFIG protobuf|protobuf-streamed|cbor|cbor-streamed|cbor-rejected
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

const (
	protobufType = "application/vnd.kubernetes.protobuf"
	cborType     = "application/cbor"
	jsonType     = "application/json"
)

var inProtobuf = wireTypes{
	body: []string{protobufType}, apply: types.ApplyYAMLPatchType,
	object: protobufType, stream: protobufType + ";stream=watch",
}

var inCBOR = wireTypes{
	// The dynamic client sends DeleteOptions in JSON.
	body: []string{cborType, jsonType}, apply: types.ApplyCBORPatchType,
	object: cborType, stream: "application/cbor-seq",
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: go-client KUBECONFIG protobuf|protobuf-streamed|cbor|cbor-streamed|cbor-rejected")
		os.Exit(2)
	}
	config := must(clientcmd.BuildConfigFromFlags("", os.Args[1]))
	config.QPS = -1
	mode := os.Args[2]
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	namespace := prepare(ctx, config, mode)
	recorder := &recorder{}
	config.Wrap(recorder.wrap)
	checker := &checker{recorder: recorder}
	switch mode {
	case "protobuf", "protobuf-streamed":
		checker.want = inProtobuf
		config.ContentType = protobufType
	default:
		checker.want = inCBOR
		config.ContentType = cborType
	}
	typed, untyped := must(kubernetes.NewForConfig(config)), must(dynamic.NewForConfig(config))
	switch mode {
	case "protobuf":
		checkTyped(ctx, checker, typed, namespace)
		checkMetadata(ctx, checker, must(metadata.NewForConfig(config)), must(dynamic.NewForConfig(plain(config))), namespace)
	case "protobuf-streamed":
		checkTypedInformer(ctx, checker, typed, namespace)
	case "cbor":
		checkTyped(ctx, checker, typed, namespace)
		checkDynamic(ctx, checker, untyped, namespace)
	case "cbor-streamed":
		checkTypedInformer(ctx, checker, typed, namespace)
		checkDynamicInformer(ctx, checker, untyped, namespace)
	case "cbor-rejected":
		checkRejected(ctx, checker, untyped, namespace)
	default:
		fmt.Fprintf(os.Stderr, "unknown mode %q\n", mode)
		os.Exit(2)
	}
	if checker.failures > 0 {
		fmt.Printf("%d failures\n", checker.failures)
		os.Exit(1)
	}
	fmt.Println("ok")
}

// plain returns the configuration without the recorder.
func plain(config *rest.Config) *rest.Config {
	copied := rest.CopyConfig(config)
	copied.WrapTransport = nil
	return copied
}

// prepare creates the namespace of the mode, and the custom type.
func prepare(ctx context.Context, config *rest.Config, mode string) string {
	inJSON := rest.CopyConfig(config)
	inJSON.ContentType = jsonType
	client := must(kubernetes.NewForConfig(inJSON))
	name := "go-" + mode
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name}}
	must(client.CoreV1().Namespaces().Create(ctx, namespace, metav1.CreateOptions{}))
	defineWidgets(ctx, client)
	return name
}
