import type { CaptchaProvider } from '@pennant/contract/enums'

export type Captcha = {
  readonly provider: CaptchaProvider
  readonly siteKey: string
  /** True when `answer` passes; a right answer works once. */
  verify(answer: string | null | undefined, address: string | null): Promise<boolean>
  /** A new task, or null where the provider has none. */
  challenge(): Promise<{ id: string; challenge: string; difficulty: number } | null>
  /** Throws, in words for administrators, when right answers would not pass. */
  check(): Promise<void>
}
