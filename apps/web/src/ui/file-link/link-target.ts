import { isLink } from '@pennant/rules/attachment/link'

export type LinkTarget = {
  href: string
  /** On this site. */
  own: boolean
  /** The last part of the path, as it was before it was encoded. */
  name: string
}

/** Where the link of an attachment leads, relative addresses from the root of the site; null where none may lead. */
export const linkTarget = (url: string, origin: string): LinkTarget | null => {
  if (!isLink(url, (one, base) => URL.canParse(one, base))) return null
  const target = new URL(url, `${origin}/`)
  return {
    href: target.href,
    own: target.origin === origin,
    name: decoded(target.pathname.split('/').findLast((part) => part !== '') ?? url),
  }
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
