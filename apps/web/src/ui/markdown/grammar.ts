import type { LanguageInput } from 'shiki/core'

/** What can be coloured. Each is fetched where a text needs it. */
export const grammars = {
  applescript: () => import('@shikijs/langs/applescript'),
  asm: () => import('@shikijs/langs/asm'),
  c: () => import('@shikijs/langs/c'),
  cpp: () => import('@shikijs/langs/cpp'),
  csharp: () => import('@shikijs/langs/csharp'),
  css: () => import('@shikijs/langs/css'),
  diff: () => import('@shikijs/langs/diff'),
  docker: () => import('@shikijs/langs/docker'),
  dotenv: () => import('@shikijs/langs/dotenv'),
  glsl: () => import('@shikijs/langs/glsl'),
  go: () => import('@shikijs/langs/go'),
  haskell: () => import('@shikijs/langs/haskell'),
  html: () => import('@shikijs/langs/html'),
  ini: () => import('@shikijs/langs/ini'),
  java: () => import('@shikijs/langs/java'),
  javascript: () => import('@shikijs/langs/javascript'),
  json: () => import('@shikijs/langs/json'),
  kotlin: () => import('@shikijs/langs/kotlin'),
  llvm: () => import('@shikijs/langs/llvm'),
  log: () => import('@shikijs/langs/log'),
  lua: () => import('@shikijs/langs/lua'),
  make: () => import('@shikijs/langs/make'),
  markdown: () => import('@shikijs/langs/markdown'),
  php: () => import('@shikijs/langs/php'),
  powershell: () => import('@shikijs/langs/powershell'),
  proto: () => import('@shikijs/langs/proto'),
  python: () => import('@shikijs/langs/python'),
  ruby: () => import('@shikijs/langs/ruby'),
  rust: () => import('@shikijs/langs/rust'),
  shellscript: () => import('@shikijs/langs/shellscript'),
  solidity: () => import('@shikijs/langs/solidity'),
  sql: () => import('@shikijs/langs/sql'),
  toml: () => import('@shikijs/langs/toml'),
  typescript: () => import('@shikijs/langs/typescript'),
  xml: () => import('@shikijs/langs/xml'),
  yaml: () => import('@shikijs/langs/yaml'),
} satisfies Record<string, LanguageInput>

export type Grammar = keyof typeof grammars

/** Other names people write. */
const aliases: Readonly<Record<string, Grammar>> = {
  nasm: 'asm',
  assembly: 'asm',
  s: 'asm',
  c: 'c',
  cpp: 'cpp',
  'c++': 'cpp',
  cs: 'csharp',
  'c#': 'csharp',
  patch: 'diff',
  dockerfile: 'docker',
  env: 'dotenv',
  golang: 'go',
  hs: 'haskell',
  htm: 'html',
  conf: 'ini',
  js: 'javascript',
  node: 'javascript',
  json5: 'json',
  jsonc: 'json',
  kt: 'kotlin',
  makefile: 'make',
  md: 'markdown',
  ps1: 'powershell',
  pwsh: 'powershell',
  protobuf: 'proto',
  py: 'python',
  sage: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'shellscript',
  bash: 'shellscript',
  shell: 'shellscript',
  zsh: 'shellscript',
  console: 'shellscript',
  sol: 'solidity',
  ts: 'typescript',
  svg: 'xml',
  yml: 'yaml',
}

const isGrammar = (name: string): name is Grammar => Object.hasOwn(grammars, name)

export const grammarOf = (name: string): Grammar | undefined => {
  const plain = name.toLowerCase()
  return isGrammar(plain) ? plain : Object.hasOwn(aliases, plain) ? aliases[plain] : undefined
}
