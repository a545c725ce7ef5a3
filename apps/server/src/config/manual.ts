import { flagName, variableName } from './names.ts'
import { bareVariables, schema } from './schema.ts'
import type { Setting } from './setting.ts'
import { allSettings, type Path } from './walk.ts'

export function usage(): string {
  const lines: [string, string][] = [
    [
      '--config',
      'Settings file (JSON with comments). Default: pennant.json in the working directory, if it exists.',
    ],
    ...Object.entries(schema.members).flatMap(([name, node]): [string, string][] =>
      node.kind === 'setting' && !node.secret ? [[flagName(name), flagText(node)]] : [],
    ),
    ['--help', 'Print this help and exit.'],
    ['--version', 'Print the version and exit.'],
  ]
  const width = Math.max(...lines.map(([flag]) => flag.length))
  return [
    'Usage: pennant [--flag=value …]',
    '       pennant COMMAND [--flag …]; `pennant help` lists the commands',
    '',
    ...lines.flatMap(([flag, text]) => wrapped(`  ${flag.padEnd(width)}  `, text)),
    '',
    ...wrapped(
      '',
      'Set these and all other settings in the settings file or in variables (PENNANT_PORT, PENNANT_EMAIL_CONFIG__SMTP__HOST, DATABASE_URL). Set secrets there, too, or in a file that PENNANT_…_FILE names. For the full list, see docs/operator/settings.md.',
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
  const lines = text.match(new RegExp(`\\S.{0,${lineWidth - head.length - 1}}(?= |$)`, 'g')) ?? []
  return lines.map((line, at) => (at === 0 ? head : ' '.repeat(head.length)) + line)
}

export function settingsManual(): string {
  const groups = Object.entries(schema.members).filter(([, { kind }]) => kind !== 'setting')
  return [
    introduction,
    chapter('General', schema.text, (path) => path.length === 1),
    ...groups.map(([name, { text }]) => chapter(code(name), text, ([first]) => first === name)),
  ].join('\n')
}

function chapter(title: string, text: string, holds: (path: Path) => boolean): string {
  const settings = allSettings().filter(({ path }) => holds(path))
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

function row(path: Path, setting: Setting): string {
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
  if (typeof value !== 'object') return String(value)
  return value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ')
}

const code = (text: string): string => `\`${text}\``

const introduction = `# Settings

<!-- Made from apps/server/src/config/schema.ts by \`node tools/manual.mjs\`. Change it there. -->

Use this page to look up a setting of the server. All settings are optional. Restart the server after changing a setting.
What administrators change while the server runs (name, colors, registration, lifetimes of instances) is on the site's
**Settings** page instead.

## Where settings come from

Later ones win:

1. A JSON file: the one that \`--config=FILE\` or the variable \`PENNANT_CONFIG\` names, otherwise \`pennant.json\` in the
   working directory, if it exists.
2. Variables.
3. Flags, for the settings under [General](#general): \`--port=8081\` or \`--port 8081\`, \`--data-dir=/var/lib/pennant\`.

How to write them:

- **In the file**, a key with dots is an object in an object: \`{ "emailConfig": { "smtp": { "port": 465 } } }\`.
  \`null\` leaves a setting unchanged. Comments are allowed: \`// …\` and \`/* … */\`.
- **As a variable**, write two underscores for each dot: \`PENNANT_EMAIL_CONFIG__SMTP__PORT=465\`. Single underscores don't
  count, so \`PENNANT_EmailConfig__Smtp__Port\` is the same. A blank variable counts as not set.
- **Case** never matters in keys, in variables, or in the words that a setting allows.
- **Lists** are JSON arrays, text with commas between the parts, or numbered variables
  (\`PENNANT_TRUSTED_ORIGINS__0\`, \`PENNANT_TRUSTED_ORIGINS__1\`). Your list replaces the whole default.
- **Secrets** can come from a file: \`PENNANT_ADMIN_PASSWORD_FILE=/run/secrets/admin\`. This works for every setting marked
  as secret, and for \`DATABASE_URL_FILE\` and \`REDIS_URL_FILE\`. One newline at the end is ignored. Set the variable or
  the file, not both.
- **Two variables have their own names**, because hosting platforms set them: \`DATABASE_URL\` and \`REDIS_URL\`. The ones
  that start with \`PENNANT_\` win over them.
- **Relative paths** start at the working directory.

The server validates all settings before it starts and lists all errors together, with their sources. Errors are unknown keys
and \`PENNANT_…\` variables, values that aren't allowed, and settings that contradict each other. The value of a secret is
never printed. Variables that start with \`PENNANT_TEST_\` are ignored, and so are those that container runtimes set for a
service called \`pennant\`, such as \`PENNANT_SERVICE_HOST\`.

## Connection strings

- **PostgreSQL**: \`postgresql://user:password@host:5432/database\`, with special characters in the username and the
  password percent-encoded. \`Host=…;Port=…;Database=…;Username=…;Password=…;SSL Mode=…\` works, too.
- **Redis**: \`redis://user:password@host:6379/0\`, or \`rediss://…\` for TLS.
  \`host:port,user=…,password=…,ssl=true,defaultDatabase=0\` works, too.
- **Files**: \`disk://path=./files\`, or \`s3://bucket=…;region=…;accessKey=…;secretKey=…\`. Instead of \`region\`, you can
  set \`endpoint\`, with \`useHttp=true\` and \`forcePathStyle=true\` if that service needs it. The schemes \`aws.s3\` and
  \`minio.s3\` work, too. \`minio.s3\` implies \`forcePathStyle=true\`.
`
