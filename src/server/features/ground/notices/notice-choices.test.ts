import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { HOUR_MS } from '#shared/format/duration.ts'
import { localTimeAt } from '#shared/format/local-time.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle } from '../../../testing/builders.ts'

const SETTINGS = '/api/profile/notifications'
/** Five hours behind UTC all year. */
const ZONE = 'America/Bogota'
const MAILING = { SMTP_URL: 'smtp://127.0.0.1:9', ORG_TZ: ZONE }

let api: Api
let owner: Client
let validator: Client
let admin: Client
beforeAll(async () => {
  api = await startApi(MAILING)
  owner = await api.as('opm')
  validator = await api.as('qa')
  admin = await api.as('adm')
  api.stopClock()
  advanceTo(12)
})
afterAll(() => api.close())
beforeEach(async () => {
  for (const table of ['notice_choices', 'notice_preferences', 'notices', 'jobs.job'])
    await api.database.pool.query(`delete from ${table}`)
})

/** Moves the clock on to the next full hour of this kind in the organization's time zone. */
function advanceTo(hour: number) {
  api.advance(HOUR_MS - (api.now().getTime() % HOUR_MS))
  api.advance(((hour - localTimeAt(api.now(), ZONE).hour + 24) % 24) * HOUR_MS)
}
const rows = async (text: string, ...values: unknown[]) => (await api.database.pool.query(text, values)).rows
const choose = (client: Client, group: string, way: string) =>
  client.put(`${SETTINGS}/groups/${group}`, { way })
async function approve() {
  const { id } = await buildArticle(api.database.db, { userId: owner.id })
  await validator.patch(`/api/articles/validate/${id}`, { command: 'approve', reason: 'Well done.' })
}
/** The bell's count, the listed notices and the waiting mails. */
async function outcome(client: Client) {
  const { unread_count: rung, totalCount: listed } = (await client.get('/api/notices')).body
  const mails = await rows("select name from jobs.job where name like '%mail%' and state = 'created'")
  return { rung, listed, mails: mails.map(({ name }) => name) }
}

describe('a notice', () => {
  test.each([
    [undefined, { rung: 1, listed: 1, mails: ['notices.mail'] }],
    ['bell', { rung: 1, listed: 1, mails: [] }],
    ['mail', { rung: 1, listed: 1, mails: ['notices.mail'] }],
    ['digest', { rung: 1, listed: 1, mails: [] }],
    ['off', { rung: 0, listed: 0, mails: [] }],
  ])('of a group chosen as %s is rung and mailed so', async (way, expected) => {
    if (way !== undefined) expect((await choose(owner, 'articles', way)).status).toBe(200)
    await approve()
    expect(await outcome(owner)).toEqual(expected)
  })

  it('is not mailed if the user chose otherwise while the mail waited', async () => {
    await approve()
    await choose(owner, 'articles', 'bell')
    // There is no mail server, so sending it would fail.
    await api.app.queue.drain()
    expect((await outcome(owner)).mails).toEqual([])
  })

  it('that is off counts among those of the last 30 days', async () => {
    await choose(owner, 'articles', 'off')
    await approve()
    const { groups } = (await owner.get(SETTINGS)).body
    expect(groups[0]).toEqual({ group: 'articles', way: 'off', is_own: true, count: 1 })
  })

  it('that is off still limits requests to one a day', async () => {
    for (const which of [1, 2]) await choose(await api.as('adm', which), 'systems', 'off')
    const ask = () => owner.post('/api/access-requests', { screen: 'bot' })
    expect([(await ask()).status, (await ask()).status]).toEqual([201, 409])
  })
})

describe('a warning about an account', () => {
  let last = 0
  const guessFromNowhere = () => {
    last += 1
    const payload = { username: owner.username, password: `guess ${last}` }
    const remoteAddress = `198.18.${last >> 8}.${last & 255}`
    return api.visitor.send({ method: 'POST', url: '/api/auth', payload, remoteAddress })
  }
  async function guess() {
    for (let n = 0; n < 32; n++) await guessFromNowhere()
    // After each wait the next one doubles.
    for (let doubling = 2; doubling < 9; doubling++) {
      api.advance(1000 * 2 ** doubling)
      await guessFromNowhere()
    }
  }

  it('rings and is mailed once, by its own mail, whatever the user chose and the flag says', async () => {
    const groups = ['articles', 'mentions', 'alerts']
    for (const group of groups) await choose(owner, group, 'off')
    await guess()
    expect(await outcome(owner)).toEqual({ rung: 1, listed: 1, mails: ['auth.mail-notice'] })
  })

  it('cannot be switched off', async () => {
    expect((await choose(owner, 'account', 'off')).status).toBe(400)
    const { groups } = (await owner.get(SETTINGS)).body
    expect(groups.at(-1)).toEqual({ group: 'account', way: 'mail', is_own: false, count: 0 })
  })
})

