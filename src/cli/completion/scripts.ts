/** Completion scripts for shells. They run `orch __complete` to get the candidates. */

/** The supported shells. */
export const shells = ["bash", "zsh"] as const;
/** The name of a supported shell. */
export type Shell = (typeof shells)[number];

/** If this is the only candidate, the shell completes file names. */
export const filesMark = ":files";

const bash = `# Completion of orch for bash. Now: source <(orch completion bash)
# Always: orch completion bash > ~/.local/share/bash-completion/completions/orch
_orch() {
  local candidate
  COMPREPLY=()
  while IFS= read -r candidate; do
    if [[ $candidate == "${filesMark}" ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(compgen -f -- "\${COMP_WORDS[COMP_CWORD]#=}")
      return
    fi
    COMPREPLY+=("$candidate")
  done < <("\${COMP_WORDS[0]}" __complete bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *[/=] ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -F _orch orch
`;

const zsh = `#compdef orch
# Completion of orch for zsh. Now: source <(orch completion zsh)
# Always: orch completion zsh > _orch, in a folder of $fpath, before compinit
_orch() {
  local -a candidates
  candidates=("\${(@f)$("\${words[1]}" __complete zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ "\${candidates[1]}" == "${filesMark}" ]]; then
    _files
    return
  fi
  _describe -t orch orch candidates
}
if [[ "$funcstack[1]" == _orch ]]; then _orch "$@"; else compdef _orch orch; fi
`;

/** The completion script of each shell. */
export const completionScripts: Readonly<Record<Shell, string>> = { bash, zsh };
