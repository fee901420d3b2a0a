import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { longDay } from '#shared/format/day.ts'
import { DAY_MS, HOUR_MS } from '#shared/format/duration.ts'
import { type Api, startApi } from '../../../testing/api.ts'
import { createRulesStage, type RulesStage } from '../../../testing/rules-stage.ts'

let api: Api
let stage: RulesStage
beforeAll(async () => {
  api = await startApi()
  stage = await createRulesStage(api)
  // To 9 in the morning: reminders are sent from 8 on.
  const hour = api.now().getUTCHours()
  api.advance(((33 - hour) % 24) * HOUR_MS)
})
afterAll(() => api.close())
beforeEach(async () => {
  await stage.forget()
  await api.database.pool.query('update users set active = false')
})

const RULES = '/api/sign-in-rules'
const BEFORE = 'You’ll need a second factor for Copydesk from'
const NOW = 'Set up your second factor for Copydesk'

/** An administrator with a second factor saves the rule, and the mails are sent. */
async function announce(second_factor: 'administrators' | 'everybody', day: string) {
  const adm = await stage.enrolled({ roleId: 'adm' })
  const { rules, version } = (await adm.call('GET', RULES)).body
  const body = { ...rules, second_factor, second_factor_from: day, version }
  expect((await adm.call('PUT', RULES, body)).status).toBe(200)
  await api.app.queue.drain()
  return adm
}
const remind = async () => {
  await api.runJob('sign-in-rules.remind')
  await api.app.queue.drain()
}
/** The mails about the rule that a user was sent, the oldest first. */
const mailsOf = async ({ username }: { username: string }) =>
  (await stage.mailsTo(username))
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes('need a second factor') || subject === NOW)
    .toReversed()

/** The outbox forgets older ones. */
async function mailsOfToday({ username }: { username: string }) {
  const mails = (await api.app.mailer.kept(100)) ?? []
  return mails.flatMap(({ to, subject, sentAt }) =>
    to === username && sentAt.startsWith(stage.dayIn(0)) ? [subject] : [],
  )
}

describe('the mail that a second factor is needed', () => {
  it('comes when the rule is saved, three days before and on the day, once each', async () => {
    const user = await stage.person()
    const day = stage.dayIn(10)
    await announce('everybody', day)
    const before = `${BEFORE} ${longDay(day)}`
    const [mail] = await stage.mailsTo(user.username)
    expect(mail?.text).toContain(`${api.settings.publicUrl}/profile?tab=sign-in`)
    for (const [days, mails] of [
      [0, [before]],
      [6, []],
      [1, [before]],
      [2, []],
      [1, [NOW]],
      [1, []],
      [30, []],
    ] as const) {
      api.advance(days * DAY_MS)
      // The job runs every hour, and again after a restart.
      await remind()
      await remind()
      expect(await mailsOfToday(user), `${days} days later`).toEqual(mails)
    }
  })

  it('comes once if the rule is saved on the day, and not again if it is saved with other fields', async () => {
    const user = await stage.person()
    const adm = await announce('everybody', stage.dayIn(0))
    await remind()
    const { rules, version } = (await adm.call('GET', RULES)).body
    await adm.call('PUT', RULES, { ...rules, sessions_at_once: 7, version })
    await remind()
    expect(await mailsOf(user)).toEqual([NOW])
  })

  it('names the new day after the day was changed', async () => {
    const user = await stage.person()
    await announce('everybody', stage.dayIn(10))
    await announce('everybody', stage.dayIn(20))
    expect(await mailsOf(user)).toEqual([10, 20].map((days) => `${BEFORE} ${longDay(stage.dayIn(days))}`))
  })

  it('comes to nobody who has a second factor, is locked, has no password or is not in the scope', async () => {
    const [ready, writer, admin, locked, uninvited] = [
      await stage.enrolled(),
      await stage.person({ roleId: 'wrt' }),
      await stage.person({ roleId: 'adm' }),
      await stage.person({ roleId: 'adm' }),
      await stage.person({ roleId: 'adm' }),
    ]
    await stage.query('update users set active = false where id = $1', locked.id)
    await stage.query('update users set password_hash = null where id = $1', uninvited.id)
    await announce('administrators', stage.dayIn(2))
    const sent = await Promise.all([ready, writer, admin, locked, uninvited].map(mailsOf))
    expect(sent.map(({ length }) => length)).toEqual([0, 0, 1, 0, 0])
  })

  it('is not sent any more to a user who has set one up, or after the rule was lifted', async () => {
    const [quick, spared] = [await stage.person(), await stage.person()]
    const day = stage.dayIn(1)
    await stage.apply({ second_factor: 'everybody', second_factor_from: day })
    await api.runJob('sign-in-rules.announce')
    await stage.addTotp(quick)
    await api.database.pool.query('update sign_in_rules set second_factor = $1', ['administrators'])
    await api.app.queue.drain()
    expect([await mailsOf(quick), await mailsOf(spared)]).toEqual([[], []])
  })

  it('waits for the morning', async () => {
    const user = await stage.person()
    await stage.apply({ second_factor: 'everybody', second_factor_from: stage.dayIn(3) })
    api.advance(-3 * HOUR_MS)
    await remind()
    expect(await mailsOf(user)).toEqual([])
    api.advance(3 * HOUR_MS)
    await remind()
    expect(await mailsOf(user)).toHaveLength(1)
  })

  it('is named in the trail with the number of people', async () => {
    await stage.person()
    await stage.person()
    const day = stage.dayIn(5)
    await announce('everybody', day)
    const rows = await stage.query(
      "select actor_name, after from audit_entries where act = 'sign-in-rules.told' order by id desc limit 1",
    )
    expect(rows).toEqual([
      { actor_name: 'sign-in-rules.announce', after: { people: 2, second_factor_from: day } },
    ])
  })
})