describe('mail at once', () => {
  const waits = async () => {
    const [job] = await rows(
      "select round(extract(epoch from start_after - created_on))::int as seconds from jobs.job where name = 'notices.mail'",
    )
    return job?.seconds
  }
  const hold = () => owner.put(`${SETTINGS}/digest`, { hour: 8, days: [1, 2, 3, 4, 5], hold_overnight: true })

  it('goes out at night, unless the user holds it until the morning', async () => {
    advanceTo(20)
    await approve()
    expect(await waits()).toBe(0)
    await rows('delete from jobs.job')
    await hold()
    await approve()
    expect(await waits()).toBe(12 * 3600)
  })

  it('goes out by day at once', async () => {
    advanceTo(12)
    await hold()
    await approve()
    expect(await waits()).toBe(0)
  })

  it('about an account never waits', async () => {
    advanceTo(20)
    await hold()
    const payload = { name: 'Sheet', role_id: 'wrt', owner_id: owner.id }
    // A service account needs a session that has just begun.
    const headers = { authorization: `Bearer ${(await api.signIn(admin.username)).body.token}` }
    await api.visitor.send({ method: 'POST', url: '/api/service-accounts', headers, payload })
    expect(await rows("select name from jobs.job where name = 'notices.mail'")).toHaveLength(1)
    expect(await waits()).toBe(0)
  })
})

describe('the settings', () => {
  it('list the groups of which the role gets notices, with the defaults', async () => {
    const groupsOf = async (client: Client) =>
      (await client.get(SETTINGS)).body.groups.map(({ group }: { group: string }) => group)
    expect(await groupsOf(await api.as('wrt'))).toEqual(['account'])
    expect(await groupsOf(owner)).toEqual(['articles', 'mentions', 'alerts', 'account'])
    expect(await groupsOf(validator)).toEqual(['articles', 'reviews', 'mentions', 'alerts', 'account'])
    expect(await groupsOf(admin)).toHaveLength(6)
    const { body } = await owner.get(SETTINGS)
    expect(body).toMatchObject({
      default_mails: 'all',
      sends_mail: true,
      digest: { hour: 8, days: [1, 2, 3, 4, 5], hold_overnight: false },
      next_digest: null,
      time_zone: ZONE,
    })
  })

  it('are private, and go back to the defaults at once', async () => {
    await choose(owner, 'articles', 'off')
    await choose(owner, 'alerts', 'digest')
    expect((await validator.get(SETTINGS)).body.groups[0]).toMatchObject({ way: 'mail', is_own: false })
    const { body } = await owner.delete(`${SETTINGS}/groups`)
    expect(body.groups.map(({ is_own: isOwn }: { is_own: boolean }) => isOwn)).not.toContain(true)
  })

  it('need a day of the week for the digest, and a full hour', async () => {
    const save = async (more: object) =>
      (await owner.put(`${SETTINGS}/digest`, { hour: 8, days: [1], hold_overnight: false, ...more })).status
    expect([await save({}), await save({ days: [7, 1] })]).toEqual([200, 200])
    expect((await owner.get(SETTINGS)).body.digest.days).toEqual([1, 7])
    for (const wrong of [{ days: [] }, { days: [8] }, { days: [1, 1] }, { hour: 24 }, { hour: 7.5 }])
      expect(await save(wrong)).toBe(400)
  })

  it('are kept apart from those of a user who changes them at the same time', async () => {
    const answers = await Promise.all(
      ['bell', 'digest', 'off', 'mail'].flatMap((way) => [
        choose(owner, 'articles', way),
        choose(validator, 'articles', way),
      ]),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await rows('select user_id from notice_choices')).toHaveLength(2)
  })
})

it('where the server sends no mail, only the bell can be chosen', async () => {
  const bare = await startApi()
  const user = await bare.as('opm')
  const { body } = await user.get(SETTINGS)
  expect(body.sends_mail).toBe(false)
  expect(body.groups[0]).toMatchObject({ group: 'articles', way: 'bell' })
  expect((await choose(user, 'articles', 'digest')).body.message).toBe(
    'Mail isn’t set up on this server, so only the bell works.',
  )
  expect((await choose(user, 'articles', 'mail')).status).toBe(409)
  expect((await choose(user, 'articles', 'off')).status).toBe(200)
  await bare.close()
})

it('users who switched off what fails are not shown a failed backup', async () => {
  const { notifyFailedBackup } = await import('./verbs/notify-failed-backup.ts')
  await choose(admin, 'systems', 'off')
  await notifyFailedBackup({ ...api.database, clock: api.now }, 'The disk is full.')
  expect((await outcome(admin)).listed).toBe(0)
  expect((await outcome(await api.as('adm', 2))).listed).toBe(1)
})
