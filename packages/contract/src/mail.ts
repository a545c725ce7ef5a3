import { route } from './route.ts'
import { ArrayResponse, Flag, Guid, GuidParam, Model, Optional, Page, Str, Time } from './schema.ts'

export const OutboxMail = Model({
  id: Guid,
  kind: Str,
  to: Str,
  subject: Str,
  text: Str,
  html: Str,
  time: Time,
  /** Links and texts are written once the site's address is known. */
  waitsForAddress: Optional(Flag),
  /** The user name of a registration that an administrator can confirm. */
  confirms: Optional(Str),
})

export const listOutbox = route({
  id: 'mail.outbox',
  method: 'GET',
  path: '/api/admin/outbox',
  summary: 'List the emails that wait in the outbox, newest first',
  access: 'admin',
  query: Page(100, 50),
  answer: ArrayResponse(OutboxMail),
})

export const confirmOutboxMail = route({
  id: 'mail.confirmFromOutbox',
  method: 'POST',
  path: '/api/admin/outbox/:id/confirm',
  summary: 'Confirm the registration that an email is about, instead of its link',
  access: 'admin',
  params: GuidParam,
  answer: 'nothing',
  problems: ['mail.notFound', 'account.verifyUnknown', 'account.nameTaken', 'account.emailTaken'],
})

export const deleteOutboxMail = route({
  id: 'mail.deleteFromOutbox',
  method: 'DELETE',
  path: '/api/admin/outbox/:id',
  summary: 'Delete an email from the outbox',
  access: 'admin',
  params: GuidParam,
  answer: 'nothing',
  problems: ['mail.notFound'],
})
