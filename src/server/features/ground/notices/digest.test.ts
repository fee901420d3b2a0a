import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { mentionToken } from '#shared/features/keywords/keyword-comments/rules.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import { localTimeAt } from '#shared/format/local-time.ts'
import { createApp } from '../../../app.ts'
import { type Api, type Client, startApi, usernameOf } from '../../../testing/api.ts'
import { buildArticle, buildKeyword } from '../../../testing/builders.ts'
import { type MailServer, startMailServer } from '../../../testing/mail-server.ts'

const SETTINGS = '/api/profile/notifications'
const ZONE = 'Asia/Kolkata'
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]

let smtp: MailServer
let api: Api
let reader: Client
let writer: Client
beforeAll(async () => {
  smtp = await startMailServer()
  api = await startApi({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://desk.example', ORG_TZ: ZONE })
  api.stopClock()
  reader = await api.as('opm')
  writer = await api.as('qa')
})
afterAll(async () => {
  await api.close()
  await smtp.close()
})
beforeEach(async () => {
  for (const table of ['notice_choices', 'notice_preferences', 'notices', 'jobs.job'])
    await api.database.pool.query(`delete from ${table}`)
  smtp.received.splice(0)
})

/** Moves the clock on to the next full hour of this kind in the organization's time zone. */
function advanceTo(hour: number) {
  const now = api.now()
  const minutes = (now.getTime() / 60_000 + 330) % 60
  api.advance((60 - minutes) * 60_000)
  const ahead = (hour - localTimeAt(api.now(), ZONE).hour + 24) % 24
  api.advance(ahead * HOUR_MS)
}
const run = async () => {
  await api.runJob('notices.digest')
  await api.app.queue.drain()
  return smtp.received.length
}
const choose = (way: string, group = 'articles') => reader.put(`${SETTINGS}/groups/${group}`, { way })
const times = (hour: number, days = EVERY_DAY) =>
  reader.put(`${SETTINGS}/digest`, { hour, days, hold_overnight: false })
async function approve(title: string) {
  const { id } = await buildArticle(api.database.db, { userId: reader.id, title })
  await writer.patch(`/api/articles/validate/${id}`, { command: 'approve' })
}

/** At 7 in the morning, a user with a digest at 8 on every day. */
async function setUp() {
  advanceTo(7)
  await times(8)
  await choose('digest')
}

describe('the digest', () => {
  it('comes once a day at its hour, with new and unread notices', async () => {
    await setUp()
    await approve('Kettles')
    expect(await run()).toBe(0)
    advanceTo(8)
    expect(await run()).toBe(1)
    expect(await run()).toBe(1)
    await approve('Toasters')
    advanceTo(9)
    expect(await run()).toBe(1)
    advanceTo(8)
    expect(await run()).toBe(2)
    expect(smtp.received[0]).toContain(`To: ${reader.username}`)
    expect(smtp.received[0]).toContain('Qa One approved your article “Kettles”')
    expect(smtp.received[1]).toContain('“Toasters”')
    expect(smtp.received[1]).not.toContain('“Kettles”')
  })

  it('says a thread in one line, by group, with links', async () => {
    await setUp()
    await choose('digest', 'mentions')
    await approve('Kettles')
    const word = await buildKeyword(api.database.db, 'loud kettle')
    for (const text of ['look', 'here', 'again'])
      await writer.post(`/api/keywords/${word.id}/comments`, {
        comment: `${mentionToken(reader.id, 'Opm One')} ${text}`,
      })
    advanceTo(8)
    await run()
    const [mail = ''] = smtp.received
    expect(mail).toContain('Subject: Copydesk: 4 new notices today')
    expect(mail).toContain('* 3 comments on “loud kettle”')
    expect(mail).toContain(`https://desk.example/keywords?keyword_id=${word.id}&comments=1`)
    expect(mail.indexOf('My articles')).toBeLessThan(mail.indexOf('Mentions'))
  })

  it('is not sent if there is nothing, or all of it was read', async () => {
    await setUp()
    await approve('Kettles')
    await reader.post('/api/notices/read', { ids: 'all' })
    advanceTo(8)
    expect(await run()).toBe(0)
  })

  it('leaves out notices that were mailed at once', async () => {
    advanceTo(7)
    await times(8)
    await approve('Kettles')
    await api.app.queue.drain()
    expect(smtp.received).toHaveLength(1)
    await choose('digest')
    advanceTo(8)
    expect(await run()).toBe(1)
  })

  it('has what waited to be mailed at once when the user chose it', async () => {
    advanceTo(7)
    await times(8)
    await approve('Kettles')
    await choose('digest')
    await api.app.queue.drain()
    expect(smtp.received).toHaveLength(0)
    advanceTo(8)
    expect(await run()).toBe(1)
  })

  it('comes only on its days', async () => {
    await setUp()
    const { weekday } = localTimeAt(api.now(), ZONE)
    await times(8, [(weekday % 7) + 1])
    await approve('Kettles')
    advanceTo(8)
    expect(await run()).toBe(0)
    advanceTo(8)
    expect(await run()).toBe(1)
  })

  it('comes an hour late if the server was off, and not at an hour that was chosen too late', async () => {
    await setUp()
    await approve('Kettles')
    advanceTo(10)
    expect(await run()).toBe(1)
    advanceTo(15)
    await approve('Toasters')
    await times(14)
    expect(await run()).toBe(1)
    advanceTo(14)
    expect(await run()).toBe(2)
  })

  it('that is first chosen in the afternoon comes the next morning', async () => {
    advanceTo(15)
    await choose('digest')
    await times(8)
    await approve('Kettles')
    advanceTo(16)
    expect(await run()).toBe(0)
    advanceTo(8)
    expect(await run()).toBe(1)
  })

  it('goes to nobody who was locked, and has nothing that was switched off before it is sent', async () => {
    await setUp()
    await approve('Kettles')
    advanceTo(8)
    await api.runJob('notices.digest')
    await choose('off')
    await api.app.queue.drain()
    expect(smtp.received).toHaveLength(0)
  })

  it('can be sent ahead, once', async () => {
    await setUp()
    const send = () => reader.post(`${SETTINGS}/digest/send`)
    expect((await send()).body.message).toBe('Nothing is new, so there is no digest to send.')
    await approve('Kettles')
    const before = (await reader.get(SETTINGS)).body.next_digest
    expect(before).toMatchObject({ title: '1 new notice today', lines: [{ group: 'articles' }] })
    const answers = await Promise.all([send(), send()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await api.app.queue.drain()
    expect(smtp.received).toHaveLength(1)
    advanceTo(8)
    expect(await run()).toBe(1)
  })
})

describe('a digest is sent once', () => {
  it('when two servers begin at the same moment', async () => {
    await setUp()
    await approve('Kettles')
    advanceTo(8)
    const { settings, database } = api
    const other = await createApp({ settings, database, clock: api.now, keepsTime: false, webFolder: null })
    const [one, two] = [api.app, other].map(({ jobs }) => jobs.find(({ name }) => name === 'notices.digest'))
    await Promise.all([one?.run({}), two?.run({}), one?.run({}), two?.run({})])
    await api.app.queue.drain()
    expect(smtp.received).toHaveLength(1)
    await other.server.close()
  })

  it('or not at all, and then later, if the server dies within', async () => {
    await setUp()
    await approve('Kettles')
    advanceTo(8)
    const { pool } = api.database
    // The mail cannot be enqueued, as after a crash before the commit.
    await pool.query(
      `alter table jobs.job_common add constraint no_digest check (name <> 'notices.mail-digest')`,
    )
    await expect(api.runJob('notices.digest')).rejects.toThrow()
    expect((await pool.query('select from notices where mailed_at is null')).rowCount).toBe(1)
    await pool.query('alter table jobs.job_common drop constraint no_digest')
    expect(await run()).toBe(1)
  })
})

test('mails say how to switch them off, warnings about the account do not', async () => {
  await approve('Kettles')
  await setUp()
  await approve('Toasters')
  advanceTo(8)
  await run()
  const payload = { name: 'Sheet', role_id: 'wrt', owner_id: reader.id }
  const { token } = (await api.signIn(usernameOf('adm'))).body
  const headers = { authorization: `Bearer ${token}` }
  await api.visitor.send({ method: 'POST', url: '/api/service-accounts', headers, payload })
  await api.app.queue.drain()
  const [digest = '', warning = ''] = smtp.received
  const [, address = ''] = /^List-Unsubscribe: <(.*)>\r$/m.exec(digest) ?? []
  expect(address).toMatch(/^https:\/\/desk\.example\/unsubscribe\/\d+-digest-[\w-]{43}$/)
  expect(digest).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  expect(digest).toContain(`Stop your digest: ${address}`)
  expect(warning).toContain('service account')
  expect(warning).not.toContain('nsubscribe')
})

test('without https there is no one-click, only the page', async () => {
  const plain = await startApi({ SMTP_URL: smtp.url, PUBLIC_URL: 'http://desk.example' })
  const [qa, opm] = [await plain.as('qa'), await plain.as('opm')]
  const { id } = await buildArticle(plain.database.db, { userId: opm.id })
  await qa.patch(`/api/articles/validate/${id}`, { command: 'approve' })
  await plain.app.queue.drain()
  expect(smtp.received[0]).toMatch(/^List-Unsubscribe: <http:\/\/desk\.example\/unsubscribe\/\d+-articles-/m)
  expect(smtp.received[0]).not.toContain('One-Click')
  await plain.close()
})
