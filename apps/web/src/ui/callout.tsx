import { type ReactNode, useEffect, useRef } from 'react'
import { announce } from './announce.ts'
import classes from './callout.module.css'
import { Icon, type IconName } from './icon.tsx'

type Tone = 'neutral' | 'good' | 'caution' | 'danger'

const icons = {
  neutral: 'info',
  good: 'check',
  caution: 'warning',
  danger: 'cross',
} as const satisfies Record<Tone, IconName>

type Props = {
  tone: Tone
  title?: ReactNode
  /** Announced when it appears or changes. */
  alert?: boolean
  children?: ReactNode
}

export const Callout = ({ tone, title, alert = false, children }: Props) => {
  const content = useRef<HTMLDivElement>(null)
  const said = useRef('')

  useEffect(() => {
    const words = alert ? wordsIn(content.current) : []
    const text = words.join('\n')
    if (text !== said.current) announce(words, tone === 'danger' ? 'assertive' : 'polite')
    said.current = text
  })

  return (
    <div className={classes.callout} data-tone={tone} data-alert={alert || undefined}>
      <span className={classes.icon}>
        <Icon name={icons[tone]} />
      </span>
      <div ref={content} className={classes.content}>
        {title !== undefined && <div className={classes.title}>{title}</div>}
        {children}
      </div>
    </div>
  )
}

/** Without its buttons. */
const wordsIn = (content: HTMLElement | null): string[] =>
  [...(content?.childNodes ?? [])]
    .flatMap((node): Node[] => (node.nodeName === 'UL' ? [...node.childNodes] : [node]))
    .filter(
      (node) =>
        !(node instanceof Element) || (!node.matches('button') && node.querySelector('button') === null),
    )
    .map(({ textContent }) => textContent ?? '')
