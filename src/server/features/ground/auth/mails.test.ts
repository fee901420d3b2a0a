import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSmtpMailer } from '../../../integrations/mailer/smtp.ts'
import { type Api, PASSWORD, startApi } from '../../../testing/api.ts'
import { buildUser } from '../../../testing/builders.ts'
import { MAIL_NOTICE, MAIL_PASSWORD_LINK } from './jobs.ts'

interface Received {
  from: string
  to: string[]
  headers: Record<string, string>
  text: string
}

/** A mail server that keeps its mails, and refuses them while `refusal` is set. */
function startMailServer() {
  const received: Received[] = []
  const state: { refusal: number | null } = { refusal: null }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'desk' && password === 'p@ss/word'
        ? done(null, { user: username })
        : done(new Error('Wrong user or password')),
    onRcptTo: (_address, _session, done) =>
      done(
        state.refusal === null
          ? null
          : Object.assign(new Error('Try again later'), { responseCode: state.refusal }),
      ),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          ...readMessage(Buffer.concat(chunks).toString('utf8')),
        })
        done()
      })
    },
  })
  return new Promise<{
    url: string
    received: Received[]
    state: typeof state
    close: () => Promise<void>
  }>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.server.address() as AddressInfo
      const close = () => new Promise<void>((done) => server.close(() => done()))
      resolve({ url: `smtp://desk:p%40ss%2Fword@127.0.0.1:${port}`, received, state, close })
    })
  })
}

function readMessage(message: string): Pick<Received, 'headers' | 'text'> {
  const end = message.indexOf('\r\n\r\n')
  const lines = message
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines)
    headers[line.slice(0, line.indexOf(':')).toLowerCase()] = line.slice(line.indexOf(':') + 2)
  const body = message.slice(end + 4)
  if (headers['content-transfer-encoding'] !== 'quoted-printable') return { headers, text: body }
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return { headers, text: Buffer.from(bytes, 'latin1').toString('utf8') }
}

let mail: Awaited<ReturnType<typeof startMailServer>>
let api: Api
let passwordHash: string
beforeAll(async () => {
  mail = await startMailServer()
  api = await startApi({ SMTP_URL: mail.url, MAIL_FROM: 'The Desk <desk@mail.example>' })
  passwordHash = await api.app.passwords.hash(PASSWORD)
})
beforeEach(async () => {
  mail.state.refusal = null
  // What the test before has left to be sent.
  await api.mails()
  mail.received.length = 0
})
afterAll(async () => {
  await api.close()
  await mail.close()
})

const person = (values: Parameters<typeof buildUser>[1] = {}) =>
  buildUser(api.database.db, { passwordHash, ...values })

async function askForReset(username: string) {
  await api.visitor.post('/api/reset-password', { username })
  await api.mails()
}

const linkIn = (text: string | undefined) => /\/reset-password\/([\w-]{43})\s/.exec(text ?? '')?.[1]

test('mail goes out through the configured server, and its link arrives whole', async () => {
  const { username } = await person({ firstName: 'Zoë 日本' })
  await askForReset(username)
  expect(mail.received).toHaveLength(1)
  const [one] = mail.received
  expect(one).toMatchObject({ from: 'desk@mail.example', to: [username] })
  expect(one?.headers).toMatchObject({
    from: 'The Desk <desk@mail.example>',
    to: username,
    subject: 'Reset your Copydesk password',
  })
  expect(one?.text).toContain('Hello Zoë 日本,')
  const token = linkIn(one?.text)
  const used = await api.visitor.put('/api/reset-password', { token, password: 'a rather new password' })
  expect([used.status, used.body]).toEqual([200, { username }])
})

