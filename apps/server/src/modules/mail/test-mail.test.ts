import { languages } from '@pennant/contract/enums'
import { createTranslator } from '@pennant/i18n/translator'
import { assets } from '../../kit/assets.ts'
import { describe, expect, it } from 'vitest'
import { renderTestMail } from '../../core/mail/test-mail.ts'

const translator = createTranslator(assets('locales'))
const platform = 'Example <CTF>'

describe('the mail that tries whether mail arrives', () => {
  it.each(languages)('says so in %s', (language) => {
    const mail = renderTestMail({ language, platform }, translator)
    expect(mail.subject).toBe(`${translator.mail(language, 'trial.title')} - ${platform}`)
    expect(mail.text).toContain(platform)
    expect(mail.html).toContain(`<html lang="${language}"`)
    expect(mail.html).toContain('Example &lt;CTF&gt;')
    expect(mail.subject + mail.text + mail.html).not.toMatch(/\{\{|<CTF>.*<\/p>/)
  })

  it('has other words in every language', () => {
    const texts = languages.map((language) => renderTestMail({ language, platform }, translator).text)
    expect(new Set(texts).size).toBe(languages.length)
  })
})
