// The program answers questions about expressions with the Go packages of the API server v1.32.13 and cel-go v0.22.0.
// It reads JSON lines from the standard input and writes one JSON line for each. README.md describes both.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/debug"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apimachinery/pkg/util/version"
	apicel "k8s.io/apiserver/pkg/cel"
	celcommon "k8s.io/apiserver/pkg/cel/common"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"
)

type input struct {
	ID         any               `json:"id"`
	Release    string            `json:"release"`
	Container  string            `json:"container"`
	Variables  map[string]string `json:"variables"`
	Schema     json.RawMessage   `json:"schema"`
	OldSelf    bool              `json:"oldSelf"`
	Part       bool              `json:"part"`
	Expression string            `json:"expression"`
	Bindings   map[string]any    `json:"bindings"`
	Mode       string            `json:"mode"`
	Trees      bool              `json:"trees"`
}

type output struct {
	ID         any      `json:"id"`
	Fault      string   `json:"fault,omitempty"`
	ParseIssue string   `json:"parseIssues,omitempty"`
	Parsed     string   `json:"parsed,omitempty"`
	CheckIssue string   `json:"checkIssues,omitempty"`
	Checked    string   `json:"checked,omitempty"`
	Type       string   `json:"type,omitempty"`
	PlanError  string   `json:"planError,omitempty"`
	Value      any      `json:"value,omitempty"`
	Cost       *uint64  `json:"cost,omitempty"`
	Cancelled  bool     `json:"cancelled,omitempty"`
	EstMin     string   `json:"estimateMin,omitempty"`
	EstMax     string   `json:"estimateMax,omitempty"`
	Overloads  []string `json:"overloads,omitempty"`
	PerSecond  float64  `json:"perSecond,omitempty"`
}

const (
	speedRounds    = 9
	speedRoundTime = 120 * time.Millisecond
)

// evaluationsPerSecond returns the median of the rounds in which the program is evaluated with the same variables.
func evaluationsPerSecond(prog cel.Program, vars map[string]any) (float64, error) {
	rates := make([]float64, speedRounds)
	for round := range rates {
		count, start := 0, time.Now()
		for time.Since(start) < speedRoundTime {
			for range 50 {
				if _, _, err := prog.Eval(vars); err != nil {
					return 0, err
				}
			}
			count += 50
		}
		rates[round] = float64(count) / time.Since(start).Seconds()
	}
	sort.Float64s(rates)
	return rates[speedRounds/2], nil
}

// parseType returns the type with a name such as "map(string, list(int))".
func parseType(s string) *cel.Type {
	s = strings.TrimSpace(s)
	if i := strings.Index(s, "("); i > 0 && strings.HasSuffix(s, ")") {
		name, inner := s[:i], s[i+1:len(s)-1]
		var parts []string
		depth, start := 0, 0
		for j, c := range inner {
			switch c {
			case '(':
				depth++
			case ')':
				depth--
			case ',':
				if depth == 0 {
					parts = append(parts, inner[start:j])
					start = j + 1
				}
			}
		}
		parts = append(parts, inner[start:])
		switch name {
		case "list":
			return cel.ListType(parseType(parts[0]))
		case "map":
			return cel.MapType(parseType(parts[0]), parseType(parts[1]))
		case "optional_type":
			return cel.OptionalType(parseType(parts[0]))
		case "type":
			return types.NewTypeTypeWithParam(parseType(parts[0]))
		}
	}
	switch s {
	case "int":
		return cel.IntType
	case "uint":
		return cel.UintType
	case "double":
		return cel.DoubleType
	case "string":
		return cel.StringType
	case "bytes":
		return cel.BytesType
	case "bool":
		return cel.BoolType
	case "dyn":
		return cel.DynType
	case "null_type":
		return cel.NullType
	case "google.protobuf.Timestamp", "timestamp":
		return cel.TimestampType
	case "google.protobuf.Duration", "duration":
		return cel.DurationType
	case "kubernetes.authorization.Authorizer":
		return library.AuthorizerType
	case "kubernetes.Quantity":
		return apicel.QuantityType
	case "kubernetes.URL":
		return apicel.URLType
	case "net.IP":
		return apicel.IPType
	case "net.CIDR":
		return apicel.CIDRType
	}
	panic("unknown type " + s)
}

