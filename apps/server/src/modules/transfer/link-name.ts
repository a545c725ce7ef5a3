import { safeFileName } from '@pennant/rules/file/name'

/** What a file behind a link is called: the last part of its path, or its host where that names nothing. */
export const linkName = (url: string): string => {
  if (!URL.canParse(url)) return safeFileName(url)
  const { pathname, hostname } = new URL(url)
  return safeFileName(decoded(pathname.split('/').findLast((part) => part !== '') ?? hostname))
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
