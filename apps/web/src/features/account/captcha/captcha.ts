import type { ReactNode } from 'react'

export type Action = 'login' | 'register' | 'recovery'

export type Captcha = {
  /** Stands in the form; nothing where nothing is asked. */
  field: ReactNode
  /** Waits until there is an answer; undefined where none is asked. Rejects when it cannot be had. */
  answer(): Promise<string | undefined>
  /** An answer is good for one try. */
  again(): void
}
