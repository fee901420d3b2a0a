import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayAt } from '#shared/format/day.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { EditorialHit, ShareOfVoiceSource } from '../../../integrations/share-of-voice-source/port.ts'
import { type Api, startApi } from '../../../testing/api.ts'
import { buildKeyword } from '../../../testing/builders.ts'
import { insertSamplePassword } from '../../ground/system/store.ts'

const isDown = () => {
  throw new IntegrationError('Down', { system: 'Test', kind: 'unavailable', operation: 'search' })
}
const hit = (publisher: string): EditorialHit => ({
  publisher,
  isWinning: publisher === 'Hearthside',
  title: `By ${publisher}`,
  publishedDate: null,
  url: null,
  items: [],
})

let api: Api
let asked: string[]
let answering: (keyword: string) => EditorialHit[]
let mostAtOnce: number
beforeEach(async () => {
  asked = []
  mostAtOnce = 0
  answering = () => [hit('Hearthside'), hit('Nookwise')]
  let running = 0
  const source: ShareOfVoiceSource = {
    atOnce: 3,
    async editorialFor(keyword) {
      asked.push(keyword)
      running += 1
      mostAtOnce = Math.max(mostAtOnce, running)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running -= 1
      return answering(keyword)
    },
    check: async () => ({ adapter: 'test', ok: true, detail: '' }),
  }
  api = await startApi({ SOV_DAILY_AT: '00:00' }, { shareOfVoice: source })
  await insertSamplePassword(api.database.db, 'secret')
  // One in the morning: what takes hours does not meet midnight, whenever the tests are run.
  api.advance(25 * HOUR_MS - (api.now().getTime() % (24 * HOUR_MS)))
})
afterEach(() => api.close())

const addKeywords = async (count: number) => {
  for (let number = 0; number < count; number++)
    await buildKeyword(api.database.db, `lamp ${String(number).padStart(4, '0')}`)
}
const run = (name: string, payload: object = {}) => api.runJob(`share-of-voice.${name}`, payload)
const today = () => dayAt(api.now(), 'UTC')
const batch = () => run('collect-batch', { day: today() })
const rowsOf = async (query: string) => (await api.database.pool.query(query)).rows
const states = async () =>
  Object.fromEntries(
    (await rowsOf('select state, count(*)::int from collection_items group by 1')).map(({ state, count }) => [
      state,
      count,
    ]),
  )
const stats = () => rowsOf('select keyword_id, day, is_winning, publisher_id from stats order by 1, 4')
const waitingJobs = async () =>
  (
    await rowsOf(
      "select start_after from jobs.job where name = 'share-of-voice.collect-batch' and state = 'created'",
    )
  ).length

