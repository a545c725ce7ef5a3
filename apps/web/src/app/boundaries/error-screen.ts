import { cleanCache } from './clean-cache.ts'
import type { errorTextKeys } from '../../i18n/area.ts'

// The build puts this file into the page (vite/error-screen.ts): it must work when nothing can be loaded.

type Texts = Record<keyof typeof errorTextKeys, string>

type Actions = { retry: () => void; cleanCache: () => void }

export type ShowErrorScreen = (container: Element, error: unknown, actions: Actions) => void

declare global {
  const __PENNANT_ERROR_TEXTS__: Readonly<Record<string, Texts>>
  interface Window {
    showErrorScreen: ShowErrorScreen
  }
}

// The build puts the texts wherever they are named.
const texts = __PENNANT_ERROR_TEXTS__

const textsOf = (language: string): Texts | undefined => texts[language.toLowerCase()] ?? texts['en-us']

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: Node[]
): HTMLElementTagNameMap[Name] => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

window.showErrorScreen = (container, error, actions) => {
  const words = textsOf(document.documentElement.lang)
  if (words === undefined) return
  const message = error instanceof Error ? error.message : String(error)
  const requestId = error instanceof Error && 'requestId' in error ? error.requestId : null
  const stack = (error instanceof Error && error.stack) || message
  const title = element('h1', { id: 'error-screen-title', textContent: words.title })
  const screen = element(
    'section',
    { className: 'error-screen', role: 'alert' },
    title,
    element('p', { className: 'error-message', textContent: message }),
    element('label', { htmlFor: 'error-screen-stack', textContent: words.stack }),
    element('textarea', { id: 'error-screen-stack', readOnly: true, rows: 8, value: stack }),
    ...(typeof requestId === 'string'
      ? [element('p', { textContent: `${words.requestId}: ` }, element('code', { textContent: requestId }))]
      : []),
    element('p', { className: 'error-hint', textContent: words.hint }),
    element(
      'div',
      {},
      element('button', { type: 'button', textContent: words.retry, onclick: actions.retry }),
      element('button', { type: 'button', textContent: words.cleanCache, onclick: actions.cleanCache }),
    ),
  )
  screen.setAttribute('aria-labelledby', title.id)
  container.replaceChildren(container.closest('main') === null ? element('main', {}, screen) : screen)
}

// Nothing has been drawn yet, or React has removed all of it.
const isBlank = (root: Element): boolean =>
  root.firstElementChild === null || root.firstElementChild.className === 'boot'

const onFailure = (error: unknown): void => {
  const root = document.getElementById('root')
  if (root === null) document.addEventListener('DOMContentLoaded', () => onFailure(error), { once: true })
  else if (isBlank(root))
    window.showErrorScreen(root, error, {
      retry: () => location.reload(),
      cleanCache: () => void cleanCache(),
    })
}

// Extensions run and fail in the page, too; the page goes on without them.
const isForeign = (address: string | undefined): boolean => address?.includes('-extension://') ?? false

// Captured, because the event of a script that can't be loaded doesn't bubble.
window.addEventListener(
  'error',
  ({ target, error, message, filename }: ErrorEvent) => {
    if (target === window) {
      if (!isForeign(filename)) onFailure(error ?? message)
    } else if (target instanceof HTMLScriptElement && target.src.startsWith(location.origin))
      onFailure(new Error(`Couldn't load ${target.src}`))
  },
  true,
)
window.addEventListener('unhandledrejection', ({ reason }) => {
  // Our code rejects with errors, extensions with anything.
  if (reason instanceof Error && !isForeign(reason.stack)) onFailure(reason)
})
