export type ImageReference = {
  readonly full: string
  readonly host: string
  readonly repository: string
  readonly version: string
}

export const dockerHub = 'docker.io'

const hostPattern = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::\d{1,5})?$/i
const partPattern = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/
const tagPattern = /^\w[\w.-]{0,127}$/
const digestPattern = /^[a-z0-9]+(?:[+._-][a-z0-9]+)*:[0-9a-f]{32,}$/i

export const parseReference = (image: string): ImageReference | null => {
  const text = image.trim()
  const [name = '', digest, ...rest] = text.split('@')
  const colon = name.lastIndexOf(':')
  const tagged = colon > name.lastIndexOf('/')
  const repository = tagged ? name.slice(0, colon) : name
  const tag = tagged ? name.slice(colon + 1) : undefined
  const [first = '', ...more] = repository.split('/')
  const hosted = more.length > 0 && (/[.:]/.test(first) || first === 'localhost')
  const path = hosted ? more : [first, ...more]
  const sound =
    text.length <= 500 &&
    rest.length === 0 &&
    (!hosted || hostPattern.test(first)) &&
    path.every((part) => partPattern.test(part)) &&
    (tag === undefined || tagPattern.test(tag)) &&
    (digest === undefined || digestPattern.test(digest))
  if (!sound) return null
  return {
    full: tag === undefined && digest === undefined ? `${repository}:latest` : text,
    host: hosted ? first.toLowerCase() : dockerHub,
    repository,
    version: digest ?? tag ?? 'latest',
  }
}

const longestName = 100

export const containerName = (image: ImageReference, suffix: string): string => {
  const last = image.repository.split('/').at(-1) ?? ''
  const word = last.replace(/[^\w.-]/g, '-').slice(0, longestName)
  return `${word}_${suffix.replace(/[^\w.-]/g, '')}`
}
