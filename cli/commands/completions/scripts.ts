// Shell scripts that call `tonearm completions complete`. They contain nothing about the commands, so they never become
// outdated. `:files` means that the shell completes filenames.

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

export type Shell = typeof SHELLS[number];

export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# bash completion for tonearm
_tonearm() {
  local line="\${COMP_LINE:0:COMP_POINT}" words offers current before
  read -ra words <<< "$line"
  [[ "$line" == *[[:space:]] ]] && words+=("")
  current="\${words[\${#words[@]}-1]}"
  mapfile -t offers < <(tonearm completions complete -- "\${words[@]:1}" 2>/dev/null </dev/null | cut -f1)
  # Bash takes what follows = or : for a word of its own.
  before="\${current%"\${current##*[=:]}"}"
  if [[ "\${offers[0]}" == ":files" ]]; then
    # So that Bash quotes spaces, and ends a folder with a slash.
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "\${current#"$before"}")
    return
  fi
  COMPREPLY=("\${offers[@]#"$before"}")
}
complete -o default -F _tonearm tonearm
`,
  zsh: `#compdef tonearm
# zsh completion for tonearm
_tonearm() {
  local -a offers described
  offers=("\${(@f)$(tonearm completions complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null </dev/null)}")
  [[ "\${offers[1]}" == ":files" ]] && { _files; return }
  local offer
  for offer in $offers; do described+=("\${\${offer%%$'\\t'*}//:/\\\\:}:\${offer#*$'\\t'}"); done
  _describe tonearm described
}
if [ "$funcstack[1]" = "_tonearm" ]; then _tonearm "$@"; else compdef _tonearm tonearm; fi
`,
  fish: `# fish completion for tonearm
function __tonearm_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l offers (tonearm completions complete -- $words[2..] 2>/dev/null </dev/null)
  if test "$offers[1]" = ":files"
    __fish_complete_path (commandline -ct)
  else if set -q offers[1]
    printf '%s\\n' $offers
  end
end
complete -c tonearm -f -a '(__tonearm_complete)'
`,
  powershell: `# PowerShell completion for tonearm
Register-ArgumentCompleter -Native -CommandName tonearm -ScriptBlock {
  param($current, $line, $position)
  $words = @($line.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.StartOffset -lt $position } | ForEach-Object { "$_".Trim('"', "'") })
  # Before 7.3, PowerShell drops an empty argument unless it is in quotes.
  if ($current -eq '') { $words += $(if ($PSVersionTable.PSVersion -ge [version]'7.3') { '' } else { '""' }) }
  # Without offers, PowerShell completes filenames.
  $null | tonearm completions complete '--' @words 2>$null | Where-Object { $_ -ne ':files' } | ForEach-Object {
    $value, $about = $_ -split "\`t", 2
    if (-not $about) { $about = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $about)
  }
}
`,
};