describe('the daily collection', () => {
  it('looks up every tracked keyword in batches, as many at once as the source bears', async () => {
    await addKeywords(620)
    await api.database.pool.query("update keywords set is_tracked = false where keyword like '%9'")
    await run('begin-collection')
    expect(await states()).toEqual({ waiting: 558 })
    await api.app.queue.drain()
    expect(await states()).toEqual({ done: 558 })
    expect([asked.length, new Set(asked).size]).toEqual([558, 558])
    expect(mostAtOnce).toBe(3)
    expect((await stats()).length).toBe(2 * 558)
    const [rates] = await rowsOf('select min(rate_7) as least, count(*)::int from keyword_days')
    expect(rates).toEqual({ least: 100, count: 558 })
  })

  it('that is run twice on one day asks and adds nothing more', async () => {
    await addKeywords(30)
    await run('begin-collection')
    await api.app.queue.drain()
    const before = await stats()
    await run('begin-collection')
    await api.app.queue.drain()
    expect([asked.length, await stats()]).toEqual([30, before])
    api.advance(24 * HOUR_MS)
    await run('begin-collection')
    await api.app.queue.drain()
    expect([asked.length, (await stats()).length]).toEqual([60, 120])
    expect(await states()).toEqual({ done: 30 })
  })

  it('that was killed while it began waits for every tracked keyword, and for none that is tracked later', async () => {
    await addKeywords(30)
    const some = 'select keyword_id from keywords order by 1 limit 10'
    for (const day of [today(), '2020-01-01'])
      await api.database.pool.query(
        `insert into collection_items (day, keyword_id, state) select $1, keyword_id, 'waiting' from (${some}) k`,
        [day],
      )
    await run('begin-collection')
    expect(await states()).toEqual({ waiting: 30 })
    await buildKeyword(api.database.db, 'tracked later')
    await run('begin-collection')
    expect(await states()).toEqual({ waiting: 30 })
  })

  it('whose worker is killed resumes with the remaining keywords', async () => {
    await addKeywords(200)
    await run('begin-collection')
    // The database goes away under the worker, as it does when the process dies.
    const { db } = api.database
    const transaction = db.transaction.bind(db)
    let writes = 0
    db.transaction = ((...args: Parameters<typeof transaction>) => {
      writes += 1
      if (writes >= 3) return Promise.reject(new Error('Killed'))
      return transaction(...args)
    }) as typeof db.transaction
    await expect(batch()).rejects.toThrow('Killed')
    db.transaction = transaction
    expect(await states()).toEqual({ done: 100, waiting: 100 })
    expect(await stats()).toHaveLength(200)
    asked = []
    await api.app.queue.drain()
    expect([asked.length, await states()]).toEqual([100, { done: 200 }])
    expect(await stats()).toHaveLength(400)
  })

  it('whose job is lost goes on within the day, once, with the missing keywords [R8]', async () => {
    await addKeywords(120)
    await run('begin-collection')
    answering = (keyword) => (keyword >= 'lamp 0050' ? isDown() : [hit('Hearthside')])
    await batch()
    const { done } = await states()
    expect(done).toBe(50)
    // One that failed too often, and one that a cleared queue has forgotten.
    const lost = ["update jobs.job set state = 'failed'", 'delete from jobs.job']
    for (const loss of lost) {
      await api.database.pool.query(`${loss} where name = 'share-of-voice.collect-batch'`)
      expect(await waitingJobs()).toBe(0)
      await run('begin-collection')
      await run('begin-collection')
      expect(await waitingJobs()).toBe(1)
    }
    asked = []
    answering = () => [hit('Nookwise')]
    api.advance(HOUR_MS)
    await api.app.queue.drain()
    expect([asked.length, await states()]).toEqual([70, { done: 120 }])
    await run('begin-collection')
    expect(await waitingJobs()).toBe(0)
  })

  it('drops an answer that cannot be written, but keeps the others and their cost', async () => {
    await addKeywords(60)
    await run('begin-collection')
    answering = (keyword) => [{ ...hit('Hearthside'), title: keyword === 'lamp 0007' ? 'nul \0' : 'Fine' }]
    await api.app.queue.drain()
    expect([asked.length, await states()]).toEqual([60, { done: 59, failed: 1 }])
    expect(
      await rowsOf(
        "select keyword, error from collection_items join keywords using (keyword_id) where state = 'failed'",
      ),
    ).toEqual([{ keyword: 'lamp 0007', error: 'The answer could not be written.' }])
    expect(await stats()).toHaveLength(59)
  })

  it('keeps the answers if the database is back by the end of the batch', async () => {
    await addKeywords(60)
    await run('begin-collection')
    const { db } = api.database
    const transaction = db.transaction.bind(db)
    let writes = 0
    db.transaction = ((...args: Parameters<typeof transaction>) => {
      writes += 1
      return writes === 1 ? Promise.reject(new Error('Away')) : transaction(...args)
    }) as typeof db.transaction
    await expect(batch()).rejects.toThrow('Away')
    db.transaction = transaction
    await api.app.queue.drain()
    expect([asked.length, new Set(asked).size, await states()]).toEqual([60, 60, { done: 60 }])
  })

  it.each([
    ['marked as done', 'create trigger broken after update on collection_items'],
    ['kept', 'create constraint trigger broken after insert on stats deferrable initially deferred'],
  ])('writes neither results nor progress where it fails when they are %s', async (_, trigger) => {
    await addKeywords(3)
    await run('begin-collection')
    await api.database.pool.query(`
      create function broken() returns trigger language plpgsql as $$ begin raise exception 'Broken'; end $$;
      ${trigger} for each row execute function broken()`)
    await expect(batch()).rejects.toThrow()
    expect([await states(), await stats()]).toEqual([{ waiting: 3 }, []])
    await api.database.pool.query('drop function broken cascade')
    await batch()
    expect([await states(), (await stats()).length]).toEqual([{ done: 3 }, 6])
  })

  it('tries a keyword that fails up to five times, on its own and with growing pauses, and writes no data for it', async () => {
    await addKeywords(3)
    await run('begin-collection')
    answering = (keyword) => (keyword === 'lamp 0001' ? isDown() : [hit('Hearthside')])
    const attempts: number[] = []
    let minutes = 0
    for (; minutes < 120; minutes++) {
      const before = asked.length
      await batch()
      if (asked.includes('lamp 0001') && asked.length > before) attempts.push(minutes)
      api.advance(MINUTE_MS + 10)
    }
    expect(attempts).toEqual([0, 1, 5, 21, 85])
    expect(asked.filter((keyword) => keyword === 'lamp 0001')).toHaveLength(5)
    expect(asked).toHaveLength(7)
    expect(await states()).toEqual({ done: 2, failed: 1 })
    expect(await rowsOf("select attempts, error from collection_items where state = 'failed'")).toEqual([
      { attempts: 5, error: 'IntegrationError: Down' },
    ])
    expect(await stats()).toHaveLength(2)
  })

  it('leaves a source alone that is down, and comes back later [R8]', async () => {
    await addKeywords(100)
    await run('begin-collection')
    answering = isDown
    await api.app.queue.drain()
    expect(asked.length).toBeLessThan(25)
    expect((await states()).waiting).toBe(100)
    expect(await waitingJobs()).toBe(1)
    const [later] = await rowsOf(
      "select extract(epoch from max(start_after) - now())::int as seconds from jobs.job where name = 'share-of-voice.collect-batch'",
    )
    expect(later?.seconds).toBeGreaterThan(280)
    answering = () => [hit('Nookwise')]
    api.advance(5 * MINUTE_MS)
    await batch()
    expect(await states()).toEqual({ done: 100 })
  })

  it('treats a keyword without holders as answered, and its day as one without data', async () => {
    await addKeywords(1)
    answering = () => []
    await run('begin-collection')
    await api.app.queue.drain()
    expect([await states(), await stats()]).toEqual([{ done: 1 }, []])
  })

  it('asks nothing of a day that is over', async () => {
    await addKeywords(5)
    await run('begin-collection')
    const day = today()
    api.advance(24 * HOUR_MS)
    await run('collect-batch', { day })
    expect(asked).toEqual([])
  })

  it('invents nothing in a real workspace', async () => {
    await addKeywords(2)
    await api.database.pool.query('delete from workspace_facts')
    await run('begin-collection')
    expect(await states()).toEqual({})
  })
})

