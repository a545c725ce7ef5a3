import type { MailError } from '../../ports/mailer.ts'

type Traits = { code?: string; responseCode?: number; response?: string; message: string }

export class MailRefusal extends Error implements MailError {
  readonly permanent: boolean

  constructor(fact: string, permanent: boolean) {
    super(fact)
    this.name = 'MailRefusal'
    this.permanent = permanent
  }
}

/** Only refusing the message itself is permanent: connection, encryption and login can be repaired. */
export const refusalOf = (error: unknown): MailRefusal => {
  if (error instanceof MailRefusal) return error
  const { code = '', responseCode, response, message } = traitsOf(error)
  const reply = response === undefined ? oneLine(message) : replyIn(response)
  switch (code) {
    case 'EENVELOPE':
    case 'EMESSAGE':
      return new MailRefusal(`Refused: ${reply}`, isForGood(responseCode))
    case 'EAUTH':
    case 'ENOAUTH':
      return new MailRefusal(`Couldn't log in to the mail server: ${reply}`, false)
    case 'ETLS':
      return new MailRefusal(`No secure connection to the mail server: ${reply}`, false)
    case 'EABORT':
      return new MailRefusal('The mail server took too long', false)
    default:
      return new MailRefusal(`Couldn't reach the mail server: ${reply}`, false)
  }
}

// Without a reply code the message was never offered. 503 and 530 concern the connection.
const isForGood = (replyCode: number | undefined): boolean =>
  replyCode === undefined || (replyCode >= 500 && replyCode !== 503 && replyCode !== 530)

const traitsOf = (error: unknown): Traits => {
  if (!(error instanceof Error)) return { message: 'unknown error' }
  return {
    message: error.message,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('responseCode' in error &&
      typeof error.responseCode === 'number' && { responseCode: error.responseCode }),
    ...('response' in error && typeof error.response === 'string' && { response: error.response }),
  }
}

export const replyIn = (response: string): string =>
  /^[2-5]\d\d(?:[ -]|$)/.test(response) ? oneLine(response) : "it isn't a mail server"

// Some servers quote the message they refuse: links and anything as long as a token are left out.
const oneLine = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\bhttps?:\S+/gi, '…')
    .replace(/[^\s<>]{64,}/g, '…')
    .trim()
    .slice(0, 200)
