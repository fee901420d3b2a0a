import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import type { MailScope } from '#shared/features/ground/notices/form.ts'
import { createMailLinks } from '../../../security/mail-links.ts'
import { createSecretBox } from '../../../security/secret-box.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'

const [CURRENT, PREVIOUS, FOREIGN] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const ONE_CLICK = 'List-Unsubscribe=One-Click'
const SETTINGS = '/api/profile/notifications'

let api: Api
let reader: Client
beforeAll(async () => {
  api = await startApi({
    SMTP_URL: 'smtp://127.0.0.1:9',
    SECRET_KEY: CURRENT.toString('hex'),
    SECRET_KEY_PREVIOUS: PREVIOUS.toString('hex'),
  })
  reader = await api.as('qa')
})
afterAll(() => api.close())
beforeEach(() => api.database.pool.query('delete from notice_choices'))

const linkOf = (scope: MailScope, { key = CURRENT, userId = reader.id, username = reader.username } = {}) =>
  createMailLinks(createSecretBox({ current: key, previous: null })).sign({ userId, scope }, username)
/** As a mail program sends it. */
const click = (token: string, payload = ONE_CLICK, headers: Record<string, string> = FORM) =>
  api.visitor.send({ method: 'POST', url: `/unsubscribe/${token}`, headers, payload })
const wayOf = async (group: string) =>
  (await reader.get(SETTINGS)).body.groups.find((each: { group: string }) => each.group === group).way
const choose = (group: string, way: string) => reader.put(`${SETTINGS}/groups/${group}`, { way })

describe('one click', () => {
  it('switches the mails of a group off, without a sign-in, and only those', async () => {
    expect((await click(linkOf('articles'))).status).toBe(204)
    expect([await wayOf('articles'), await wayOf('reviews')]).toEqual(['bell', 'mail'])
  })

  it('switches the digest off for every group that is in it', async () => {
    await choose('alerts', 'digest')
    await choose('mentions', 'digest')
    await choose('reviews', 'off')
    expect((await click(linkOf('digest'))).status).toBe(204)
    const ways = await Promise.all(['articles', 'reviews', 'mentions', 'alerts'].map(wayOf))
    expect(ways).toEqual(['mail', 'off', 'bell', 'bell'])
  })

  it('also comes as a multipart form, and changes nothing when it is repeated', async () => {
    const type = { 'content-type': 'multipart/form-data; boundary=b' }
    const body =
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
    expect((await click(linkOf('articles'), body, type)).status).toBe(204)
    expect(await wayOf('articles')).toBe('bell')
    await choose('articles', 'off')
    expect((await click(linkOf('articles'))).status).toBe(204)
    expect(await wayOf('articles')).toBe('off')
  })

  it('is needed: following the link changes nothing', async () => {
    const token = linkOf('articles')
    const { body } = await api.visitor.get(`/api/unsubscribe/${token}`)
    expect(body).toEqual({ scope: 'articles', is_on: true })
    await api.visitor.get(`/unsubscribe/${token}`)
    expect(await wayOf('articles')).toBe('mail')
    await click(token)
    expect((await api.visitor.get(`/api/unsubscribe/${token}`)).body.is_on).toBe(false)
  })

  it('needs its words', async () => {
    for (const words of ['', 'List-Unsubscribe=Two-Clicks', 'a=b', '__proto__=One-Click'])
      expect((await click(linkOf('articles'), words)).status).toBe(400)
    expect(await wayOf('articles')).toBe('mail')
  })

  it('is in the trail as that of a visitor', async () => {
    await click(linkOf('articles'))
    const { rows } = await api.database.pool.query(
      "select actor_kind, noun_id, before, after from audit_entries where act = 'notification.unsubscribed' order by id desc limit 1",
    )
    const states = { before: { articles: 'Mail at once' }, after: { articles: 'Bell only' } }
    expect(rows).toEqual([{ actor_kind: 'visitor', noun_id: String(reader.id), ...states }])
  })
})

describe('a link', () => {
  it('goes on working after the key was replaced', async () => {
    expect((await click(linkOf('articles', { key: PREVIOUS }))).status).toBe(204)
  })

  it('of another server, another user, another scope or an older address is refused', async () => {
    const own = linkOf('articles')
    const other = await api.as('opm')
    const forged = [
      linkOf('articles', { key: FOREIGN }),
      own.replace(/^\d+/, String(other.id)),
      own.replace('articles', 'mentions'),
      linkOf('articles', { username: 'before@desk.example' }),
      linkOf('articles', { userId: 99_999 }),
      `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`,
    ]
    for (const token of forged) {
      expect((await click(token)).status, token).toBe(404)
      expect((await api.visitor.get(`/api/unsubscribe/${token}`)).status).toBe(404)
    }
    expect(await wayOf('articles')).toBe('mail')
  })

  it('that is malformed or about an account is refused before anything is read', async () => {
    for (const token of [
      'x',
      `${reader.id}-account-${'A'.repeat(43)}`,
      `${'9'.repeat(9)}-digest-${'A'.repeat(43)}`,
    ])
      expect([400, 404]).toContain((await click(token)).status)
  })
})

test('only this call takes urlencoded forms', async () => {
  const url = '/api/auth'
  const { status } = await api.visitor.send({ method: 'POST', url, headers: FORM, payload: 'username=a' })
  expect(status).toBe(415)
})

test('the log does not show the token', async () => {
  const lines: string[] = []
  const logged = await startApi({ LOG_LEVEL: 'info' }, { logTo: { write: (line) => void lines.push(line) } })
  const secret = 'A'.repeat(43)
  for (const url of [`/unsubscribe/1-digest-${secret}`, `/api/unsubscribe/1-digest-${secret}`])
    await logged.visitor.send({ method: 'GET', url })
  expect(lines.some((line) => line.includes('unsubscribe'))).toBe(true)
  expect(lines.join('')).not.toContain(secret)
  await logged.close()
})
