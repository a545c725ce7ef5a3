import type { MailSecurity } from '@pennant/contract/mail-server'
import type { Config } from '../../config/schema.ts'
import { fixedMembers, type GivenBy, givenTogether, openText, sealText } from './sealed.ts'
import type { Vault } from './vault.ts'

export type MailServer = {
  host: string
  port: number
  security: MailSecurity
  userName: string
  password: string
  senderAddress: string
  senderName: string
}
export type MailMember = keyof MailServer
type Stored = Omit<MailServer, 'password'> & { password: string | null }

/** The password is blank when it can't be decrypted. */
export type KeptMailServer = MailServer & { unreadable: boolean }

export type ConfiguredMail = { server: MailServer; givenBy: GivenBy<MailMember> }

export type MailInUse = KeptMailServer & {
  sends: boolean
  fixed: { field: MailMember; by: string }[]
}

const settings: Readonly<Record<MailMember, string>> = {
  host: 'emailConfig.smtp.host',
  port: 'emailConfig.smtp.port',
  security: 'emailConfig.smtp.secure',
  userName: 'emailConfig.userName',
  password: 'emailConfig.password',
  senderAddress: 'emailConfig.senderAddress',
  senderName: 'emailConfig.senderName',
}

export const configuredMail = (
  { emailConfig: { smtp, userName, password, senderAddress, senderName } }: Pick<Config, 'emailConfig'>,
  originOf: (setting: string) => string | null,
): ConfiguredMail => {
  const { host, port, secure: security } = smtp
  return {
    server: { host, port, security, userName, password, senderAddress, senderName },
    givenBy: (member) => originOf(settings[member]),
  }
}

const connection = ['host', 'port', 'security', 'userName', 'password'] as const
const members = [...connection, 'senderAddress', 'senderName'] as const

export const storedMailServer = (server: MailServer, vault: Vault): Stored => ({
  ...server,
  password: sealText(vault, server.password),
})

export const keptMailServer = (stored: unknown, vault: Vault): KeptMailServer | null => {
  if (typeof stored !== 'object' || stored === null) return null
  // Written by `storedMailServer`.
  const server = stored as Stored
  const password = openText(vault, server.password)
  return { ...server, password: password ?? '', unreadable: password === null }
}

// Configured values win, and the members of the connection come from one source together.
export const mailInUse = (kept: KeptMailServer | null, configured: ConfiguredMail): MailInUse => {
  const givenBy = givenTogether<MailMember>(connection, configured.givenBy)
  const of = <Member extends MailMember>(member: Member): MailServer[Member] =>
    (kept === null || givenBy(member) !== null ? configured.server : kept)[member]
  const unreadable = kept?.unreadable === true && givenBy('password') === null
  const senderAddress = of('senderAddress')
  return {
    host: of('host'),
    port: of('port'),
    security: of('security'),
    userName: of('userName'),
    password: of('password'),
    senderAddress,
    senderName: of('senderName'),
    unreadable,
    sends: senderAddress.trim() !== '' && !unreadable,
    fixed: fixedMembers(members, givenBy),
  }
}

export const senderOf = (
  { senderName, senderAddress }: Pick<MailServer, 'senderName' | 'senderAddress'>,
  platform: string,
): { name: string; address: string } => ({
  name: senderName.trim() === '' ? platform : senderName,
  address: senderAddress,
})
