import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type FakeSmtp, type FakeSmtpOptions, startFakeSmtp } from '../../../../../tests/kit/fake-smtp.ts'
import type { Mailer, MailMessage } from '../../ports/mailer.ts'
import { createSmtpMailer, encryptionOf, type SmtpOptions } from './smtp.ts'

const owned: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const thing of owned.splice(0).toReversed()) await thing.close()
})

const server = async (options?: FakeSmtpOptions): Promise<FakeSmtp> => {
  const smtp = await startFakeSmtp(options)
  owned.push(smtp)
  return smtp
}

const mailer = (port: number, options: Partial<SmtpOptions> = {}): Mailer => {
  const made = createSmtpMailer({
    host: '127.0.0.1',
    port,
    user: '',
    password: '',
    sender: 'noreply@ctf.example',
    bypassCertVerify: false,
    secure: 'auto',
    ...options,
  })
  owned.push(made)
  return made
}

const letter = (changes: Partial<MailMessage> = {}): MailMessage => ({
  id: '0192d3a4-0000-7000-8000-000000000001',
  to: 'alice@player.example',
  from: { name: 'Example CTF', address: 'noreply@ctf.example' },
  subject: 'Confirm your address - Example CTF',
  html: '<p>Hello</p>',
  text: 'Hello',
  ...changes,
})

const refusal = async (work: Promise<unknown>): Promise<Error & { permanent: boolean }> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error) || !('permanent' in error)) throw new Error(`no refusal: ${String(error)}`)
  return Object.assign(error, { permanent: error.permanent === true })
}

describe('the SMTP mailer', () => {
  it('delivers both forms of a message, from the sender to the one recipient', async () => {
    const smtp = await server()
    await mailer(smtp.port).send(letter())

    const [mail] = smtp.mails
    expect(mail).toMatchObject({ from: 'noreply@ctf.example', to: ['alice@player.example'], secure: false })
    expect(mail?.header('from')).toBe('Example CTF <noreply@ctf.example>')
    expect(mail?.header('to')).toBe('alice@player.example')
    expect(mail?.header('subject')).toBe('Confirm your address - Example CTF')
    expect(mail?.text.trim()).toBe('Hello')
    expect(mail?.html.trim()).toBe('<p>Hello</p>')
  })

  it('names a message alike at every attempt and marks it as sent by a program', async () => {
    const smtp = await server({
      judge: (step) => (step === 'message' ? { code: 451, text: 'later' } : undefined),
    })
    const sending = mailer(smtp.port)
    await refusal(sending.send(letter()))
    smtp.judge(() => undefined)
    await sending.send(letter())
    await sending.send(letter({ id: '0192d3a4-0000-7000-8000-000000000002' }))

    const ids = smtp.mails.map((mail) => mail.header('message-id'))
    expect(ids).toEqual([
      '<0192d3a4-0000-7000-8000-000000000001@ctf.example>',
      '<0192d3a4-0000-7000-8000-000000000002@ctf.example>',
    ])
    expect(smtp.mails.map((mail) => mail.header('auto-submitted'))).toEqual([
      'auto-generated',
      'auto-generated',
    ])
  })

  it('carries any script in names, subjects and texts', async () => {
    const smtp = await server()
    await mailer(smtp.port).send(
      letter({
        from: { name: 'Пример, "CTF" 竞赛', address: 'noreply@ctf.example' },
        subject: '确认您的电子邮件地址 – Größe 🏁 подтверждение адреса электронной почты',
        text: 'Xin chào Đặng – 안녕하세요',
        html: '<p>こんにちは 🏴</p>',
      }),
    )
    const [mail] = smtp.mails
    expect(mail?.header('from')).toBe('Пример, "CTF" 竞赛 <noreply@ctf.example>')
    expect(mail?.header('subject')).toBe(
      '确认您的电子邮件地址 – Größe 🏁 подтверждение адреса электронной почты',
    )
    expect(mail?.text.trim()).toBe('Xin chào Đặng – 안녕하세요')
    expect(mail?.html.trim()).toBe('<p>こんにちは 🏴</p>')
  })

  it('writes international domains in the form every server understands', async () => {
    const smtp = await server()
    await mailer(smtp.port, { sender: 'noreply@bücher.example' }).send(letter({ to: 'alice@例え.example' }))
    const [mail] = smtp.mails
    expect(mail?.header('to')).toBe('alice@xn--r8jz45g.example')
    expect(mail?.header('message-id')).toMatch(/@xn--bcher-kva\.example>$/)
    expect(mail?.raw).toMatch(/^[\u0000-\u007f]*$/)
  })

  it('reuses its connections', async () => {
    const smtp = await server()
    const sending = mailer(smtp.port, { connections: 2 })
    for (let i = 0; i < 6; i += 1) await sending.send(letter({ id: `mail-${i}` }))
    expect(smtp.mails).toHaveLength(6)
    expect(smtp.counts.connections).toBe(1)
  })
})

