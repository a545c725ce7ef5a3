import { inspect } from 'node:util'

export const describeError = (error: unknown): string => {
  const lines: string[] = []
  let current: unknown = error
  while (current !== undefined && current !== null && lines.length < 8) {
    lines.push(
      current instanceof Error ? `${current.name}: ${current.message}` : inspect(current, { depth: 1 }),
    )
    current = current instanceof Error ? current.cause : undefined
  }
  return lines.join('\n')
}
