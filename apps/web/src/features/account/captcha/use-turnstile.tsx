import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScheme } from '../../../theme/scheme.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import classes from './captcha.module.css'
import type { Action, Captcha } from './captcha.ts'

type Widget = {
  render(
    container: HTMLElement,
    options: {
      sitekey: string
      action: string
      theme: string
      callback: (token: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ): string
  reset(id: string): void
  remove(id: string): void
}

const address = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

const loadWidget = (): Promise<Widget> =>
  new Promise((resolve, reject) => {
    const known = (): Widget | undefined => (globalThis as { turnstile?: Widget }).turnstile
    const there = known()
    if (there !== undefined) return resolve(there)
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.nonce = document.getElementById('nonce-container')?.dataset['nonce'] ?? ''
    script.addEventListener('load', () => {
      const widget = known()
      if (widget === undefined) reject(new Error('the widget did not start'))
      else resolve(widget)
    })
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error("couldn't load the widget"))
    })
    document.head.append(script)
  })

const createWait = () => {
  let settle: { resolve: (token: string) => void; reject: (error: Error) => void } | undefined
  const promise = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // The promise may reject before anything waits for it.
  promise.catch(() => undefined)
  return {
    promise,
    resolve: (token: string): void => settle?.resolve(token),
    reject: (error: Error): void => settle?.reject(error),
  }
}

export const useTurnstile = (siteKey: string | null, action: Action): Captcha => {
  const { t } = useTranslation('account')
  const scheme = useScheme()
  const container = useRef<HTMLDivElement>(null)
  const [round, setRound] = useState(0)
  const [failed, setFailed] = useState(false)
  const waiting = useRef(createWait())

  useEffect(() => {
    if (siteKey === null) return undefined
    let id: string | undefined
    let widget: Widget | undefined
    let gone = false
    setFailed(false)
    waiting.current = createWait()
    const fail = (): void => {
      if (gone) return
      setFailed(true)
      waiting.current.reject(new Error('the widget failed'))
    }
    loadWidget().then((loaded) => {
      if (gone || container.current === null) return
      widget = loaded
      id = loaded.render(container.current, {
        sitekey: siteKey,
        action,
        theme: scheme,
        callback: (token) => waiting.current.resolve(token),
        'expired-callback': () => setRound((now) => now + 1),
        'error-callback': fail,
      })
    }, fail)
    return () => {
      gone = true
      if (id !== undefined) widget?.remove(id)
    }
  }, [siteKey, action, scheme, round])

  const again = (): void => setRound((now) => now + 1)
  return {
    answer: () => waiting.current.promise,
    again,
    field: (
      <div>
        <div ref={container} className={classes.widget} />
        {failed && (
          <Callout tone="danger" title={t('captcha.failed')} alert>
            <Button size="small" onClick={again}>
              {t('common.retry')}
            </Button>
          </Callout>
        )}
      </div>
    ),
  }
}
