// Reads objects in JSON, one per line, and prints for each the length and a digest of its bytes in protobuf, as the
// reference's packages write them. An object that they cannot read gives a line that begins with "error".
package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

func main() {
	types := scheme.Scheme
	for _, add := range []func() error{
		func() error { return apiextensions.AddToScheme(types) },
		func() error { return apiregistration.AddToScheme(types) },
	} {
		if err := add(); err != nil {
			panic(err)
		}
	}
	reader := json.NewSerializerWithOptions(json.DefaultMetaFactory, types, types, json.SerializerOptions{})
	writer := protobuf.NewSerializer(types, types)
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		object, _, err := reader.Decode(lines.Bytes(), nil, nil)
		if err != nil {
			fmt.Println("error", err)
			continue
		}
		var encoded bytes.Buffer
		if err := writer.Encode(object, &encoded); err != nil {
			fmt.Println("error", err)
			continue
		}
		sum := sha256.Sum256(encoded.Bytes())
		fmt.Println(encoded.Len(), hex.EncodeToString(sum[:8]))
	}
	if err := lines.Err(); err != nil {
		panic(err)
	}
}
