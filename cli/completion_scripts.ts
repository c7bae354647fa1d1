/**
 * Completion scripts, written from the commands.
 *
 * @module
 */

/** An option as a shell completes it. */
export interface CompletedOption {
  /** `--limit` */
  readonly flag: string;
  /** One letter. */
  readonly short?: string;
  /** One line. */
  readonly summary: string;
  /** Whether a value follows. */
  readonly takesValue: boolean;
  /** The values that are allowed. */
  readonly choices?: readonly string[];
}

/** A command as a shell completes it. */
export interface Node {
  /** `["playlist", "add"]` */
  readonly path: readonly string[];
  /** One line. */
  readonly summary: string;
  /** Its options, the global ones included. */
  readonly options: readonly CompletedOption[];
  /** Whether its words are names of profiles. */
  readonly profiles: boolean;
}

const PROFILES = "tonearm profile list --no-color 2>/dev/null </dev/null | cut -f1";

function childrenOf(nodes: readonly Node[], path: readonly string[]): Node[] {
  return nodes.filter((node) =>
    node.path.length === path.length + 1 && path.every((name, index) => node.path[index] === name)
  );
}

function namesOf(nodes: readonly Node[]): string {
  return nodes.map(({ path }) => path.at(-1)).join(" ");
}

function flagsOf({ options }: Node): string {
  return options.flatMap(({ flag, short }) => [flag, ...(short ? [`-${short}`] : [])]).join(" ");
}

/** Options with values of which the shell can know some, once each. */
function valued(nodes: readonly Node[]): CompletedOption[] {
  const options = nodes.flatMap((node) => node.options).filter(({ takesValue }) => takesValue);
  return [...new Map(options.map((option) => [`${option.flag} ${option.choices}`, option])).values()];
}

/** The script for bash. */
export function bash(nodes: readonly Node[]): string {
  const top = childrenOf(nodes, []);
  const cases = nodes.map((node) => {
    const words = node.profiles ? `$(${PROFILES})` : namesOf(childrenOf(nodes, node.path));
    return `    "${node.path.join(" ")}") words="${words}"; flags="${flagsOf(node)}" ;;\n`;
  });
  return `# bash completion for tonearm
_tonearm() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path="" word words flags
  case "$previous" in
${valueCases(nodes)}  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " ${nodes.map(({ path }) => path.join("/")).join(" ")} " in
      *" \${path:+\${path// //}/}$word "*) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
    "") words="${namesOf(top)}"; flags="${top[0] ? flagsOf({ ...top[0], options: globalsOf(nodes) }) : ""}" ;;
${cases.join("")}  esac
  if [[ "$current" == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$current"))
  else COMPREPLY=($(compgen -W "$words" -- "$current")); fi
}
complete -o default -F _tonearm tonearm
`;
}

/** Options that every command has. */
function globalsOf(nodes: readonly Node[]): readonly CompletedOption[] {
  const [first, ...rest] = nodes;
  return (first?.options ?? []).filter(({ flag }) =>
    rest.every(({ options }) => options.some((one) => one.flag === flag))
  );
}

function valueCases(nodes: readonly Node[]): string {
  return valued(nodes).map(({ flag, choices }) => {
    const words = flag === "--profile" ? `$(${PROFILES})` : choices?.join(" ");
    const reply = words === undefined ? "COMPREPLY=()" : `COMPREPLY=($(compgen -W "${words}" -- "$current"))`;
    return words === undefined ? "" : `    ${flag}) ${reply}; return ;;\n`;
  }).join("");
}

/** The script for zsh. */
export function zsh(nodes: readonly Node[]): string {
  const cases = nodes.map((node) => {
    const children = childrenOf(nodes, node.path);
    const words = node.profiles ? `candidates=(\${(f)"$(${PROFILES})"})` : `candidates=(${described(children)})`;
    return `    "${node.path.join(" ")}") ${words}; flags=(${node.options.map(zshOption).join(" ")}) ;;\n`;
  });
  return `#compdef tonearm
# zsh completion for tonearm
_tonearm() {
  local trail="" word previous="\${words[CURRENT-1]}" current="\${words[CURRENT]}"
  local -a given=("\${words[@]:1:$((CURRENT-2))}") flags
  local -a all=(${nodes.map(({ path }) => quote(path.join(" "))).join(" ")})
  case "$previous" in
${zshValues(nodes)}  esac
  for word in $given; do
    if (( \${all[(Ie)\${trail:+$trail }$word]} )); then trail="\${trail:+$trail }$word"; fi
  done
  local -a candidates
  case "$trail" in
    "") candidates=(${described(childrenOf(nodes, []))}); flags=(${globalsOf(nodes).map(zshOption).join(" ")}) ;;
${cases.join("")}  esac
  if [[ "$current" == -* ]]; then _describe option flags; else _describe command candidates; fi
}
if [ "$funcstack[1]" = "_tonearm" ]; then _tonearm "$@"; else compdef _tonearm tonearm; fi
`;
}

function zshValues(nodes: readonly Node[]): string {
  return valued(nodes).flatMap(({ flag, choices }) => {
    if (flag === "--profile") return [`    ${flag}) compadd -- \${(f)"$(${PROFILES})"}; return ;;\n`];
    return choices ? [`    ${flag}) compadd -- ${choices.join(" ")}; return ;;\n`] : [];
  }).join("");
}

function zshOption({ flag, summary }: CompletedOption): string {
  return quote(`${flag}:${summary.replaceAll(":", "\\:")}`);
}

function described(nodes: readonly Node[]): string {
  return nodes.map(({ path, summary }) => quote(`${path.at(-1)}:${summary.replaceAll(":", "\\:")}`)).join(" ");
}

/** The script for fish. */
export function fish(nodes: readonly Node[]): string {
  const lines = nodes.flatMap((node) => [
    `complete -c tonearm -n ${quote(below(nodes, node.path.slice(0, -1)))} -a ${node.path.at(-1)} -d ${
      quote(node.summary)
    }`,
    ...(node.profiles ? [`complete -c tonearm -n ${quote(below(nodes, node.path))} -a '(${PROFILES})'`] : []),
    ...node.options.filter((option) => !isGlobal(nodes, option)).map((option) =>
      fishOption(option, below(nodes, node.path))
    ),
  ]);
  return `# fish completion for tonearm
complete -c tonearm -f
${globalsOf(nodes).map((option) => fishOption(option)).join("\n")}
${lines.join("\n")}
`;
}

function isGlobal(nodes: readonly Node[], { flag }: CompletedOption): boolean {
  return globalsOf(nodes).some((option) => option.flag === flag);
}

/** The condition under which a command was typed, and none of those below it. */
function below(nodes: readonly Node[], path: readonly string[]): string {
  const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`);
  const children = childrenOf(nodes, path);
  const unseen = children.length > 0 ? [`not __fish_seen_subcommand_from ${namesOf(children)}`] : [];
  return [...seen, ...unseen].join("; and ") || "true";
}

function fishOption({ flag, short, summary, takesValue, choices }: CompletedOption, condition?: string): string {
  const values = flag === "--profile" ? ` -a '(${PROFILES})'` : choices ? ` -a ${quote(choices.join(" "))}` : "";
  const letter = short ? ` -s ${short}` : "";
  const when = condition ? ` -n ${quote(condition)}` : "";
  return `complete -c tonearm${when} -l ${flag.slice(2)}${letter}${takesValue ? " -x" : ""}${values} -d ${
    quote(summary)
  }`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
