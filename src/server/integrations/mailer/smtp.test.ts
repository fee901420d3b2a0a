import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { inspect } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { createSmtpMailer } from './smtp.ts'

const MAIL = { to: 'ann@desk.example', subject: 'Reset your Copydesk password', text: 'Hello Ann' }
const QUIET_MS = 400

/** The server's reaction to a command: a text to send, or a function. */
type Turn = string | ((socket: Socket) => void)
/** Reactions by command; `connect` is the connection itself, `text` the mail's last line. */
type Script = Record<string, Turn>

const POLITE: Script = {
  connect: '220 mail.example ESMTP',
  EHLO: '250-mail.example\r\n250 AUTH PLAIN',
  AUTH: '235 Welcome',
  MAIL: '250 OK',
  RCPT: '250 OK',
  DATA: '354 Go on',
  text: '250 Taken',
  RSET: '250 OK',
  QUIT: '221 Bye',
}

const servers: Server[] = []
const sockets = new Set<Socket>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))))
})

/** A mail server that keeps to a script; resolves with its port. */
async function startServer(script: Script): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    const turn = (command: string) => {
      const next = script[command]
      if (typeof next === 'string') socket.write(`${next}\r\n`)
      else next?.(socket)
    }
    let heard = ''
    let isText = false
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
      const lines = heard.split('\r\n')
      heard = lines.pop() ?? ''
      for (const line of lines) {
        if (isText && line !== '.') continue
        const command = isText ? 'text' : line.slice(0, 4)
        isText = command === 'DATA'
        turn(command)
      }
    })
    turn('connect')
  })
  servers.push(server)
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  return (server.address() as AddressInfo).port
}

const mailerAt = (port: number, timeoutMs?: number) =>
  createSmtpMailer({
    url: `smtp://desk:secret@127.0.0.1:${port}?ignoreTLS=true`,
    from: 'The Desk <desk@mail.example>',
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })

const silence: Turn = () => {}
const hangUp: Turn = (socket) => socket.destroy()
/** An answer that never ends: it goes on as long as anybody listens. */
const flood =
  (start: string): Turn =>
  (socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write('x'.repeat(65_536)));
      if (!socket.destroyed) socket.once('drain', more)
    }
    socket.write(start)
    more()
  }
/** An answer of a letter now and then, which keeps the connection awake for ever. */
const drip: Turn = (socket) => {
  socket.write('250-')
  const beat = setInterval(() => socket.write('x'), QUIET_MS / 8)
  socket.once('close', () => clearInterval(beat))
}

/** The fault, the server's unusual reactions, and the expected error. */
const FAULTS: [fault: string, script: Script, kind: string, status?: number][] = [
  ['never greets', { connect: silence }, 'timeout'],
  ['greets with a refusal', { connect: '554 No service here' }, 'unavailable', 554],
  ['is busy when it greets', { connect: '421 Too many connections' }, 'unavailable', 421],
  ['is no mail server', { connect: 'HTTP/1.1 400 Bad Request' }, 'unavailable'],
  ['hangs up instead of greeting', { connect: hangUp }, 'unavailable'],
  ['greets without an end', { connect: flood('220-') }, 'unavailable'],
  ['answers letter by letter, for ever', { EHLO: drip }, 'timeout'],
  ['does not know our password', { AUTH: '535 Wrong user or password' }, 'unauthorized', 535],
  ['cannot look passwords up just now', { AUTH: '454 Try later' }, 'unavailable', 454],
  ['answers a sign-in without an end', { AUTH: flood('235-') }, 'unavailable'],
  ['falls silent after the sign-in', { MAIL: silence }, 'timeout'],
  ['does not take our sender', { MAIL: '553 Not yours' }, 'forbidden', 553],
  ['wants another sign-in', { MAIL: '530 Must issue STARTTLS first' }, 'unauthorized', 530],
  ['asks to try an address later', { RCPT: '450 Mailbox busy' }, 'unavailable', 450],
  ['knows no such address', { RCPT: '550 No such mailbox' }, 'invalid', 550],
  ['hangs up while it gets the mail', { DATA: hangUp }, 'unavailable'],
  ['refuses the mail for good', { text: '552 Too large' }, 'invalid', 552],
  ['asks to try the mail later', { text: '451 Try later' }, 'unavailable', 451],
  ['does not say whether it took the mail', { text: silence }, 'timeout'],
  ['hangs up before it says whether it took the mail', { text: hangUp }, 'unavailable'],
  ['says nonsense', { RCPT: 'maybe' }, 'unavailable'],
]

it.each(FAULTS)(
  'a mail server that %s fails with the matching kind',
  async (_fault, script, kind, status) => {
    const port = await startServer({ ...POLITE, ...script })
    const refusal = await mailerAt(port, kind === 'timeout' ? QUIET_MS : undefined)
      .send(MAIL)
      .then(
        () => null,
        (error: unknown) => error,
      )
    expect(refusal).toMatchObject({ name: 'IntegrationError', system: 'The mail server', kind })
    if (status !== undefined) expect(refusal).toMatchObject({ status })
    const told = inspect(refusal, { depth: 9, showHidden: true })
    expect(told).not.toContain('secret')
    expect(told).not.toContain(Buffer.from('\0desk\0secret').toString('base64'))
    // Nobody waits on a connection that was given up.
    await expect.poll(() => [...sockets].every(({ destroyed }) => destroyed)).toBe(true)
  },
)

it('an unreachable mail server is reported as unavailable', async () => {
  const port = await startServer(POLITE)
  await new Promise((done) => servers.pop()?.close(done))
  await expect(mailerAt(port).send(MAIL)).rejects.toMatchObject({ kind: 'unavailable' })
})

it('a mail server that answers letter by letter does not hold up the check of the connection', async () => {
  const port = await startServer({ ...POLITE, EHLO: drip })
  await expect(mailerAt(port, QUIET_MS).check()).rejects.toMatchObject({
    kind: 'timeout',
  })
})

it('a polite mail server takes a mail, and is left when it has', async () => {
  const port = await startServer(POLITE)
  await mailerAt(port).send(MAIL)
  await expect.poll(() => [...sockets].every(({ destroyed }) => destroyed)).toBe(true)
})
