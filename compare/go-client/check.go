package main

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/types"
)

// wireTypes are the media types that a client is expected to use.
type wireTypes struct {
	// body has those of bodies that are objects, and apply that of an apply.
	body  []string
	apply types.PatchType
	// object and stream are those of responses.
	object, stream string
	// status is that of responses to failed requests and to deletions, which may be a Status.
	status string
}

// checker runs steps, prints their results, and counts unexpected media types.
type checker struct {
	recorder *recorder
	want     wireTypes
	failures int
}

var otherPatches = []string{
	string(types.JSONPatchType), string(types.MergePatchType), string(types.StrategicMergePatchType),
}

// step runs one step, and prints its result and its exchanges. Results must not depend on the server.
func (c *checker) step(name string, run func() (string, error)) {
	result, err := run()
	if err != nil {
		result = "error: " + err.Error()
	}
	fmt.Printf("%s: %s\n", name, result)
	last := ""
	for _, one := range c.recorder.take() {
		if line := one.String(); line != last {
			fmt.Println("  " + line)
			last = line
		}
		c.check(one)
	}
}

// quietStep does not print the exchanges, because their number depends on the time. It prints their media types.
func (c *checker) quietStep(name string, run func() (string, error)) {
	result, err := run()
	if err != nil {
		result = "error: " + err.Error()
		c.failures++
	}
	received := map[string]bool{}
	for _, one := range c.recorder.take() {
		received[one.received] = true
		c.check(one)
	}
	names := []string{}
	for name := range received {
		names = append(names, name)
	}
	slices.Sort(names)
	fmt.Printf("%s: %s\n  received %s\n", name, result, strings.Join(names, " and "))
}

func (c *checker) check(one exchange) {
	isBody := one.sent == "" || slices.Contains(c.want.body, one.sent)
	if one.method == "PATCH" {
		isBody = one.sent == string(c.want.apply) || slices.Contains(otherPatches, one.sent)
	}
	isResponse := one.received == c.want.object || one.received == c.want.stream ||
		one.received == c.want.status && (one.code >= 400 || one.method == "DELETE")
	if !isBody || !isResponse {
		c.failures++
		fmt.Println("  UNEXPECTED MEDIA TYPE: " + one.String())
	}
}

// must reports an error that makes further steps pointless.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
