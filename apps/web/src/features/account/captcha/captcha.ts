import type { ReactNode } from 'react'

export type Action = 'login' | 'register' | 'recovery'

export type Captcha = {
  field: ReactNode
  /** Undefined if no test is asked for; rejects if it fails. */
  answer(): Promise<string | undefined>
  /** An answer is good for one try. */
  again(): void
}
