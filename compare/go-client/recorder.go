package main

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
)

// exchange has the media types of one request and its response.
type exchange struct {
	method, path   string
	sent, received string
	code           int
}

func (e exchange) String() string {
	sent := e.sent
	if sent == "" {
		sent = "no body"
	}
	return fmt.Sprintf("%s %s: %s -> %d %s", e.method, e.path, sent, e.code, e.received)
}

// recorder notes the exchanges of all clients whose configurations it wraps.
type recorder struct {
	mutex     sync.Mutex
	exchanges []exchange
}

type roundTripper func(*http.Request) (*http.Response, error)

func (r roundTripper) RoundTrip(request *http.Request) (*http.Response, error) { return r(request) }

func (r *recorder) wrap(inner http.RoundTripper) http.RoundTripper {
	return roundTripper(func(request *http.Request) (*http.Response, error) {
		sent := ""
		if request.Body != nil && request.Body != http.NoBody {
			sent = request.Header.Get("Content-Type")
		}
		response, err := inner.RoundTrip(request)
		if err == nil {
			received := strings.ReplaceAll(response.Header.Get("Content-Type"), " ", "")
			one := exchange{request.Method, request.URL.Path, sent, received, response.StatusCode}
			r.mutex.Lock()
			r.exchanges = append(r.exchanges, one)
			r.mutex.Unlock()
		}
		return response, err
	})
}

// take returns the exchanges since the last call.
func (r *recorder) take() []exchange {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	taken := r.exchanges
	r.exchanges = nil
	return taken
}
