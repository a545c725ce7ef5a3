import type { OutboxMail } from '../../core/mail/mail.ts'

export const presentMail = ({ id, kind, recipient, subject, text, html, ...mail }: OutboxMail) => ({
  id,
  kind,
  to: recipient,
  subject,
  text,
  html,
  time: mail.createdAt.getTime(),
  ...(mail.waitsForAddress === undefined ? {} : { waitsForAddress: mail.waitsForAddress }),
  ...(mail.confirms === undefined ? {} : { confirms: mail.confirms }),
})
