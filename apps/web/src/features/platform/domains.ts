export const linesOf = (list: string): string =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .join('\n')

const domainsIn = (lines: string): string[] => [
  ...new Set(
    lines
      .split(/[\s,;]+/)
      .map((one) => one.replace(/^@/, '').toLowerCase())
      .filter((one) => one !== ''),
  ),
]

export const listOf = (lines: string): string => domainsIn(lines).join(',')

export const malformedIn = (lines: string): string[] =>
  domainsIn(lines).filter(
    (one) => !/^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u.test(one),
  )
