import createPurifier from 'dompurify'
import { Marked } from 'marked'
import { math } from './math.ts'

export type Extent = 'whole' | 'line'

const marked = new Marked({ gfm: true, breaks: false }, math)

// Everything else is removed, no matter who the author is.
const allowed = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'span', 'div'],
    ...['ul', 'ol', 'li', 'input', 'strong', 'em', 'b', 'i', 'u', 's', 'del', 'ins', 'mark', 'sub', 'sup'],
    ...['kbd', 'small', 'a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'details', 'summary'],
    ...['figure', 'figcaption', 'abbr', 'q', 'dl', 'dt', 'dd'],
  ],
  ALLOWED_ATTR: [
    ...['href', 'title', 'src', 'alt', 'width', 'height', 'align', 'start', 'checked', 'disabled', 'type'],
    ...['class', 'open', 'data-math', 'colspan', 'rowspan', 'lang'],
  ],
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/|#|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
}

const purifier = createPurifier(window)

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A' && node.hasAttribute('href')) {
    const { origin } = new URL(node.getAttribute('href') ?? '', location.href)
    if (origin !== location.origin) {
      node.setAttribute('target', '_blank')
      node.setAttribute('rel', 'noopener noreferrer')
    }
  }
  if (node.tagName === 'IMG') node.setAttribute('loading', 'lazy')
  // Only the boxes of task lists, disabled and named after their line.
  if (node.tagName === 'INPUT') {
    if (node.getAttribute('type') === 'checkbox') {
      node.setAttribute('disabled', '')
      node.setAttribute('aria-label', node.parentElement?.textContent?.trim() ?? '')
    } else node.remove()
  }
  // Other classes are our own; authors name only languages.
  const names = (node.getAttribute('class') ?? '').split(/\s+/).filter((name) => name.startsWith('language-'))
  if (names.length === 0) node.removeAttribute('class')
  else node.setAttribute('class', names.join(' '))
})

export const toHtml = (source: string, extent: Extent): string =>
  purifier.sanitize(
    extent === 'whole'
      ? marked.parse(source, { async: false })
      : marked.parseInline(source, { async: false }),
    allowed,
  )
