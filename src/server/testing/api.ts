import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import type { RoleId } from '#shared/access/roles.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import { type App, type AppDeps, createApp } from '../app.ts'
import type { Database } from '../db/connect.ts'
import { createAppDatabase } from '../db/testing.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import { PASSWORD, usernameOf } from './people.ts'

export { PASSWORD, usernameOf }

/** After a move of the clock by so much people have signed in again: sessions end after twelve hours. */
const SESSION_MS = 11 * HOUR_MS

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape and compare what they find
  body: any
  headers: Record<string, unknown>
}

export interface Client {
  /** The signed-in person's number; 0 for a visitor. */
  id: number
  username: string
  token: string | null
  get(url: string): Promise<Answer>
  post(url: string, body?: object): Promise<Answer>
  put(url: string, body?: object): Promise<Answer>
  patch(url: string, body?: object): Promise<Answer>
  delete(url: string, body?: object): Promise<Answer>
  send(options: InjectOptions): Promise<Answer>
}

export interface Api {
  app: App
  database: Database
  settings: Settings
  visitor: Client
  /** Somebody of this role, signed in; `which` tells several people of one role apart. */
  as(role: RoleId, which?: number): Promise<Client>
  /** A program that calls with this API token. */
  program(secret: string): Client
  signIn(username: string, password?: string): Promise<Answer>
  /** Runs a job now, without the queue. Throws if there is none of this name. */
  runJob(name: string, payload?: object): Promise<void>
  /** Moves the server's clock on. */
  advance(milliseconds: number): void
  /** Stops the server's clock: from now on it goes as far as it is moved on. */
  stopClock(): void
  now(): Date
  /** The mails that were sent, the newest first; runs the waiting jobs before it looks. */
  mails(): Promise<readonly { to: string; subject: string; text: string }[]>
  close(): Promise<void>
}

/** Calls of this person on a server that does not listen; `beforeEach` runs before each of them. */
function createClient(
  server: App['server'],
  person: Pick<Client, 'id' | 'username' | 'token'>,
  beforeEach = async () => {},
): Client {
  const send = async (request: InjectOptions): Promise<Answer> => {
    await beforeEach()
    const headers = {
      ...(person.token ? { authorization: `Bearer ${person.token}` } : {}),
      ...request.headers,
    }
    const response = await server.inject({ ...request, headers })
    const isJson = String(response.headers['content-type'] ?? '').includes('application/json')
    return {
      status: response.statusCode,
      body: isJson && response.body !== '' ? response.json() : response.body,
      headers: response.headers,
    }
  }
  const withBody = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE') => (url: string, body?: object) =>
    send({ method, url, ...(body === undefined ? {} : { payload: body }) })
  return {
    id: person.id,
    username: person.username,
    get token() {
      return person.token
    },
    send,
    get: (url) => send({ method: 'GET', url }),
    post: withBody('POST'),
    put: withBody('PUT'),
    patch: withBody('PATCH'),
    delete: withBody('DELETE'),
  }
}

/** The real app on a database of its own, with one site and two people of every role; nothing listens. */
export async function startApi(
  environment: Record<string, string> = {},
  options: Pick<
    AppDeps,
    | 'webFolder'
    | 'web'
    | 'logTo'
    | 'patience'
    | 'renewsHashes'
    | 'catalog'
    | 'shareOfVoice'
    | 'market'
    | 'research'
    | 'searches'
    | 'games'
    | 'warehouseSource'
    | 'wordPressTimeoutMs'
  > = {},
): Promise<Api> {
  const dataDir = await mkdtemp(join(tmpdir(), 'copydesk-test-'))
  const settings = readSettings({
    LOG_LEVEL: 'silent',
    RATE_LIMIT: '100000',
    DECISION_UNDO_SECONDS: '0',
    // Most tests that move the clock mean nobody’s session.
    SESSION_IDLE_MINUTES: '720',
    DATA_DIR: dataDir,
    ...environment,
  })
  const database = await createAppDatabase()
  let ahead = 0
  let stoppedAt: number | null = null
  const now = () => new Date((stoppedAt ?? Date.now()) + ahead)
  const app = await createApp({
    ...{ settings, database, clock: now, checkAnswers: true, keepsTime: false, renewsHashes: false },
    ...options,
  })
  await app.queue.start(app.jobs, { work: false })
  app.setReady(true)
  const visitor = createClient(app.server, { id: 0, username: '', token: null })
  const signIn = (username: string, password = PASSWORD) => visitor.post('/api/auth', { username, password })
  const signedIn = new Map<string, Promise<Client>>()

  return {
    app,
    database,
    settings,
    visitor,
    program: (secret) => createClient(app.server, { id: 0, username: '', token: secret }),
    signIn,
    now,
    as(role, which = 1) {
      const username = usernameOf(role, which)
      const known = signedIn.get(username)
      if (known) return known
      const client = signIn(username).then(({ body }) => {
        const person = { id: body.user.id, username, token: body.token }
        let signedInAt = ahead
        // Several calls at once wait for the one that signs in again.
        let signedInAgain = Promise.resolve()
        return createClient(app.server, person, () => {
          if (ahead - signedInAt >= SESSION_MS) {
            signedInAt = ahead
            signedInAgain = signIn(username).then(({ body }) => {
              person.token = body.token
            })
          }
          return signedInAgain
        })
      })
      signedIn.set(username, client)
      return client
    },
    async runJob(name, payload = {}) {
      const job = app.jobs.find((each) => each.name === name)
      if (!job) throw new Error(`There is no job ${name}.`)
      await job.run(payload)
    },
    advance(milliseconds) {
      ahead += milliseconds
    },
    stopClock() {
      stoppedAt ??= Date.now()
    },
    async mails() {
      await app.queue.drain()
      return (await app.mailer.kept(100)) ?? []
    },
    async close() {
      await app.server.close()
      await app.queue.stop()
      await app.traces?.end({ withinMs: 1000 })
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
