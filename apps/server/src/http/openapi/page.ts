import { createHash } from 'node:crypto'
import { Html, html } from '../html.ts'
import type { Content, OpenApi, Operation, Parameter, RateLimit, Response, Verb } from './document.ts'
import type { WrittenSchema } from './schema.ts'
import { style } from './style.ts'

export const pagePolicy = (): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export const renderPage = (document: OpenApi): string => {
  const { info, tags, components } = document
  const endpoints = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]): Endpoint => ({ path, verb: verb as Verb, operation })),
  )
  const nouns = tags.map(({ name }) => ({
    name,
    endpoints: endpoints.filter(({ operation }) => operation.tags[0] === name),
  }))
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title}: calls of the server</title>
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#calls">Skip the contents</a>
<header>
<h1>${info.title}: calls of the server</h1>
${info.description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
<p>The whole site: ${limitOf(document['x-rate-limit'])}. For programs: <a href="/openapi/v1.json">OpenAPI 3.1</a>.</p>
</header>
<nav aria-label="Contents">
${nouns.map(
  ({ name, endpoints: own }) => html`<details open><summary>${name}</summary><ul>
${own.map(({ path, verb, operation }) => html`<li><a href="#${operation.operationId}"><b>${verb}</b> ${path}</a></li>`)}
</ul></details>`,
)}
<p><a href="#objects">Objects</a></p>
</nav>
<main id="calls">
${nouns.map(
  ({ name, endpoints: own }) => html`<section aria-labelledby="noun-${name}">
<h2 id="noun-${name}">${name}</h2>
${own.map(renderEndpoint)}
</section>`,
)}
<section aria-labelledby="objects">
<h2 id="objects">Objects</h2>
${Object.entries(components.schemas).map(renderObject)}
</section>
</main>
</body>
</html>
`.text
}

type Endpoint = { path: string; verb: Verb; operation: Operation }

const renderEndpoint = ({ path, verb, operation }: Endpoint): Html => {
  const { operationId, summary, parameters = [], requestBody, responses } = operation
  const { 'x-role': role, 'x-rate-limit': limit, 'x-open-limit': open, 'x-captcha': captcha } = operation
  const answers = Object.entries(responses).flatMap(([status, answer]) =>
    '$ref' in answer ? [] : [{ status, answer }],
  )
  const problems = answers.flatMap(({ status, answer }) =>
    (answer['x-problems'] ?? []).map((problem) => ({ status, ...problem })),
  )
  return html`<article aria-labelledby="${operationId}">
<h3 id="${operationId}"><b>${verb}</b> <code>${path}</code> <a href="#${operationId}" aria-label="Link to ${operationId}">#</a></h3>
<p>${summary}.</p>
<dl>
<dt>Name</dt><dd><code>${operationId}</code></dd>
<dt>Role</dt><dd>${role === undefined ? 'anyone' : role === 'Banned' ? 'anyone who is logged in' : role}</dd>
${limit && html`<dt>Limit</dt><dd>${limitOf(limit)}</dd>`}
${open && html`<dt>Instead of the limit of the site</dt><dd>${limitOf(open)}</dd>`}
${captcha && html`<dt>Captcha</dt><dd>where the installation asks for one</dd>`}
${requestBody && html`<dt>Body</dt><dd>${contentOf(requestBody.content)}</dd>`}
${answers
  .filter(({ answer }) => answer['x-problems'] === undefined)
  .map(({ status, answer }) => html`<dt>${status}</dt><dd>${answerOf(answer)}</dd>`)}
</dl>
${parameters.length > 0 && parametersTable(parameters)}
<table>
<caption>Problems</caption>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Title</th></tr></thead>
<tbody>
${problems.map(
  ({ status, code, title }) => html`<tr><td>${status}</td><td><code>${code}</code></td><td>${title}</td></tr>
`,
)}</tbody>
</table>
</article>
`
}

const parametersTable = (parameters: readonly Parameter[]): Html => html`<table>
<caption>Parameters</caption>
<thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Needed</th></tr></thead>
<tbody>
${parameters.map(
  ({ name, in: where, schema, required }) =>
    html`<tr><td><code>${name}</code></td><td>${where}</td><td>${typeOf(schema)}</td><td>${required ? 'yes' : 'no'}</td></tr>
`,
)}</tbody>
</table>`

const renderObject = ([name, schema]: [
  string,
  WrittenSchema,
]): Html => html`<article aria-labelledby="object-${name}">
<h3 id="object-${name}"><code>${name}</code> <a href="#object-${name}" aria-label="Link to ${name}">#</a></h3>
${schema.properties === undefined ? html`<p>${typeOf(schema)}</p>` : membersTable(schema)}
</article>
`

const membersTable = ({ properties = {}, required = [] }: WrittenSchema): Html => html`<table>
<thead><tr><th scope="col">Member</th><th scope="col">Type</th><th scope="col">Always there</th></tr></thead>
<tbody>
${Object.entries(properties).map(
  ([name, member]) =>
    html`<tr><td><code>${name}</code></td><td>${typeOf(member)}</td><td>${required.includes(name) ? 'yes' : 'no'}</td></tr>
`,
)}</tbody>
</table>`

const answerOf = ({ description, content }: Response): Html =>
  content === undefined ? html`${prose(description)}` : html`${prose(description)} ${contentOf(content)}`

const contentOf = (content: Content): Html =>
  html`${Object.entries(content).map(([type, { schema }]) => html`<code>${type}</code>: ${typeOf(schema)}`)}`

const limitOf = (limit: RateLimit): string => {
  const name = limit.name === 'global' ? '' : ` (${limit.name})`
  if (limit.kind === 'concurrency') return `${limit.permits} at a time${name}`
  if (limit.kind === 'window') return `${limit.permits} in ${limit.windowMs / 1000} s${name}`
  return `${limit.capacity} at once, ${limit.refill} more every ${limit.everyMs / 1000} s${name}`
}

const typeOf = (schema: WrittenSchema): Html => {
  const { $ref, anyOf, items, properties, additionalProperties, enum: members, format } = schema
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? ''
    return html`<a href="#object-${name}"><code>${name}</code></a>`
  }
  if (anyOf !== undefined) return joined(anyOf.map(typeOf), ' or ')
  if (members !== undefined) return joined(members.map(memberOf(schema['x-numbers'])), ' or ')
  if (items !== undefined) return html`list of ${typeOf(items)}${rulesOf(schema)}`
  if (additionalProperties !== undefined) return html`object from any key to ${typeOf(additionalProperties)}`
  if (properties !== undefined) return membersTable(schema)
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['anything'])
  const shown = joined(
    types.map((type) => html`${type}`),
    ' or ',
  )
  return html`${shown}${format !== undefined && format !== 'binary' ? ` (${format})` : ''}${rulesOf(schema)}`
}

const memberOf =
  (numbers: Readonly<Record<string, number>> = {}) =>
  (member: string | null): Html =>
    member === null
      ? html`null`
      : html`<code>${member}</code>${member in numbers ? ` ${numbers[member] ?? ''}` : ''}`

const rulesOf = (schema: WrittenSchema): string => {
  const { minLength, maxLength, maxItems, minimum, maximum, default: fallback, description } = schema
  const rules = [
    ...between(minLength, maxLength, 'units long'),
    ...between(undefined, maxItems, 'of them'),
    ...(isWhole32(schema) ? [] : between(minimum, maximum, '')),
    ...(schema['x-max-bytes'] === undefined ? [] : [`at most ${schema['x-max-bytes']} bytes`]),
    ...(fallback === undefined ? [] : [`otherwise ${JSON.stringify(fallback)}`]),
  ]
  return `${rules.map((rule) => `, ${rule}`).join('')}${description === undefined ? '' : `. ${description}`}`
}

const isWhole32 = ({ format }: WrittenSchema): boolean => format === 'int32'

const between = (low: number | undefined, high: number | undefined, what: string): string[] => {
  if (low === undefined && high === undefined) return []
  const range =
    high === undefined ? `at least ${low}` : low === undefined ? `at most ${high}` : `${low} to ${high}`
  return [`${range} ${what}`.trim()]
}

const joined = (parts: readonly Html[], by: string): Html =>
  html`${parts.map((part, index) => (index === 0 ? part : html`${by}${part}`))}`

const prose = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