describe('what a hostile value cannot do', () => {
  it.each([
    ['subject', letter({ subject: 'Hi\r\nBcc: evil@example.org\r\n\r\nbody' })],
    [
      'sender name',
      letter({ from: { name: 'Me\r\nBcc: evil@example.org', address: 'noreply@ctf.example' } }),
    ],
    ['message id', letter({ id: 'a>\r\nBcc: evil@example.org\r\n' })],
  ])('a line break in the %s adds no header', async (_what, message) => {
    const smtp = await server()
    await mailer(smtp.port).send(message)
    const [mail] = smtp.mails
    expect(mail?.count('bcc')).toBe(0)
    expect(mail?.to).toEqual(['alice@player.example'])
    expect(mail?.text.trim()).toBe('Hello')
  })

  it.each([
    'a@x.example\r\nBcc: evil@example.org',
    'a@x.example\r\nRCPT TO:<evil@example.org>',
    'a@x.example, evil@example.org',
    'a,evil@example.org',
    'a@x.example;evil@example.org',
    '"A" <evil@example.org>',
    'group:evil@example.org',
    'a(evil@example.org)@x.example',
    'a@x@example.org',
    'a\u0000@x.example',
    'a\u202e@x.example',
    'a b@x.example',
    '@x.example',
    'a@',
  ])('the address %j is refused for good, before anything is sent', async (to) => {
    const smtp = await server()
    const error = await refusal(mailer(smtp.port).send(letter({ to })))
    expect(error.permanent).toBe(true)
    expect(error.message).not.toContain('evil')
    expect(smtp.counts.connections).toBe(0)
  })
})

describe('encryption', () => {
  it('takes STARTTLS when it is offered, and refuses a certificate nobody vouches for', async () => {
    const smtp = await server({ encryption: 'starttls' })
    const error = await refusal(mailer(smtp.port).send(letter()))
    expect(error.permanent).toBe(false)
    expect(error.message).toMatch(/certificate/i)
    expect(smtp.counts.offered).toBe(0)
  })

  it('accepts that certificate when told to', async () => {
    const smtp = await server({ encryption: 'starttls' })
    await mailer(smtp.port, { bypassCertVerify: true }).send(letter())
    expect(smtp.mails[0]?.secure).toBe(true)
  })

  it('speaks TLS from the first byte, with the same care', async () => {
    const smtp = await server({ encryption: 'tls' })
    const error = await refusal(mailer(smtp.port, { secure: 'tls' }).send(letter()))
    expect(error).toMatchObject({ permanent: false })
    await mailer(smtp.port, { secure: 'tls', bypassCertVerify: true }).send(letter())
    expect(smtp.mails.map((mail) => mail.secure)).toEqual([true])
  })

  it('sends nothing in the clear when STARTTLS is demanded and not offered', async () => {
    const smtp = await server({ encryption: 'none' })
    const error = await refusal(mailer(smtp.port, { secure: 'starttls' }).send(letter()))
    expect(error).toMatchObject({ permanent: false })
    expect(smtp.counts.offered).toBe(0)
  })

  it('does not use it when told so', async () => {
    const smtp = await server({ encryption: 'starttls' })
    await mailer(smtp.port, { secure: 'none' }).send(letter())
    expect(smtp.mails[0]?.secure).toBe(false)
  })
})

describe('encryption that is chosen automatically', () => {
  const chosen = (options: Partial<SmtpOptions>) =>
    encryptionOf({ secure: 'auto', host: 'mail.example', port: 587, password: '', ...options })

  it('is TLS from the first byte on port 465 only', () => {
    expect(chosen({ port: 465 }).secure).toBe(true)
    for (const port of [25, 587, 2525]) expect(chosen({ port }).secure).toBe(false)
  })

  it.each(['mail.example', '10.0.0.5', '1.127.0.0', 'localhost.example', 'fe80::1'])(
    'is demanded where a password goes to %s',
    (host) => {
      expect(chosen({ host, password: 'x' }).requireTLS).toBe(true)
      expect(chosen({ host }).requireTLS).toBe(false)
    },
  )

  it.each(['localhost', '127.0.0.1', '127.8.9.1', '::1', 'smtp.localhost'])(
    'is not demanded on the way to %s',
    (host) => {
      expect(chosen({ host, password: 'x' }).requireTLS).toBe(false)
    },
  )
})