it('the daily collection waits for its time in the organisation’s time zone', async () => {
  const local = await startApi({ ORG_TZ: 'Asia/Kolkata', SOV_DAILY_AT: '05:30' })
  await insertSamplePassword(local.database.db, 'secret')
  await buildKeyword(local.database.db, 'lamp')
  const begin = () => local.app.jobs.find(({ name }) => name === 'share-of-voice.begin-collection')
  const count = async () =>
    (await local.database.pool.query('select count(*)::int from collection_items')).rows[0].count
  // Midnight UTC is half past five in Kolkata.
  const untilMidnight = 24 * HOUR_MS - (local.now().getTime() % (24 * HOUR_MS))
  local.advance(untilMidnight - MINUTE_MS)
  await begin()?.run({})
  expect(await count()).toBe(0)
  local.advance(2 * MINUTE_MS)
  await begin()?.run({})
  expect(await count()).toBe(1)
  expect(begin()).toMatchObject({ schedule: '30 * * * *', timeZone: 'Asia/Kolkata' })
  await local.close()
})

describe('a source whose credit is used up', () => {
  const spent = () => {
    throw new IntegrationError('Spent', { system: 'Test', kind: 'payment_required', operation: 'search' })
  }
  const warnings = async () => {
    const { body } = await (await api.as('adm')).get('/api/notices')
    return body.nodes.filter(({ kind }: { kind: string }) => kind === 'outside-failed')
  }

  it('gets no further keyword, uses up no try, and administrators are notified once', async () => {
    await addKeywords(50)
    await run('begin-collection')
    answering = spent
    await api.app.queue.drain()
    expect(asked.length).toBeLessThanOrEqual(3)
    await batch()
    expect(asked.length).toBeLessThanOrEqual(6)
    expect(await rowsOf('select distinct attempts, state from collection_items')).toEqual([
      { attempts: 0, state: 'waiting' },
    ])
    expect(await warnings()).toMatchObject([
      { words: expect.stringContaining('Share of voice: Test asks for more credit') },
    ])
    const [job] = await rowsOf(
      `select start_after > now() + interval '50 minutes' as "isLater" from jobs.job
       where name = 'share-of-voice.collect-batch' and state = 'created' order by created_on desc limit 1`,
    )
    expect(job).toEqual({ isLater: true })
    answering = () => [hit('Hearthside')]
    await batch()
    expect(await states()).toEqual({ done: 50 })
  })
})
