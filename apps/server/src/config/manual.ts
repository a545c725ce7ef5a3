import { flagName, variableName } from './names.ts'
import { allSettings } from './place.ts'
import { bareVariables, schema } from './schema.ts'
import type { Node, Setting } from './setting.ts'

export function usage(): string {
  const flags = Object.entries(schema.members).flatMap(([name, node]): [string, string][] =>
    node.kind === 'setting' && !node.secret ? [[flagName(name), flagText(node)]] : [],
  )
  const lines = [
    [
      '--config',
      'Settings file (JSON). Default: pennant.json in the working directory, if it exists.',
    ] as const,
    ...flags,
    ['--help', 'Print this and stop.'] as const,
    ['--version', 'Print the version and stop.'] as const,
  ]
  const width = Math.max(...lines.map(([flag]) => flag.length))
  return [
    'Usage: npm start -- [--flag=value …]',
    '',
    ...lines.flatMap(([flag, text]) => wrapped(`  ${flag.padEnd(width)}  `, text)),
    '',
    ...wrapped(
      '',
      'Every setting, these and the many below the first level, can also stand in the settings file or in a variable (PENNANT_PORT, PENNANT_EMAIL_CONFIG__SMTP__HOST, DATABASE_URL). Secrets belong there or in a file that PENNANT_…_FILE names. The whole list is docs/operator/settings.md.',
    ),
    '',
  ].join('\n')
}

function flagText(setting: Setting): string {
  const value = defaultText(setting)
  const kind = setting.type.name
  const type = kind.startsWith('one of ') || kind === 'true or false' ? ` ${sentence(kind)}` : ''
  return `${setting.text}${type}${value === '' ? '' : ` Default: ${value}.`}`
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

const lineWidth = 100

function wrapped(head: string, text: string): string[] {
  const indent = ' '.repeat(head.length)
  const lines: string[] = []
  let line = head
  for (const word of text.split(' ')) {
    const next = line.trim() === '' || line === head ? `${line}${word}` : `${line} ${word}`
    if (next.length > lineWidth && line.trim() !== '') {
      lines.push(line)
      line = `${indent}${word}`
    } else {
      line = next
    }
  }
  return [...lines, line]
}

export function settingsManual(): string {
  const own = Object.entries(schema.members).filter(([, node]) => node.kind === 'setting')
  const groups = Object.entries(schema.members).filter(([, node]) => node.kind !== 'setting')
  return [
    introduction,
    chapter('The first level', schema.text, own),
    ...groups.map(([name, node]) => chapter(code(name), groupText(node), [[name, node]])),
  ].join('\n')
}

function groupText(node: Node): string {
  if (node.kind === 'setting') return ''
  return node.kind === 'table' ? node.row.text : node.text
}

function chapter(title: string, text: string, members: readonly [string, Node][]): string {
  const settings = members.flatMap(([name, node]) => allSettings(node, [name]))
  return [
    `## ${title}`,
    '',
    text,
    '',
    '| Key | Variable | Type | Default | Secret | Meaning |',
    '|---|---|---|---|---|---|',
    ...settings.map(({ path, setting }) => row(path, setting)),
    '',
  ].join('\n')
}

function row(path: readonly string[], setting: Setting): string {
  const key = path.join('.')
  const bare = Object.keys(bareVariables).filter((name) => bareVariables[name]?.join('.') === key)
  const variables = [variableName(path), ...bare].map(code).join(' or ')
  const value = defaultText(setting)
  const also = setting.alsoNamed.length === 0 ? '' : ` Also named ${setting.alsoNamed.map(code).join(', ')}.`
  const cells = [
    code(key),
    variables,
    setting.type.name,
    value === '' ? '–' : code(value),
    setting.secret ? 'yes' : 'no',
    `${setting.text}${also}`,
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function defaultText({ default: value }: Setting): string {
  if (value === null) return ''
  return typeof value === 'object' ? value.join(', ') : String(value)
}

const code = (text: string): string => `\`${text}\``

const introduction = `# Settings

<!-- Made from apps/server/src/config/schema.ts by \`node tools/manual.mjs\`. Change it there. -->

The server starts without any setting. What administrators change while it runs (name, colours, registration,
lifetimes of instances) is on the settings page of the site and not here. A change here needs a restart.

## Where settings come from

Later ones win:

1. A JSON file: the one that \`--config=FILE\` or the variable \`PENNANT_CONFIG\` names, else \`pennant.json\` in the
   working directory, if there is one.
2. Variables.
3. Flags, for the settings of the first level: \`--port=8081\` or \`--port 8081\`, \`--data-dir=/var/lib/pennant\`.

- **In the file**, a key with dots is an object in an object: \`{ "emailConfig": { "smtp": { "port": 465 } } }\`.
  \`null\` leaves a setting alone.
- **As a variable**, dots become two underscores: \`PENNANT_EMAIL_CONFIG__SMTP__PORT=465\`. Single underscores do not
  count, so \`PENNANT_EmailConfig__Smtp__Port\` is the same. A blank variable counts as not set.
- **Case** never matters, neither in keys nor in variables nor in the words that a setting allows.
- **Lists** are JSON arrays, text with commas between the parts, or numbered variables
  (\`PENNANT_TRUSTED_ORIGINS__0\`, \`PENNANT_TRUSTED_ORIGINS__1\`). A list that is given replaces the whole default.
- **Secrets** can come from a file of their own: \`PENNANT_ADMIN_PASSWORD_FILE=/run/secrets/admin\`. This works for the
  variable of every setting that is marked as secret, and for \`DATABASE_URL_FILE\` and \`REDIS_URL_FILE\`. One newline
  at the end is left out. Giving both the variable and the file is a fault.
- **Two variables have names of their own**, because hosting platforms set them: \`DATABASE_URL\` and \`REDIS_URL\`. The
  ones that begin with \`PENNANT_\` win over them.
- **Relative paths** start at the working directory.

A key or a \`PENNANT_…\` variable that is not in these tables, a value that is not allowed and settings that contradict
each other are faults. The server then does not start, and lists all faults at once, each with the place where it was
given. It never prints the value of a secret. Variables that begin with \`PENNANT_TEST_\` are left alone, and so are
those that container runtimes make for a service called \`pennant\`, such as \`PENNANT_SERVICE_HOST\`.

## Connection strings

- **PostgreSQL**: \`postgresql://user:password@host:5432/database\`, with special characters in the user name and the
  password percent-encoded. The form \`Host=…;Port=…;Database=…;Username=…;Password=…;SSL Mode=…\` is read as well.
- **Redis**: \`redis://user:password@host:6379/0\`, or \`rediss://…\` for TLS. The form
  \`host:port,user=…,password=…,ssl=true,defaultDatabase=0\` is read as well.
- **Files**: \`disk://path=./files\`, or \`s3://bucket=…;region=…;accessKey=…;secretKey=…\`. Instead of \`region\` there can
  be \`endpoint\`, with \`useHttp=true\` and \`forcePathStyle=true\` where that service needs it. The schemes \`aws.s3\` and
  \`minio.s3\` are read as well; \`minio.s3\` implies \`forcePathStyle=true\`.
`
