import type { Language } from '@pennant/contract/enums'
import type { MailKey, MailKind as CatalogueKind } from '@pennant/i18n/key'

export type LinkMailKind = 'confirm' | 'reset' | 'change'
/** These only tell: their links are no secrets, and can be missing. */
export type FactorMailKind = 'factorRemoved' | 'codesGuessed'
type NoticeMailKind = FactorMailKind | 'backupFailed' | 'backupWorks'
export type MailKind = LinkMailKind | NoticeMailKind

/** Of emails that their recipients don't ask for, if no language of theirs is known: accounts have none. */
export const unaskedLanguage: Language = 'en-US'

/** Texts come unescaped. */
export type MailTranslator = {
  mail(language: Language, key: MailKey, params?: Readonly<Record<string, string | number>>): string
}

/** User names come from strangers: nothing here is trusted. */
export type MailContent = {
  to: string
  userName: string
  /** May carry a secret; shown only in the body. */
  link: string | null
  language: Language
  platform: string
  asked?: { at: number; network: string | null }
  about?: string
  detail?: string
}

export type RenderedMail = { subject: string; html: string; text: string }

const catalogueKinds: Readonly<Record<MailKind, CatalogueKind>> = {
  confirm: 'confirmAddress',
  reset: 'resetPassword',
  change: 'changeAddress',
  factorRemoved: 'factorRemoved',
  codesGuessed: 'codesGuessed',
  backupFailed: 'backupFailed',
  backupWorks: 'backupWorks',
}
const linkLifetimeHours = 3

const isFactor = (kind: MailKind): kind is FactorMailKind =>
  kind === 'factorRemoved' || kind === 'codesGuessed'
const isNotice = (kind: MailKind): kind is NoticeMailKind =>
  isFactor(kind) || kind === 'backupFailed' || kind === 'backupWorks'

export const renderMail = (
  kind: MailKind,
  content: MailContent,
  translator: MailTranslator,
): RenderedMail => {
  const { language, link } = content
  if (link === null ? !isNotice(kind) : !/^https?:\/\/[^\s\p{Cc}]+$/u.test(link))
    throw new TypeError('A mail needs an absolute web link')
  const platform = printable(content.platform)
  const params = { platform, userName: printable(content.userName), email: printable(content.to) }
  const say = (key: MailKey): string => translator.mail(language, key, params)
  const part = catalogueKinds[kind]
  const title = say(`${part}.title`)
  const texts: MailTexts = {
    title,
    greeting: say('greeting'),
    information: say(`${part}.information`),
    button: say(`${part}.button`),
    linkFallback: say('linkFallback'),
    lifetime: isNotice(kind) ? null : translator.mail(language, 'lifetime', { hours: linkLifetimeHours }),
    origin: content.detail === undefined ? originOf(content, translator) : printable(content.detail),
    ignore: isFactor(kind) ? say(`${kind}.unexpected`) : isNotice(kind) ? null : say('ignore'),
    footer: say('footer'),
  }
  return {
    subject: printable(translator.mail(language, 'subject', { title, platform })),
    html: htmlOf(texts, { language, link, platform }),
    text: textOf(texts, link),
  }
}

// Several people can request mails to one address, so the recipient must see who it was.
const originOf = ({ asked, userName, language }: MailContent, translator: MailTranslator): string | null => {
  if (asked === undefined) return null
  const time = new Intl.DateTimeFormat(language, {
    ...{
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    },
    ...{ timeZone: 'UTC', timeZoneName: 'short' },
  }).format(asked.at)
  return asked.network === null
    ? translator.mail(language, 'asked', { userName: printable(userName), time })
    : translator.mail(language, 'askedFrom', { userName: printable(userName), time, network: asked.network })
}

type MailTexts = Readonly<
  Record<'title' | 'greeting' | 'information' | 'button' | 'linkFallback' | 'footer', string> &
    Record<'origin' | 'lifetime' | 'ignore', string | null>
>

const textOf = (
  { greeting, information, lifetime, origin, ignore, footer }: MailTexts,
  link: string | null,
): string => {
  const parts = [greeting, information, link, lifetime, origin, ignore, `-- \n${footer}`]
  return `${parts.filter((part) => part !== null).join('\n\n')}\n`
}

type Frame = { language: Language; link: string | null; platform: string }

// Inline styles, because many clients drop <style>; the block only changes colors in dark mode.
const htmlOf = (texts: MailTexts, { language, link, platform }: Frame): string => `<!doctype html>
<html lang="${escaped(language)}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(texts.title)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #16181d !important; }
  .card { background: #22252c !important; border-color: #363a44 !important; }
  .strong { color: #f2f3f5 !important; }
  .body { color: #d5d8de !important; }
  .faint, .faint a { color: #9ba1ad !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f6">
<div class="page" style="background:#f3f4f6;padding:24px 12px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif;font-size:16px;line-height:1.5">
<div class="card" style="max-width:560px;margin:0 auto;background:#ffffff;border:1px solid #dfe2e7;border-radius:12px;padding:28px">
<p class="faint" style="margin:0 0 16px;color:#626874;font-size:14px">${escaped(platform)}</p>
<h1 class="strong" style="margin:0 0 16px;color:#16181d;font-size:22px;line-height:1.3">${escaped(texts.title)}</h1>
<p class="body" style="margin:0 0 12px;color:#333842;overflow-wrap:anywhere">${escaped(texts.greeting)}</p>
<p class="body" style="margin:0 0 24px;color:#333842;overflow-wrap:anywhere">${escaped(texts.information)}</p>
${link === null ? '' : linkOf(texts, link)}${texts.lifetime === null ? '' : faint(texts.lifetime)}${texts.origin === null ? '' : `<p class="faint" style="margin:0 0 4px;color:#626874;font-size:14px;overflow-wrap:anywhere">${escaped(texts.origin)}</p>\n`}${texts.ignore === null ? '' : `<p class="faint" style="margin:0;color:#626874;font-size:14px">${escaped(texts.ignore)}</p>\n`}</div>
<p class="faint" style="max-width:560px;margin:16px auto 0;color:#626874;font-size:12px;text-align:center;overflow-wrap:anywhere">${escaped(texts.footer)}</p>
</div>
</body>
</html>
`

const linkOf = (
  { button, linkFallback }: MailTexts,
  link: string,
): string => `<p style="margin:0 0 24px"><a href="${escaped(link)}" style="display:inline-block;background:#1f5fbf;color:#ffffff;border:1px solid #1f5fbf;border-radius:8px;padding:12px 22px;font-weight:600;text-decoration:none">${escaped(button)}</a></p>
<p class="faint" style="margin:0 0 4px;color:#626874;font-size:14px">${escaped(linkFallback)}</p>
<p class="faint" style="margin:0 0 20px;font-size:14px;overflow-wrap:anywhere;word-break:break-all"><a href="${escaped(link)}" style="color:#1f5fbf">${escaped(link)}</a></p>
`

const faint = (text: string): string =>
  `<p class="faint" style="margin:0 0 4px;color:#626874;font-size:14px">${escaped(text)}</p>\n`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')

/** One line, without characters that reorder text. */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ').trim()
