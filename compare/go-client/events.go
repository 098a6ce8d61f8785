package main

import (
	"errors"
	"fmt"
	"regexp"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/watch"
)

// eventsUntil reads events up to the first one of a type. It returns their types and the names of their objects.
func eventsUntil(watcher watch.Interface, last watch.EventType) []string {
	shown := []string{}
	for event := range watcher.ResultChan() {
		object, err := meta.Accessor(event.Object)
		if err != nil {
			return append(shown, fmt.Sprintf("%s %v", event.Type, event.Object))
		}
		ended := ""
		if object.GetAnnotations()["k8s.io/initial-events-end"] != "" {
			ended = "the end of the initial events"
		}
		shown = append(shown, fmt.Sprintf("%s %s%s", event.Type, object.GetName(), ended))
		if event.Type == last {
			return shown
		}
	}
	return append(shown, "the watch ended")
}

// deleteAndRead deletes an object, and returns the events up to its deletion.
func deleteAndRead(watcher watch.Interface, remove func() error) []string {
	if err := remove(); err != nil {
		return []string{err.Error()}
	}
	return eventsUntil(watcher, watch.Deleted)
}

// eventually waits for a condition.
func eventually(isMet func() bool) error {
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if isMet() {
			return nil
		}
	}
	return errors.New("the condition was not met within 20 seconds")
}

var uidPattern = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// withoutUID replaces the uids in a message, which differ between servers.
func withoutUID(err error) error {
	if err == nil {
		return nil
	}
	return errors.New(uidPattern.ReplaceAllString(err.Error(), "UID"))
}
