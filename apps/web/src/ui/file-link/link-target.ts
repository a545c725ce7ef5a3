import { isLink } from '@pennant/rules/attachment/link'

export type LinkTarget = {
  href: string
  own: boolean
  name: string
}

/** Relative to the site's root; null if it must not be followed. */
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