// adapt returns the value of JSON. {"$uint": "5"} and the like mark values that JSON does not have.
func adapt(v any) any {
	switch t := v.(type) {
	case map[string]any:
		if len(t) == 1 {
			for k, x := range t {
				switch k {
				case "$int":
					n, _ := strconv.ParseInt(x.(string), 10, 64)
					return n
				case "$uint":
					n, _ := strconv.ParseUint(x.(string), 10, 64)
					return n
				case "$double":
					f, _ := strconv.ParseFloat(fmt.Sprint(x), 64)
					return f
				case "$bytes":
					b, _ := base64.StdEncoding.DecodeString(x.(string))
					return b
				case "$timestamp":
					tm, err := time.Parse(time.RFC3339Nano, x.(string))
					if err != nil {
						panic(err)
					}
					return tm
				case "$duration":
					d, err := time.ParseDuration(x.(string))
					if err != nil {
						panic(err)
					}
					return d
				}
			}
		}
		r := map[string]any{}
		for k, x := range t {
			r[k] = adapt(x)
		}
		return r
	case []any:
		r := make([]any, len(t))
		for i, x := range t {
			r[i] = adapt(x)
		}
		return r
	case json.Number:
		if n, err := strconv.ParseInt(string(t), 10, 64); err == nil {
			return n
		}
		f, _ := t.Float64()
		return f
	}
	return v
}

// show returns a value as JSON with its type: {"int": "5"}.
func show(v ref.Val) any {
	switch t := v.(type) {
	case nil:
		return map[string]any{"nil": true}
	case *types.Err:
		return map[string]any{"error": t.String()}
	case types.Bool:
		return bool(t)
	case types.Int:
		return map[string]any{"int": strconv.FormatInt(int64(t), 10)}
	case types.Uint:
		return map[string]any{"uint": strconv.FormatUint(uint64(t), 10)}
	case types.Double:
		f := float64(t)
		if math.IsNaN(f) {
			return map[string]any{"double": "NaN"}
		}
		if math.IsInf(f, 1) {
			return map[string]any{"double": "+Inf"}
		}
		if math.IsInf(f, -1) {
			return map[string]any{"double": "-Inf"}
		}
		return map[string]any{"double": strconv.FormatFloat(f, 'g', -1, 64)}
	case types.String:
		return map[string]any{"string": string(t)}
	case types.Bytes:
		return map[string]any{"bytes": base64.StdEncoding.EncodeToString(t)}
	case types.Null:
		return map[string]any{"null": true}
	case types.Timestamp:
		return map[string]any{"timestamp": t.Time.UTC().Format(time.RFC3339Nano)}
	case types.Duration:
		return map[string]any{"duration": strconv.FormatInt(int64(t.Duration), 10)}
	case *types.Optional:
		if !t.HasValue() {
			return map[string]any{"optional": nil}
		}
		return map[string]any{"optional": show(t.GetValue())}
	case *types.Type:
		return map[string]any{"type": t.TypeName()}
	case traits.Lister:
		r := []any{}
		for it := t.Iterator(); it.HasNext() == types.True; {
			r = append(r, show(it.Next()))
		}
		return map[string]any{"list": r}
	case traits.Mapper:
		type entry struct {
			k string
			e []any
		}
		var es []entry
		for it := t.Iterator(); it.HasNext() == types.True; {
			k := it.Next()
			ks, _ := json.Marshal(show(k))
			es = append(es, entry{string(ks), []any{show(k), show(t.Get(k))}})
		}
		sort.Slice(es, func(i, j int) bool { return es[i].k < es[j].k })
		r := []any{}
		for _, e := range es {
			r = append(r, e.e)
		}
		return map[string]any{"map": r}
	}
	return map[string]any{"opaque": v.Type().TypeName(), "text": fmt.Sprint(v.Value())}
}

type adorner struct{ checked *ast.AST }

