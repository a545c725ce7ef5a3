import type { CaptchaProvider } from '@pennant/contract/enums'

export type Captcha = {
  readonly provider: CaptchaProvider
  readonly siteKey: string
  /** A correct answer works only once. */
  verify(answer: string | null | undefined, address: string | null): Promise<boolean>
  /** Null when the provider has no tasks. */
  challenge(): Promise<{ id: string; challenge: string; difficulty: number } | null>
  /** Throws, with a reason for administrators, when correct answers would not pass. */
  check(): Promise<void>
}
