import { safeFileName } from '@pennant/rules/file/name'

// Of a relative address only the path counts.
const anySite = 'https://site.invalid/'

export const linkName = (url: string): string => {
  if (!URL.canParse(url, anySite)) return safeFileName(url)
  const { pathname, hostname } = new URL(url, anySite)
  return safeFileName(decoded(pathname.split('/').findLast((part) => part !== '') ?? hostname))
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