func (a adorner) GetMetadata(ctx any) string {
	e, ok := ctx.(ast.Expr)
	if !ok {
		if en, ok := ctx.(ast.EntryExpr); ok {
			return fmt.Sprintf("#%d", en.ID())
		}
		return ""
	}
	s := fmt.Sprintf("#%d", e.ID())
	if a.checked != nil {
		if t, ok := a.checked.TypeMap()[e.ID()]; ok {
			s += "~" + checker.FormatCELType(t)
		}
		if r, ok := a.checked.ReferenceMap()[e.ID()]; ok {
			if len(r.OverloadIDs) > 0 {
				s += "^" + strings.Join(r.OverloadIDs, "|")
			} else {
				s += "^" + r.Name
			}
		}
	}
	return s
}

var envs = map[string]*cel.Env{}

func baseSet(release string) (*environment.EnvSet, bool) {
	stored := release == "stored"
	v := version.MajorMinor(1, 31)
	if !stored && release != "" {
		var a, b uint
		fmt.Sscanf(release, "%d.%d", &a, &b)
		v = version.MajorMinor(a, b)
	}
	return environment.MustBaseEnvSet(v, true), stored
}

// envFor returns the environment of a question, and the type of self if the question has a schema.
func envFor(in *input) (*cel.Env, *apicel.DeclType, error) {
	set, stored := baseSet(in.Release)
	names := make([]string, 0)
	for n := range in.Variables {
		names = append(names, n)
	}
	sort.Strings(names)
	key := fmt.Sprint(in.Release, "|", in.Container, "|", in.OldSelf, "|", in.Part, "|", string(in.Schema))
	for _, n := range names {
		key += "|" + n + ":" + in.Variables[n]
	}
	var opts []cel.EnvOption
	var decls []*apicel.DeclType
	for _, n := range names {
		opts = append(opts, cel.Variable(n, parseType(in.Variables[n])))
	}
	if in.Container != "" {
		opts = append(opts, cel.Container(in.Container))
	}
	var root *apicel.DeclType
	if len(in.Schema) > 0 {
		st, err := structural(in.Schema)
		if err != nil {
			return nil, nil, err
		}
		root = model.SchemaDeclType(st, !in.Part)
		if root == nil {
			return nil, nil, fmt.Errorf("the schema has no type")
		}
		root = root.MaybeAssignTypeName("selfType")
		opts = append(opts, cel.Variable("self", root.CelType()))
		if in.OldSelf {
			opts = append(opts, cel.Variable("oldSelf", root.CelType()))
		}
		decls = append(decls, root)
	}
	if e, ok := envs[key]; ok {
		return e, root, nil
	}
	ext, err := set.Extend(environment.VersionedOptions{IntroducedVersion: version.MajorMinor(1, 0), EnvOptions: opts, DeclTypes: decls})
	if err != nil {
		return nil, nil, err
	}
	var e *cel.Env
	if stored {
		e = ext.StoredExpressionsEnv()
	} else {
		e = ext.NewExpressionsEnv()
	}
	if len(envs) > 2000 {
		envs = map[string]*cel.Env{}
	}
	envs[key] = e
	return e, root, nil
}

// structural reads a structural schema.
func structural(raw json.RawMessage) (*apiextschema.Structural, error) {
	var props apiextv1.JSONSchemaProps
	if err := json.Unmarshal(raw, &props); err != nil {
		return nil, err
	}
	var internal apiextensions.JSONSchemaProps
	if err := apiextv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&props, &internal, nil); err != nil {
		return nil, err
	}
	return apiextschema.NewStructural(&internal)
}

type sizer struct{ root *apicel.DeclType }

func (s *sizer) EstimateSize(el checker.AstNode) *checker.SizeEstimate {
	if s.root == nil || len(el.Path()) == 0 {
		return nil
	}
	cur := s.root
	for _, name := range el.Path()[1:] {
		switch name {
		case "@items", "@values":
			if cur.ElemType == nil {
				return nil
			}
			cur = cur.ElemType
		case "@keys":
			if cur.KeyType == nil {
				return nil
			}
			cur = cur.KeyType
		default:
			f, ok := cur.Fields[name]
			if !ok {
				return nil
			}
			cur = f.Type
		}
	}
	return &checker.SizeEstimate{Min: 0, Max: uint64(cur.MaxElements)}
}
func (s *sizer) EstimateCallCost(function, overloadID string, target *checker.AstNode, args []checker.AstNode) *checker.CallEstimate {
	return nil
}

