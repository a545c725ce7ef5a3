import { languages } from '@pennant/contract/enums'
import { createTranslator } from '@pennant/i18n/translator'
import { assets } from '../../kit/assets.ts'
import { describe, expect, it } from 'vitest'
import { type MailContent, type MailKind, renderMail } from './template.ts'

const translator = createTranslator(assets('locales'))
const kinds = [
  ['confirm', 'confirmAddress'],
  ['reset', 'resetPassword'],
  ['change', 'changeAddress'],
] as const satisfies [MailKind, string][]

const link = 'https://ctf.example/account/verify?token=Wm05dlltRnk=&email=YWxpY2VAZXhhbXBsZS5vcmc='
const content: MailContent = {
  to: 'alice@player.example',
  userName: 'alice',
  link,
  language: 'en-US',
  platform: 'Example CTF',
}
const render = (changes: Partial<MailContent> = {}) =>
  renderMail('confirm', { ...content, ...changes }, translator)

const visible = (html: string): string =>
  html
    .replace(/<style>.*?<\/style>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')

describe('a mail', () => {
  describe.each(languages)('in %s', (language) => {
    it.each(kinds)('of kind %s says all its texts', (kind, part) => {
      const mail = renderMail(kind, { ...content, language }, translator)
      const params = { userName: 'alice', platform: 'Example CTF', email: content.to }
      const say = (key: Parameters<typeof translator.mail>[1]) => translator.mail(language, key, params)
      const common = [
        say('greeting'),
        say(`${part}.information`),
        translator.mail(language, 'lifetime', { hours: 3 }),
        say('ignore'),
        say('footer'),
      ]
      const shown = visible(mail.html)
      for (const words of [...common, say(`${part}.title`), say(`${part}.button`), say('linkFallback')])
        expect(shown).toContain(words)
      for (const words of common) expect(mail.text).toContain(words)
      expect(mail.subject).toBe(`${say(`${part}.title`)} - Example CTF`)
      expect(mail.html).toContain(`<html lang="${language}"`)
      expect(mail.subject + mail.text + shown).not.toMatch(/…|\{\{/)
    })
  })

  it('shows the link as a button and in full, and nowhere in the subject', () => {
    const mail = render()
    const targets = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, target]) =>
      target?.replace(/&amp;/g, '&'),
    )
    expect(targets).toEqual([link, link])
    expect(visible(mail.html)).toContain(link)
    expect(mail.text.split('\n')).toContain(link)
    expect(mail.subject).not.toContain('token')
  })

  it('loads nothing from anywhere', () => {
    expect(render().html).not.toMatch(/<img|<link|<script|@import|url\(|src=/i)
  })

  it('turns dark where the reader does', () => {
    expect(render().html).toContain('prefers-color-scheme: dark')
    expect(render().html).toContain('name="color-scheme" content="light dark"')
  })
})

describe('hostile values', () => {
  const names = [
    '<img src=x onerror=alert(1)>',
    '"><a href="https://evil.example">',
    "' onclick='x",
    '&lt;script&gt;',
    '</p></div><h1>',
    '$& $1 $`',
    '{{platform}}',
  ]

  it.each(names)('the name %j is shown as it is, and makes no markup', (userName) => {
    const ordinary = render().html.match(/<[^>]+>/g)
    const mail = render({ userName })
    expect(mail.html.match(/<[^>]+>/g)).toEqual(ordinary)
    expect(visible(mail.html)).toContain(`Hi ${userName},`)
    expect(mail.text).toContain(`Hi ${userName},`)
  })

  it.each(names)('the platform name %j makes no markup either', (platform) => {
    const ordinary = render().html.match(/<[^>]+>/g)
    const mail = render({ platform })
    expect(mail.html.match(/<[^>]+>/g)).toEqual(ordinary)
    expect(mail.subject).toBe(`Confirm your email address - ${platform}`)
  })

  it('a line break in a name starts no line of its own', () => {
    const mail = render({ userName: 'x\r\n\r\nVisit\u2028now\u2029', platform: 'A\r\nBcc: b@evil.example' })
    expect(mail.text).toContain('Hi x Visit now,')
    expect(mail.subject).toBe('Confirm your email address - A Bcc: b@evil.example')
  })

  it('marks that turn the reading direction are dropped', () => {
    expect(render({ userName: 'a\u202egpj.exe' }).text).toContain('Hi a gpj.exe,')
  })

  it.each(['javascript:alert(1)', '/account/verify', 'https://x.example/ y', 'https://x.example/\u0000', ''])(
    'the link %j is refused',
    (bad) => {
      expect(() => render({ link: bad })).toThrow(TypeError)
    },
  )

  it('quotes in a link stay inside it', () => {
    const mail = render({ link: 'https://x.example/?"onclick="alert(1)' })
    expect(mail.html).not.toMatch(/onclick="alert/)
  })
})