describe('logging in', () => {
  const account = { user: 'mailer', password: 'Secret-Pa55' }

  it('sends under the account', async () => {
    const smtp = await server({ account })
    await mailer(smtp.port, account).send(letter())
    expect(smtp.mails[0]?.user).toBe('mailer')
  })

  it('a wrong password delays mail, and is not repeated in the error', async () => {
    const smtp = await server({ account })
    const error = await refusal(mailer(smtp.port, { ...account, password: 'Wrong-Pa55' }).send(letter()))
    expect(error).toMatchObject({ permanent: false })
    expect(error.message).toMatch(/^Couldn't log in to the mail server: 535/)
    expect(error.message).not.toContain('Wrong-Pa55')
  })
})

describe('refusals', () => {
  it.each([
    ['recipient', 450, false],
    ['recipient', 550, true],
    ['sender', 451, false],
    ['sender', 553, true],
    ['message', 421, false],
    ['message', 452, false],
    ['message', 503, false],
    ['message', 530, false],
    ['message', 554, true],
  ] as const)('at the %s with %i is permanent: %s', async (at, code, permanent) => {
    const smtp = await server({ judge: (step) => (step === at ? { code, text: 'no' } : undefined) })
    const error = await refusal(mailer(smtp.port).send(letter()))
    expect(error.permanent).toBe(permanent)
    expect(error.message).toContain(String(code))
    expect(smtp.mails).toHaveLength(0)
  })

  it('a server that quotes the message does not bring its link into the error', async () => {
    const link = `https://ctf.example/account/reset?token=${'Zm9v'.repeat(20)}&email=YQ==`
    const smtp = await server({
      judge: (step) =>
        step === 'message' ? { code: 554, text: `spam: ${link} and ${'Zm9v'.repeat(20)}` } : undefined,
    })
    const error = await refusal(mailer(smtp.port).send(letter({ text: link })))
    expect(error.message).toContain('554 spam')
    expect(error.message).not.toMatch(/Zm9v|token=/)
  })

  it('goes on with the same connection after a refused message', async () => {
    const smtp = await server({
      judge: (step) => (step === 'recipient' ? { code: 550, text: 'no' } : undefined),
    })
    const sending = mailer(smtp.port)
    await refusal(sending.send(letter()))
    smtp.judge(() => undefined)
    await sending.send(letter())
    expect(smtp.mails).toHaveLength(1)
  })
})

describe('a server that is not there', () => {
  it('refused connections are temporary, and the next message gets through once it is up', async () => {
    const first = await startFakeSmtp()
    await first.close()
    const sending = mailer(first.port)
    const error = await refusal(sending.send(letter()))
    expect(error).toMatchObject({ permanent: false })
    expect(error.message).toMatch(/^Couldn't reach the mail server: .*ECONNREFUSED/)
    const smtp = await server({ port: first.port })
    await sending.send(letter())
    expect(smtp.mails).toHaveLength(1)
  })

  it('one that never greets, and one that never finishes, are given up', async () => {
    const silent = await rawServer(() => undefined)
    const impatient = { timeouts: { connectMs: 200, idleMs: 200, messageMs: 400 } }
    expect(await refusal(mailer(silent, impatient).send(letter()))).toMatchObject({ permanent: false })

    const smtp = await server({ judge: () => new Promise(() => undefined) })
    expect(await refusal(mailer(smtp.port, impatient).send(letter()))).toMatchObject({ permanent: false })
  })

  it('one that keeps a trickle going is given up as well', async () => {
    const trickling = await rawServer((write) => {
      write('220 hello\r\n')
      return setInterval(() => write('250-x\r\n'), 50)
    })
    const sending = mailer(trickling, { timeouts: { messageMs: 400 } })
    const error = await refusal(sending.send(letter()))
    expect(error).toMatchObject({ permanent: false, message: 'The mail server took too long' })
  })

  it('can be told before the first mail', async () => {
    const smtp = await server()
    const checking = mailer(smtp.port)
    await checking.check()
    await smtp.close()
    expect(await refusal(checking.check())).toMatchObject({ permanent: false })
  })
})

describe('closing', () => {
  it('lets a message on its way arrive', async () => {
    const [offered, closing] = [gate(), gate()]
    const smtp = await server({
      judge: async (step) => {
        if (step !== 'message') return undefined
        offered.open()
        await closing.opened
        return undefined
      },
    })
    const sending = mailer(smtp.port)
    const sent = sending.send(letter())
    await offered.opened
    const closed = sending.close()
    closing.open()
    await closed
    await sent
    expect(smtp.mails).toHaveLength(1)
  })

  it('does not wait for a server that hangs, and sends nothing afterwards', async () => {
    const reached = gate()
    const smtp = await server({
      judge: () => {
        reached.open()
        return new Promise(() => undefined)
      },
    })
    const sending = mailer(smtp.port, { timeouts: { closeMs: 100 } })
    const sent = refusal(sending.send(letter()))
    await reached.opened
    await sending.close()
    expect(await sent).toMatchObject({ permanent: false })
    expect(await refusal(sending.send(letter()))).toMatchObject({ permanent: false })
  })
})

const gate = (): { opened: Promise<void>; open: () => void } => {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

const rawServer = async (
  talk: (write: (line: string) => void) => NodeJS.Timeout | undefined,
): Promise<number> => {
  const listening: Server = createServer((socket) => {
    const timer = talk((line) => socket.write(line))
    socket.on('error', () => undefined)
    socket.on('close', () => clearInterval(timer))
    socket.resume()
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  owned.push({ close: () => new Promise((resolve) => listening.close(resolve)) })
  const address = listening.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
