import { safeFileName } from '@pennant/rules/file/name'

/** Of a relative address only the path counts. */
const anySite = 'https://site.invalid/'

/** What a file behind a link is called: the last part of its path, or its host where that names nothing. */
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
