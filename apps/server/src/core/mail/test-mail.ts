import type { Language } from '@pennant/contract/enums'
import { escaped, type MailTranslator, printable, type RenderedMail } from './template.ts'

type About = { language: Language; platform: string }

export const renderTestMail = ({ language, ...about }: About, translator: MailTranslator): RenderedMail => {
  const platform = printable(about.platform)
  const title = translator.mail(language, 'trial.title')
  const information = translator.mail(language, 'trial.information', { platform })
  return {
    subject: printable(translator.mail(language, 'subject', { title, platform })),
    text: `${information}\n`,
    html: `<!doctype html>
<html lang="${escaped(language)}" dir="ltr">
<head><meta charset="utf-8"><title>${escaped(title)}</title></head>
<body><p style="font-family:system-ui,sans-serif">${escaped(information)}</p></body>
</html>
`,
  }
}
