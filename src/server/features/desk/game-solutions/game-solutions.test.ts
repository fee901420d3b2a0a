import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { plusDays } from '#shared/format/day.ts'
import { MINUTE_MS } from '#shared/format/duration.ts'
import type { GameAnswers } from '../../../integrations/game-answers/port.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { until } from '../../../testing/until.ts'

const GAMES = '/api/game-solutions'

let known: Map<string, string>
let failing = false
const ask = (game: string) => async (day: string) => {
  if (failing)
    throw new IntegrationError('away', {
      system: 'Wordle',
      kind: 'unavailable',
      operation: 'read a solution',
    })
  return known.get(`${game} ${day}`) ?? null
}
const games: GameAnswers = {
  wordle: ask('wordle'),
  heardle: ask('heardle'),
  sources: { wordle: 'live', heardle: 'own-list' },
  daysAhead: 5,
  check: async () => ({ adapter: 'test', ok: true, detail: '' }),
}

let api: Api
let opm: Client
let today: string
beforeAll(async () => {
  // A quarter of an hour is never the end of the day that the organisation is in.
  api = await startApi({}, { games })
  opm = await api.as('opm')
})
beforeEach(async () => {
  await api.database.pool.query('truncate game_answers, game_runs')
  failing = false
  today = api.now().toISOString().slice(0, 10)
  known = new Map([
    [`wordle ${today}`, 'plumb'],
    [`wordle ${plusDays(today, 1)}`, 'grove'],
    [`wordle ${plusDays(today, 3)}`, 'quilt'],
    [`heardle ${today}`, 'Paper Lanterns'],
    [`heardle ${plusDays(today, 2)}`, 'Slow Carousel'],
  ])
})
afterEach(() => api.advance(2 * MINUTE_MS))
afterAll(() => api.close())

const run = (client = opm) => client.get(`${GAMES}?clear_cache=true`)
const work = () => api.app.queue.drain()
const read = async (client: Client = api.visitor) => (await client.get(GAMES)).body
/** What the hourly job does, and a server that begins to listen. */
const refresh = () => api.runJob('game-solutions.refresh')
const runs = async () => (await api.database.pool.query('select from game_runs')).rowCount

it('everybody reads today’s solutions and those of the following days, with the time of the last run [GAME-008, GAME-009]', async () => {
  await refresh()
  expect(await read()).toMatchObject({ is_running: true, created: null, wordleSolution: null })
  await work()
  const { created, ...found } = await read()
  expect(found).toEqual({
    day: today,
    wordleSolution: 'plumb',
    // The game publishes its answers in order, so nothing is requested after a gap.
    wordleFutureSolutions: [{ value: 'grove', date: plusDays(today, 1) }],
    wordle_source: 'live',
    heardleSolution: 'Paper Lanterns',
    heardleFutureSolutions: [{ value: 'Slow Carousel', date: plusDays(today, 2) }],
    heardle_source: 'own-list',
    is_running: false,
    failure: null,
  })
  expect(Math.abs(Date.parse(created) - api.now().getTime())).toBeLessThan(MINUTE_MS)
})

it('solutions and the time of their run belong together, although a run may end meanwhile', async () => {
  await refresh()
  await work()
  const before = await read()
  const other = await api.database.pool.connect()
  try {
    await other.query('begin')
    await other.query('lock table game_answers in access exclusive mode')
    const reading = read()
    const isWaiting = async () =>
      (await other.query("select from pg_locks where relation = 'game_answers'::regclass and not granted"))
        .rowCount !== 0
    await until(isWaiting)
    await other.query("update game_answers set value = 'chalk'")
    await other.query("update game_runs set ended_at = ended_at + interval '1 minute'")
    await other.query('commit')
    const { created, wordleSolution } = await reading
    expect(wordleSolution === 'chalk').toBe(created !== before.created)
  } finally {
    other.release()
  }
})

it('Run reads them again, and removes those that are gone [GAME-010]', async () => {
  await refresh()
  await work()
  known.set(`wordle ${today}`, 'chalk')
  known.delete(`wordle ${plusDays(today, 1)}`)
  expect((await read()).wordleSolution).toBe('plumb')
  const begun = await run()
  expect([begun.status, begun.body.is_running]).toEqual([200, true])
  await work()
  expect(await read()).toMatchObject({
    wordleSolution: 'chalk',
    wordleFutureSolutions: [],
    is_running: false,
  })
  const { rows } = await api.database.pool.query(
    "select actor_name from audit_entries where act = 'game.run' order by id desc limit 1",
  )
  expect(rows).toEqual([{ actor_name: 'Opm One' }])
})

it('they are read again at most once a minute, for any number of callers [D137]', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, (_, index) => run(index % 2 ? opm : opm)))
  expect(all.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429])
  const refused = await run(await api.as('qa'))
  expect([refused.status, refused.body.message]).toEqual([
    429,
    'The solutions were reloaded less than a minute ago.',
  ])
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  api.advance(MINUTE_MS + 1000)
  expect((await run()).status).toBe(200)
})

it('a run that is under way is not joined by another one', async () => {
  await run()
  api.advance(2 * MINUTE_MS)
  expect((await run()).body.is_running).toBe(true)
  const { rows } = await api.database.pool.query('select count(*)::int as runs from game_runs')
  expect(rows).toEqual([{ runs: 1 }])
  await work()
})

it('a question begins no run, on a server that has never read them either', async () => {
  expect(await run(api.visitor)).toMatchObject({ body: { is_running: false, created: null } })
  expect(await read(opm)).toMatchObject({ is_running: false, wordleSolution: null })
  expect(await runs()).toBe(0)
})

it('a visitor without a session reads the stored ones, with any query [D137]', async () => {
  await refresh()
  await work()
  known.set(`wordle ${today}`, 'chalk')
  for (let times = 0; times < 2; times++) expect((await run(api.visitor)).body.is_running).toBe(false)
  await work()
  expect((await read()).wordleSolution).toBe('plumb')
})

it('a failed run keeps the known ones and says why', async () => {
  await refresh()
  await work()
  const { created } = await read()
  failing = true
  api.advance(2 * MINUTE_MS)
  await run()
  await work()
  expect(await read()).toMatchObject({
    wordleSolution: 'plumb',
    created,
    is_running: false,
    failure: 'Wordle is not available. Wordle is not available.',
  })
})

it('old ones are read again automatically, and new ones are left alone', async () => {
  await refresh()
  await refresh()
  await work()
  await refresh()
  expect(await runs()).toBe(1)
  api.advance(21 * 60 * MINUTE_MS)
  await refresh()
  expect(await runs()).toBe(2)
})
