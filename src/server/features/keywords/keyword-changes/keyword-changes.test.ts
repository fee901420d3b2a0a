import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REMOVE_OLD } from '../../../kernel/retention/removal-store.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'

let api: Api
let opm: Client
let siteId: number

beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
  siteId = (await buildSite(api.database.db)).id
})
afterAll(() => api.close())

let serial = 0
/** As many new keywords, with a word of their own in common. */
async function build(count: number, body: object = {}): Promise<{ word: string; ids: number[] }> {
  serial += 1
  const word = `bulk${serial}x`
  const ids: number[] = []
  for (let number = 1; number <= count; number++) {
    const answer = await opm.post('/api/keywords', { keyword: `${word} ${number}`, ...body })
    ids.push(answer.body.keyword_id)
  }
  return { word, ids }
}

type Row = { keyword_id: number; is_tracked: boolean; tags: { tag: string }[]; sites: { site_id: number }[] }
const list = async (word: string): Promise<Row[]> =>
  (await opm.get(`/api/keywords?currentPage=1&limit=200&sort=keyword&keyword=${word}`)).body.data
const tagsOf = async (word: string) => (await list(word)).map(({ tags }) => tags.map(({ tag }) => tag))
const trackedOf = async (word: string) => (await list(word)).map((row) => row.is_tracked)
const since = async (id: number): Promise<string | null> => {
  const { rows } = await api.database.pool.query(
    'select tracked_since::text from keywords where keyword_id = $1',
    [id],
  )
  return rows[0].tracked_since
}
/** The complete rows of keywords. An undo restores everything except the version. */
const stored = async () =>
  (await api.database.pool.query("select to_jsonb(k) - 'version' as row from keywords k order by keyword_id"))
    .rows

const prepare = (selection: object, change: object, client = opm) =>
  client.post('/api/keyword-changes', { selection, change })
const apply = (id: number, client = opm) => client.post(`/api/keyword-changes/${id}/apply`)
const undo = (id: number, client = opm) => client.post(`/api/keyword-changes/${id}/undo`)

/** Prepares and applies; answers the change. */
async function make(selection: object, change: object) {
  const { body } = await prepare(selection, change)
  return (await apply(body.change_id)).body
}

