import { type Check, found, foundIf, type PageFinding } from './check.ts'
import { judgeCaptcha } from './level.ts'

type Texts = (name: string) => Promise<readonly (readonly string[])[]>

type MailNeeds = {
  /** Null: nothing is sent. */
  sender(): string | null
  check(): Promise<void>
  /** Rejects with the code of the resolver. */
  texts: Texts
  /** Of the DKIM record; null: unknown. */
  selector: string | null
  redact: (error: unknown) => string
}

export const mailServerCheck = ({ sender, check, redact }: MailNeeds): Check<PageFinding> => ({
  id: 'mail.server',
  async run() {
    if (sender() === null) return []
    try {
      await check()
      return []
    } catch (error) {
      return [found('red', 'mail.refused', redact(error))]
    }
  },
})

export const mailNamesCheck = ({
  sender,
  texts,
  selector,
}: Pick<MailNeeds, 'selector' | 'sender' | 'texts'>): Check<PageFinding> => ({
  id: 'mail.names',
  async run() {
    const address = sender()
    const domain = address?.slice(address.lastIndexOf('@') + 1) ?? ''
    // Such a name is of this machine or its network.
    if (!domain.includes('.')) return []
    const key = selector === null ? null : `${selector}._domainkey.${domain}`
    const [spf, dkim, dmarc] = await Promise.all([
      holds(texts, [domain], /^v=spf1(\s|$)/i),
      // A key that is empty was withdrawn.
      key === null || holds(texts, [key], /(^|;)\s*p\s*=\s*[\w+/]/),
      holds(texts, policyNames(domain), /^v=DMARC1\s*(;|$)/i),
    ])
    return [
      ...(spf ? [] : [found('red', 'mail.spf', domain)]),
      ...(dkim ? [] : [found('yellow', 'mail.dkim', key ?? '')]),
      ...(dmarc ? [] : [found('yellow', 'mail.dmarc', domain)]),
    ]
  },
})

/** A policy holds for everything below its domain. */
const policyNames = (domain: string): string[] => {
  const parts = domain.split('.')
  return parts.slice(0, -1).map((_, at) => `_dmarc.${parts.slice(at).join('.')}`)
}

const absent = new Set(['ENODATA', 'ENOTFOUND'])

const holds = async (texts: Texts, names: readonly string[], what: RegExp): Promise<boolean> => {
  for (const name of names) {
    const records = await texts(name).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && absent.has(String(error.code))) return []
      throw error
    })
    if (records.some((parts) => what.test(parts.join('')))) return true
  }
  return false
}

type AllowanceNeeds = {
  sender(): string | null
  perHour: number | null
  /** Of the busiest hour lately. */
  registrations(): Promise<number>
}

export const allowanceCheck = ({ sender, perHour, registrations }: AllowanceNeeds): Check<PageFinding> => ({
  id: 'mail.allowance',
  async run() {
    if (sender() === null || perHour === null) return []
    const most = await registrations()
    return perHour < most ? [found('yellow', 'mail.allowance', perHour, most)] : []
  },
})

type CaptchaNeeds = { isUsed(): boolean; check(): Promise<void>; redact: (error: unknown) => string }

export const captchaCheck = ({ isUsed, check, redact }: CaptchaNeeds): Check<PageFinding> => ({
  id: 'captcha',
  async run() {
    if (!isUsed()) return []
    const begun = performance.now()
    try {
      await check()
    } catch (error) {
      return [found('red', 'captcha.away', redact(error))]
    }
    const ms = Math.round(performance.now() - begun)
    return foundIf(judgeCaptcha(ms), 'captcha.slow', ms)
  },
})
