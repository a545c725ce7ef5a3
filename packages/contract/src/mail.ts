import { route } from './route.ts'
import { ArrayResponse, Guid, GuidParam, Model, Page, Str, Time } from './schema.ts'

/** A mail that was not sent because the installation has no mail server. */
export const OutboxMail = Model({
  id: Guid,
  kind: Str,
  to: Str,
  subject: Str,
  text: Str,
  html: Str,
  time: Time,
})

export const listOutbox = route({
  id: 'mail.outbox',
  method: 'GET',
  path: '/api/admin/outbox',
  summary: 'Mails that wait to be passed on by hand, newest first',
  access: 'admin',
  query: Page(100, 50),
  answer: ArrayResponse(OutboxMail),
})

export const deleteOutboxMail = route({
  id: 'mail.deleteFromOutbox',
  method: 'DELETE',
  path: '/api/admin/outbox/:id',
  summary: 'Delete a mail from the outbox',
  access: 'admin',
  params: GuidParam,
  answer: 'nothing',
  problems: ['mail.notFound'],
})