test('a name with line breaks is refused, and an existing one adds no header and no recipient [ASVS 1.3.11]', async () => {
  const admin = await api.as('adm')
  const names = [
    'Eve\r\nBcc: everybody@desk.example',
    'Eve\nTo: everybody@desk.example\n\nHi',
    'Eve\r\n.\r\nQUIT',
  ]
  for (const [index, name] of names.entries()) {
    const username = `eve${index}@desk.example`
    const user = { username, first_name: name, last_name: 'Stone', role_id: 'opm', active: 1 }
    const { status, body } = await admin.post('/api/users', user)
    expect([status, body.validation.body.message]).toEqual([
      400,
      'Must be one line without control characters',
    ])
    await person({ username, firstName: name, lastName: name })
    await askForReset(username)
    const one = mail.received.at(-1)
    expect(one?.to).toEqual([username])
    expect(Object.keys(one?.headers ?? {}).sort()).toEqual([
      'content-transfer-encoding',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
    expect(one?.headers.subject).toBe('Reset your Copydesk password')
  }
  expect(mail.received).toHaveLength(names.length)
})

test('a mail that the server did not take is sent by the next try, with a link that works', async () => {
  const { id, username } = await person()
  const job = api.app.jobs.find(({ name }) => name === MAIL_PASSWORD_LINK)
  mail.state.refusal = 451
  await expect(job?.run({ userId: id, purpose: 'reset' })).rejects.toThrow('Try again later')
  expect(mail.received).toHaveLength(0)
  mail.state.refusal = null
  await job?.run({ userId: id, purpose: 'reset' })
  const token = linkIn(mail.received[0]?.text)
  const { body } = await api.visitor.get(`/api/reset-password?token=${token}`)
  expect([mail.received[0]?.to, body.first_name]).toEqual([[username], 'Test'])
})

test('a mail to an address that its server says does not exist is not tried again, and is seen to have failed', async () => {
  const { username } = await person()
  mail.state.refusal = 550
  await api.visitor.post('/api/reset-password', { username })
  await expect(api.app.queue.drain()).rejects.toThrow('Try again later')
  const { rows } = await api.database.pool.query(
    'select state, retry_count as tries from jobs.job where name = $1 order by created_on desc limit 1',
    [MAIL_PASSWORD_LINK],
  )
  expect(rows).toEqual([{ state: 'failed', tries: 0 }])
})

test('the check of a server reports that it does not let us in', async () => {
  expect(await api.app.mailer.check()).toMatchObject({ adapter: 'SMTP', ok: true })
  const from = 'desk@mail.example'
  const wrong = createSmtpMailer({ url: mail.url.replace('p%40ss', 'wrong'), from })
  await expect(wrong.check()).rejects.toMatchObject({ name: 'IntegrationError', kind: 'unauthorized' })
})

test('a message that begins a line with a dot arrives with it', async () => {
  const { username } = await person({ firstName: '.\n..\n.' })
  await askForReset(username)
  expect(mail.received[0]?.text).toContain('Hello . .. .,')
})

test('a mail that is sent again has the name of its job, so that a mailbox shows it once', async () => {
  const { id: userId } = await person()
  await api.app.queue.enqueue(api.database.db, MAIL_NOTICE, { userId, notice: 'test' })
  await api.mails()
  expect(mail.received[0]?.headers['message-id']).toMatch(/^<[\da-f-]{36}@mail\.example>$/)
  const job = api.app.jobs.find(({ name }) => name === MAIL_NOTICE)
  // The answer to the first one was lost: the job runs again.
  for (const _try of [1, 2]) await job?.run({ userId, notice: 'test' }, 'job-7')
  expect(mail.received.slice(1).map(({ headers }) => headers['message-id'])).toEqual([
    '<job-7@mail.example>',
    '<job-7@mail.example>',
  ])
})

test('a mail with a link is another one at each try, since only its newest link works', async () => {
  const { id: userId } = await person()
  const job = api.app.jobs.find(({ name }) => name === MAIL_PASSWORD_LINK)
  for (const _try of [1, 2]) await job?.run({ userId, purpose: 'reset', isLimited: false }, 'job-8')
  const names = mail.received.map(({ headers }) => headers['message-id'])
  expect(new Set(names).size).toBe(2)
})

test('a server that really sends keeps no outbox', async () => {
  expect(await api.app.mailer.kept(10)).toBeNull()
})