// run answers one question.
func run(in *input) (out output) {
	out.ID = in.ID
	defer func() {
		if r := recover(); r != nil {
			out.Fault = fmt.Sprint(r)
		}
	}()
	env, root, err := envFor(in)
	if err != nil {
		out.Fault = err.Error()
		return
	}
	if in.Mode == "overloads" {
		for name, f := range env.Functions() {
			for _, o := range f.OverloadDecls() {
				out.Overloads = append(out.Overloads, name+" "+o.ID())
			}
		}
		sort.Strings(out.Overloads)
		return
	}
	parsed, iss := env.Parse(in.Expression)
	if iss.Err() != nil {
		out.ParseIssue = iss.String()
		return
	}
	if in.Trees {
		out.Parsed = debug.ToAdornedDebugString(parsed.NativeRep().Expr(), adorner{})
	}
	checked, iss := env.Check(parsed)
	if iss.Err() != nil {
		out.CheckIssue = iss.String()
		return
	}
	// Compile also checks the literals, which Check does not.
	compiled, iss := env.Compile(in.Expression)
	if iss.Err() != nil {
		out.CheckIssue = iss.String()
		return
	}
	_ = checked
	if in.Trees {
		out.Checked = debug.ToAdornedDebugString(compiled.NativeRep().Expr(), adorner{compiled.NativeRep()})
	}
	out.Type = checker.FormatCELType(compiled.OutputType())
	est, err := env.EstimateCost(compiled, &library.CostEstimator{SizeEstimator: &sizer{root}})
	if err != nil {
		out.EstMin = "error: " + err.Error()
	} else {
		out.EstMin = strconv.FormatUint(est.Min, 10)
		out.EstMax = strconv.FormatUint(est.Max, 10)
	}
	if in.Bindings == nil {
		in.Bindings = map[string]any{}
	}
	prog, err := env.Program(compiled)
	if err != nil {
		out.PlanError = err.Error()
		return
	}
	vars := map[string]any{}
	for k, v := range in.Bindings {
		if root != nil && (k == "self" || k == "oldSelf") {
			st, _ := structural(in.Schema)
			if !in.Part {
				st = model.WithTypeAndObjectMeta(st)
			}
			vars[k] = celcommon.UnstructuredToVal(adapt(v), &model.Structural{Structural: st})
		} else {
			vars[k] = adapt(v)
		}
	}
	if in.Mode == "speed" {
		if out.PerSecond, err = evaluationsPerSecond(prog, vars); err != nil {
			out.Fault = err.Error()
		}
		return
	}
	val, det, err := prog.Eval(vars)
	if det != nil && det.ActualCost() != nil {
		c := *det.ActualCost()
		out.Cost = &c
	}
	if err != nil {
		if strings.Contains(err.Error(), "actual cost limit exceeded") {
			out.Cancelled = true
		}
		out.Value = map[string]any{"error": err.Error()}
		return
	}
	out.Value = show(val)
	return
}

var _ = common.NewTextSource

func main() {
	r := bufio.NewReaderSize(os.Stdin, 1<<20)
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	for {
		line, err := r.ReadBytes('\n')
		if len(line) > 1 {
			var in input
			d := json.NewDecoder(strings.NewReader(string(line)))
			d.UseNumber()
			if e := d.Decode(&in); e != nil {
				fmt.Fprintf(w, "{\"fault\":%q}\n", e.Error())
			} else {
				o := run(&in)
				var sb strings.Builder
				enc := json.NewEncoder(&sb)
				enc.SetEscapeHTML(false)
				if e := enc.Encode(o); e != nil {
					fmt.Fprintf(w, "{\"fault\":%q}\n", e.Error())
				} else {
					w.WriteString(sb.String())
				}
			}
			if r.Buffered() == 0 {
				w.Flush()
			}
		}
		if err != nil {
			return
		}
	}
}