describe('a change of many keywords', () => {
  it('is prepared with a preview, and changes nothing until it is applied', async () => {
    const { word, ids } = await build(8)
    await opm.patch(`/api/keywords/${ids[0]}`, { keyword: `${word} 1`, tags: [{ tag: 'prepared' }] })
    const before = await stored()
    const tagsBefore = (await opm.get('/api/keywords/tags')).body
    const { status, body } = await prepare(
      { filter: { keyword: word } },
      { action: 'addTags', tags: [{ tag: 'prepared' }, { tag: 'never used before' }, { tag: ' ' }] },
    )
    expect(status).toBe(201)
    expect(body).toMatchObject({ action: 'addTags', state: 'prepared', selected: 8, changes: 8 })
    expect(body.examples).toHaveLength(5)
    expect(body.examples[0]).toEqual({ keyword_id: ids[0], keyword: `${word} 1` })
    expect(await stored()).toEqual(before)
    expect((await opm.get('/api/keywords/tags')).body).toEqual(tagsBefore)
    const known = await prepare({ keywordIds: ids }, { action: 'addTags', tags: ['prepared'] })
    expect(known.body).toMatchObject({ selected: 8, changes: 7 })
  })

  it('covers the matches of the filter when it was prepared, and no later ones', async () => {
    const { word, ids } = await build(3)
    const { body } = await prepare({ filter: { keyword: word } }, { action: 'untrack' })
    await opm.post('/api/keywords', { keyword: `${word} 4` })
    await api.database.pool.query('delete from keywords where keyword_id = $1', [ids[0]])
    expect((await apply(body.change_id)).body).toMatchObject({ state: 'applied', selected: 3, changes: 2 })
    expect(await trackedOf(word)).toEqual([false, false, true])
  })

  it('finds drafts of its own user only', async () => {
    await buildArticle(api.database.db, { userId: opm.id, status: 'draft', keyword: 'drafted for bulk' })
    const selection = { filter: { keyword: 'drafted for bulk', articleStatus: ['draft'] } }
    expect((await prepare(selection, { action: 'untrack' })).body.selected).toBe(1)
    const other = await api.as('opm', 2)
    expect((await prepare(selection, { action: 'untrack' }, other)).body.selected).toBe(0)
  })

  it('adds and removes sites, and only where it makes a difference', async () => {
    const { word, ids } = await build(3)
    await opm.patch(`/api/keywords/${ids[1]}`, { keyword: `${word} 2`, sites: [siteId] })
    const added = await make({ keywordIds: ids }, { action: 'addSites', sites: [siteId] })
    expect(added).toMatchObject({ selected: 3, changes: 2 })
    expect((await list(word)).map(({ sites }) => sites.length)).toEqual([1, 1, 1])
    await undo(added.change_id)
    expect((await list(word)).map(({ sites }) => sites.length)).toEqual([0, 1, 0])
    const removed = await make({ keywordIds: ids }, { action: 'removeSites', sites: [siteId, 1] })
    expect(removed.changes).toBe(1)
    await undo(removed.change_id)
    expect((await list(word)).map(({ sites }) => sites.length)).toEqual([0, 1, 0])
  })

  it('applied twice is applied once, and twice at once too', async () => {
    const { word, ids } = await build(40)
    const { body } = await prepare({ keywordIds: ids }, { action: 'addTags', tags: ['once'] })
    const answers = await Promise.all(Array.from({ length: 6 }, () => apply(body.change_id)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    for (const answer of answers) expect(answer.body).toMatchObject({ state: 'applied', changes: 40 })
    const { rows } = await api.database.pool.query(
      'select cardinality(keyword_ids) as n from keyword_change_parts where change_id = $1',
      [body.change_id],
    )
    expect(rows).toEqual([{ n: 40 }])
    await opm.patch(`/api/keywords/${ids[0]}`, { keyword: `${word} 1`, tags: [] })
    expect((await apply(body.change_id)).status).toBe(200)
    expect((await list(word))[0]?.tags).toEqual([])
  })

  it('and a concurrent one on the same keywords are both applied [R16]', async () => {
    const { word, ids } = await build(60)
    const changes = await Promise.all(
      ['one', 'two', 'three', 'four'].map(async (tag, index) => {
        const keywordIds = index % 2 === 0 ? ids : [...ids].reverse()
        return (await prepare({ keywordIds }, { action: 'addTags', tags: [tag] })).body.change_id as number
      }),
    )
    const answers = await Promise.all(changes.map((id) => apply(id)))
    expect(answers.map(({ body }) => body.changes)).toEqual([60, 60, 60, 60])
    for (const tags of await tagsOf(word)) expect(tags).toEqual(['four', 'one', 'three', 'two'])
  })

  it('can be applied or taken back by its user only, and must exist', async () => {
    const { ids } = await build(1)
    const { body } = await prepare({ keywordIds: ids }, { action: 'untrack' })
    const admin = await api.as('adm')
    for (const status of [
      (await apply(body.change_id, admin)).status,
      (await undo(body.change_id, admin)).status,
      (await apply(999_999)).status,
    ])
      expect(status).toBe(404)
    expect((await undo(body.change_id)).status).toBe(409)
  })

  it('names only tags and sites that exist, and no tag on both sides', async () => {
    const { ids } = await build(1)
    for (const change of [
      { action: 'addSites', sites: [999_999] },
      { action: 'addTags', tags: [{ tag_id: 999_999 }] },
      { action: 'removeTags', tags: [999_999] },
      { action: 'explode' },
      { action: 'addTags', tags: [] },
    ]) {
      expect((await prepare({ keywordIds: ids }, change)).status, JSON.stringify(change)).toBe(400)
    }
    const both = { keywordIds: ids, tagsToAdd: ['both'], tagsToRemove: ['BOTH '] }
    await opm.post('/api/keywords/tags', { keywordIds: ids, tagsToAdd: ['both'] })
    expect((await opm.post('/api/keywords/tags', both)).status).toBe(400)
  })
})

describe('taking a change back', () => {
  it('restores exactly its own changes: tags, tracking and its start [R16]', async () => {
    const { ids } = await build(6, { tags: ['kept', 'goes'] })
    await opm.patch(`/api/keywords/${ids[2]}`, {
      keyword: `bulk${serial}x 3`,
      tracked: false,
      tags: ['goes'],
    })
    await api.database.pool.query(
      "update keywords set tracked_since = now() - keyword_id * interval '1 day' where keyword_id = any($1) and is_tracked",
      [ids],
    )
    const before = await stored()
    const changes = [
      { action: 'changeTags', tagsToAdd: ['comes', 'kept'], tagsToRemove: ['goes', 'never seen'] },
      { action: 'untrack' },
      { action: 'track' },
    ]
    for (const change of changes) {
      const { change_id: id } = await make({ keywordIds: ids }, change)
      expect(await stored()).not.toEqual(before)
      expect((await undo(id)).body.state).toBe('undone')
      expect(await stored()).toEqual(before)
      expect((await undo(id)).status).toBe(200)
      expect((await apply(id)).status).toBe(409)
      expect(await stored()).toEqual(before)
    }
  })

  it('leaves alone values that were changed since', async () => {
    const { word, ids } = await build(3, { tracked: false })
    const body = (number: number, tracked: boolean, tags: string[]) => ({
      keyword: `${word} ${number}`,
      tracked,
      tags,
    })
    const tracking = await make({ keywordIds: ids }, { action: 'track' })
    await opm.patch(`/api/keywords/${ids[0]}`, body(1, false, []))
    api.advance(1000)
    await opm.patch(`/api/keywords/${ids[0]}`, body(1, true, []))
    const ownSince = await since(ids[0] ?? 0)
    await opm.patch(`/api/keywords/${ids[1]}`, body(2, false, ['own']))
    await undo(tracking.change_id)
    expect(await trackedOf(word)).toEqual([true, false, false])
    expect(await since(ids[0] ?? 0)).toBe(ownSince)
    const tagging = await make({ keywordIds: ids }, { action: 'addTags', tags: ['own', 'bulk'] })
    await opm.patch(`/api/keywords/${ids[2]}`, body(3, false, ['bulk', 'later']))
    await undo(tagging.change_id)
    expect(await tagsOf(word)).toEqual([[], ['own'], ['later']])
  })

  it('ends and begins the time of tracking with the tracking', async () => {
    const { ids } = await build(1)
    const first = await since(ids[0] ?? 0)
    const untracked = await make({ keywordIds: ids }, { action: 'untrack' })
    expect(await since(ids[0] ?? 0)).toBeNull()
    await undo(untracked.change_id)
    expect(await since(ids[0] ?? 0)).toBe(first)
    await make({ keywordIds: ids }, { action: 'untrack' })
    api.advance(60_000)
    await make({ keywordIds: ids }, { action: 'track' })
    expect(new Date((await since(ids[0] ?? 0)) ?? 0).getTime()).toBeGreaterThan(
      new Date(first ?? 0).getTime(),
    )
  })
})

describe('the tag manager', () => {
  it('adds and removes tags at once and counts the changed keywords; its change can be taken back [KW-070]', async () => {
    const { word, ids } = await build(3, { tags: ['old'] })
    const { status, body } = await opm.post('/api/keywords/tags', {
      tagsToAdd: [{ tag: 'fresh' }],
      tagsToRemove: ['old'],
      keywordIds: [...ids.slice(0, 2), 999_999],
    })
    expect([status, body]).toEqual([200, { changed: 2, change_id: expect.any(Number) }])
    expect(await tagsOf(word)).toEqual([['fresh'], ['fresh'], ['old']])
    await undo(body.change_id)
    expect(await tagsOf(word)).toEqual([['old'], ['old'], ['old']])
  })

  it('the audit trail names the tags and sites of changed keywords', async () => {
    const { ids } = await build(1, { tags: ['old'] })
    const lastAfter = async () => {
      const { rows } = await api.database.pool.query(
        "select after from audit_entries where act = 'keyword.many-changed' order by id desc limit 1",
      )
      return rows[0].after
    }
    await opm.post('/api/keywords/tags', { tagsToAdd: ['fresh'], tagsToRemove: ['old'], keywordIds: ids })
    expect(await lastAfter()).toMatchObject({ added: ['fresh'], removed: ['old'] })
    const { rows } = await api.database.pool.query("select tag_id from tags where tag = 'fresh'")
    await make({ keywordIds: ids }, { action: 'removeTags', tags: [{ tag_id: rows[0].tag_id }] })
    expect(await lastAfter()).toMatchObject({ action: 'removeTags', tags: ['fresh'] })
    const site = await buildSite(api.database.db)
    await make({ keywordIds: ids }, { action: 'addSites', sites: [site.id] })
    expect(await lastAfter()).toMatchObject({ action: 'addSites', sites: [site.id] })
  })

  it('tidies the input, and skips blanks and repeats [KW-052] [KW-053] [KW-054] [KW-055]', async () => {
    const { word, ids } = await build(1)
    const tagsToAdd = ['  Garden ', 'GARDEN', { tag: 'garden' }, '', '   ', { tag: ' ' }, 'Q4  Deals']
    await opm.post('/api/keywords/tags', { tagsToAdd, keywordIds: ids })
    expect(await tagsOf(word)).toEqual([['garden', 'q4 deals']])
    const nothing = await opm.post('/api/keywords/tags', { tagsToAdd: [' '], keywordIds: ids })
    expect([nothing.status, nothing.body.changed]).toEqual([200, 0])
  })

  it('updates totals immediately', async () => {
    const { word, ids } = await build(2)
    const total = async () =>
      (await opm.get(`/api/keywords?currentPage=1&keyword=${word}&tracked=true`)).body.meta.total
    expect(await total()).toBe(2)
    const { change_id: id } = await make({ keywordIds: ids }, { action: 'untrack' })
    expect(await total()).toBe(0)
    await undo(id)
    expect(await total()).toBe(2)
  })
})

it('a change that was never applied expires after a day; an applied one cannot be undone after thirty, and expires after sixty', async () => {
  const { ids } = await build(1)
  const forgotten = (await prepare({ keywordIds: ids }, { action: 'untrack' })).body.change_id
  const made = (await make({ keywordIds: ids }, { action: 'untrack' })).change_id
  const undone = (await make({ keywordIds: ids }, { action: 'addTags', tags: ['old'] })).change_id
  await undo(undone)
  const kept = async (id: number) => {
    const { rows } = await api.database.pool.query(
      `select cardinality(c.keyword_ids) as keywords, (select sum(cardinality(p.keyword_ids))::int from keyword_change_parts p where p.change_id = c.change_id) as parts
       from keyword_changes c where c.change_id = $1`,
      [id],
    )
    return rows[0]
  }
  const left = async () =>
    (
      await api.database.pool.query<{ change_id: number }>(
        'select change_id from keyword_changes where change_id = any($1) order by 1',
        [[forgotten, made, undone]],
      )
    ).rows.map(({ change_id: id }) => id)
  const age = (days: number) =>
    api.database.pool.query(
      "update keyword_changes set created_at = now() - $1 * interval '1 day', applied_at = case when applied_at is not null then now() - $1 * interval '1 day' end",
      [days],
    )
  await age(0.9)
  await api.runJob(REMOVE_OLD)
  expect(await left()).toEqual([forgotten, made, undone])
  await age(29)
  await api.runJob(REMOVE_OLD)
  expect(await left()).toEqual([made, undone])
  expect(await kept(made)).toEqual({ keywords: 1, parts: 1 })
  await age(30.1)
  const late = await undo(made)
  expect([late.status, late.body.message]).toEqual([409, 'You can’t undo this: older than 30 days.'])
  await api.runJob(REMOVE_OLD)
  expect(await left()).toEqual([made, undone])
  expect(await kept(made)).toEqual({ keywords: 0, parts: 0 })
  expect((await undo(made)).status).toBe(409)
  const { body } = await opm.get(`/api/keyword-changes/${made}/details`)
  expect(body.row).toMatchObject({
    action: 'untrack',
    changed: 1,
    undo: { state: 'locked', reason: 'expired' },
  })
  await age(61)
  await api.runJob(REMOVE_OLD)
  expect(await left()).toEqual([])
  expect((await undo(made)).status).toBe(404)
})
