import type { AccountPolicy } from '@pennant/contract/setting'
import { defaultAccountPolicy } from '@pennant/contract/setting'
import type { Client } from './client.ts'
import { testPassword, type World } from './world.ts'

export const setPolicy = async (admin: Client, policy: Partial<AccountPolicy>): Promise<void> => {
  const answer = await admin.put('/api/admin/config', {
    accountPolicy: { ...defaultAccountPolicy, ...policy },
  })
  if (answer.status !== 200) throw new Error(answer.text)
}

export const byMail: Partial<AccountPolicy> = { activeOnRegister: false, emailConfirmationRequired: true }

export type SentMail = {
  kind: string
  to: string
  subject: string
  text: string
  html: string
  url: URL
  token: string
  email: string
}

type OutboxPage = { data: Omit<SentMail, 'url' | 'token' | 'email'>[]; length: number; total: number }

export const mailsTo = async (admin: Client, to: string): Promise<SentMail[]> => {
  const { body } = await admin.get<OutboxPage>('/api/admin/outbox?count=100')
  return body.data
    .filter((mail) => mail.to === to)
    .toReversed()
    .map((mail) => ({ ...mail, ...linkIn(mail.text) }))
}

export const lastMail = async (admin: Client, to: string): Promise<SentMail> => {
  const mail = (await mailsTo(admin, to)).at(-1)
  if (mail === undefined) throw new Error(`no mail to ${to}`)
  return mail
}

export const linkIn = (text: string): Pick<SentMail, 'url' | 'token' | 'email'> => {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  if (link === undefined) throw new Error('no link in the mail')
  const url = new URL(link)
  return { url, token: url.searchParams.get('token') ?? '', email: url.searchParams.get('email') ?? '' }
}

export type Registration = { userName: string; email: string; password: string }

export const registrationOf = (userName: string, email = `${userName}@players.example`): Registration => ({
  userName,
  email,
  password: testPassword,
})

export const register = (who: Client, sign: Partial<Registration> & { challenge?: string }) =>
  who.post<{ title: string; data: string; status: number; code?: string }>('/api/account/register', sign)

export const login = (who: Client, userName: string, password = testPassword) =>
  who.post<{ title: string; status: number; code: string }>('/api/account/login', { userName, password })

export const profileStatus = async (who: Client): Promise<number> =>
  (await who.get('/api/account/profile')).status

export const loggedIn = async (world: World, userName: string, password = testPassword): Promise<Client> => {
  const client = world.visitor()
  const answer = await login(client, userName, password)
  if (answer.status !== 200) throw new Error(answer.text)
  return client
}
