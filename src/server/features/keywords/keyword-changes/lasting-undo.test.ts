import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'

let api: Api
let opm: Client
let other: Client
let adm: Client
let siteId: number
let address: string

beforeAll(async () => {
  api = await startApi()
  ;[opm, other, adm] = await Promise.all([api.as('opm'), api.as('opm', 2), api.as('adm')])
  siteId = (await buildSite(api.database.db)).id
  address = await api.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => api.close())

let serial = 0
const word = () => {
  serial += 1
  return `lasting${serial}x`
}
async function build(count: number, body: object = {}): Promise<number[]> {
  const name = word()
  const ids: number[] = []
  for (let number = 1; number <= count; number++)
    ids.push((await opm.post('/api/keywords', { keyword: `${name} ${number}`, ...body })).body.keyword_id)
  return ids
}
const read = async (id: number) => (await opm.get(`/api/keywords/${id}`)).body
const tagsOf = async (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await read(id)).tags.map(({ tag }: { tag: string }) => tag)))
async function change(keywordIds: number[], tagsToAdd: string[], client = opm): Promise<number> {
  return (await client.post('/api/keywords/tags', { keywordIds, tagsToAdd })).body.change_id
}
const edit = (id: number, body: object, client = opm) => client.patch(`/api/keywords/${id}`, body)
const undo = (id: number, client = opm) => client.post(`/api/keyword-changes/${id}/undo`)
const details = async (id: number, client = opm) =>
  (await client.get(`/api/keyword-changes/${id}/details`)).body
const list = async (query = '', client = opm) => (await client.get(`/api/keyword-changes?${query}`)).body
const newest = async (client = opm) => (await list('limit=1', client)).nodes[0]

async function upload(
  name: string,
  content: string,
  client = opm,
): Promise<{ added: number; repeated: number }> {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const headers = { authorization: `Bearer ${client.token}` }
  const response = await fetch(`${address}/api/keywords/upload`, { method: 'POST', headers, body: form })
  return (await response.json()) as { added: number; repeated: number }
}
const idOf = async (keyword: string): Promise<number | undefined> =>
  (await api.database.pool.query('select keyword_id as id from keywords where identity = $1', [keyword]))
    .rows[0]?.id

describe('a page of changes', () => {
  it('has one row for each action of a user, with any number of keywords', async () => {
    const ids = await build(3)
    const many = await change(ids, ['rows'])
    const edited = await edit(ids[0] ?? 0, { tracked: false })
    const { nodes, totalCount, mine, everybody } = await list('limit=2')
    expect(nodes).toMatchObject([
      {
        action: 'untrack',
        changed: 1,
        values: [{ kind: 'tracked', is_added: false }],
        example: { keyword_id: ids[0] },
        undo: { state: 'open', days_left: 30, back: 1, stays: 0 },
      },
      {
        change_id: many,
        action: 'changeTags',
        changed: 3,
        user: { id: opm.id },
        values: [{ kind: 'tag', name: 'rows', is_added: true }],
        undo: { state: 'open', days_left: 30, back: 3, stays: 0, reason: null },
      },
    ])
    expect(edited.body.change_id).toBe(nodes[0].change_id)
    expect([everybody, totalCount]).toEqual([null, mine])
    expect((await list('kind=tracking&limit=1')).nodes[0].action).toBe('untrack')
    const uploads = (await list('kind=uploads')).nodes.map((row: { change_id: number }) => row.change_id)
    expect(uploads.filter((id: number) => id === many || id === edited.body.change_id)).toEqual([])
  })

  it('shows the effect of an edit of one keyword, and nothing without one', async () => {
    const [id = 0] = await build(1, { tags: ['goes', 'stays'] })
    const total = async () => (await list('limit=1')).totalCount
    const before = await total()
    await edit(id, { tags: ['goes', 'stays'], tracked: true })
    expect(await total()).toBe(before)
    await edit(id, { tags: ['stays', 'comes'], sites: [siteId], tracked: false })
    const row = await newest()
    expect(row).toMatchObject({ action: 'edit', changed: 1 })
    expect(row.values.map((value: object) => Object.values(value))).toEqual([
      ['site', expect.any(String), true],
      ['tag', 'comes', true],
      ['tag', 'goes', false],
      ['tracked', '', false],
    ])
    expect((await details(row.change_id)).examples).toMatchObject([
      {
        keyword_id: id,
        before: { tags: ['goes', 'stays'], sites: [], tracked: true },
        after: { tags: ['comes', 'stays'], tracked: false },
      },
    ])
    expect((await read(id)).is_tracked).toBe(false)
    expect((await undo(row.change_id)).body).toMatchObject({ state: 'undone', undo: { back: 1, stays: 0 } })
    expect(await read(id)).toMatchObject({ is_tracked: true, sites: [] })
    expect(await tagsOf([id])).toEqual([['goes', 'stays']])
  })

  it('belongs to its user; users who may see others’ actions see and undo everybody’s', async () => {
    const ids = await build(2)
    const id = await change(ids, ['seen'])
    expect((await list('', other)).nodes.some((row: { change_id: number }) => row.change_id === id)).toBe(
      false,
    )
    expect((await other.get('/api/keyword-changes?whose=everybody')).status).toBe(403)
    expect((await other.get(`/api/keyword-changes/${id}/details`)).status).toBe(404)
    expect((await undo(id, other)).status).toBe(404)
    const wrt = await api.as('wrt')
    for (const path of ['/api/keyword-changes', `/api/keyword-changes/${id}/details`])
      expect((await wrt.get(path)).status).toBe(403)
    const all = await list('whose=everybody&limit=1', adm)
    expect(all.nodes[0]).toMatchObject({ change_id: id, user: { id: opm.id } })
    expect(all.everybody).toBe(all.totalCount)
    expect((await undo(id, adm)).body.state).toBe('undone')
    const mine = await newest(adm)
    expect(mine).toMatchObject({ action: 'undo', changed: 2, undoes: { change_id: id, changed: 2 } })
    expect((await newest()).undo).toMatchObject({
      state: 'undone',
      back: 2,
      stays: 0,
      by: [expect.any(String)],
    })
    const late = await undo(id)
    expect([late.status, late.body.message]).toEqual([
      409,
      expect.stringMatching(/has already undone this\.$/),
    ])
  })

  it('records each undo in the audit trail, with the undone change', async () => {
    const id = await change(await build(1), ['trail'])
    await undo(id)
    const { rows } = await api.database.pool.query(
      "select act, after from audit_entries where act = 'keyword.many-restored' order by id desc limit 1",
    )
    expect(rows[0].after).toMatchObject({ changeId: id, action: 'changeTags', changes: 1 })
  })
})

describe('an undo', () => {
  it('puts back this change’s values unless they changed since, and gives both counts before and after', async () => {
    const ids = await build(5)
    const [first = 0, second = 0] = ids
    const id = await change(ids, ['season'])
    await edit(first, { tags: [] }, other)
    // Taken away and added again: it stands, but for another reason.
    await edit(second, { tags: [] }, other)
    await edit(second, { tags: ['season'] }, other)
    const { row } = await details(id)
    expect(row.undo).toMatchObject({ state: 'open', back: 3, stays: 2, reason: 'changed' })
    expect(row.undo.by).toHaveLength(1)
    expect((await undo(id)).body).toMatchObject({ state: 'undone', changes: 5, undo: { back: 3, stays: 2 } })
    expect(await tagsOf(ids)).toEqual([[], ['season'], [], [], []])
    expect((await newest()).changed).toBe(3)
  })

  it('counts a value that was changed and changed back as untouched', async () => {
    const ids = await build(2)
    const id = await change(ids, ['round'])
    const { body } = await other.post('/api/keywords/tags', { keywordIds: ids, tagsToRemove: ['round'] })
    expect((await details(id)).row.undo).toMatchObject({ state: 'locked', reason: 'changed', stays: 2 })
    const refused = await undo(id)
    expect([refused.status, refused.body.message]).toEqual([409, 'You can’t undo this: changed since.'])
    await undo(body.change_id, other)
    expect((await details(id)).row.undo).toMatchObject({ state: 'open', back: 2, stays: 0 })
    await undo(id)
    expect(await tagsOf(ids)).toEqual([[], []])
  })

  it('pressed twice at once is one, and is no change that could be undone', async () => {
    const id = await change(await build(30), ['race'])
    const answers = await Promise.all(Array.from({ length: 4 }, () => undo(id)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { rows } = await api.database.pool.query(
      'select change_id, changed from keyword_changes where undoes = $1',
      [id],
    )
    expect(rows).toEqual([{ change_id: expect.any(Number), changed: 30 }])
    const again = await undo(rows[0].change_id)
    expect([again.status, (await newest()).undo]).toMatchObject([409, { state: 'locked', reason: 'undo' }])
  })

  it('of new tracking does not wait for results: where they came, tracking stays', async () => {
    const ids = await build(2, { tracked: false })
    const [first = 0] = ids
    for (const id of ids) await edit(id, { tracked: true })
    const [second, begun] = (await list('limit=2')).nodes
    await api.database.pool.query("insert into publishers (name, is_ours) values ('Wirefold', false)")
    await api.database.pool.query(
      `insert into stats (keyword_id, day, publisher_id, is_winning, story_id)
       select $1, current_date + 2, min(publisher_id), false, 1 from publishers`,
      [first],
    )
    expect(begun.example.keyword_id).toBe(first)
    expect((await details(begun.change_id)).row.undo).toMatchObject({ state: 'locked', reason: 'results' })
    expect((await undo(begun.change_id)).status).toBe(409)
    expect((await undo(second.change_id)).status).toBe(200)
    expect((await read(ids[1] ?? 0)).is_tracked).toBe(false)
  })
})

describe('a keyword that was added', () => {
  const add = async (keyword: string) =>
    (await opm.post('/api/keywords', { keyword, tags: [{ tag: 'fresh' }] })).body

  it('is a change that is undone by removing it, once', async () => {
    const keyword = word()
    const { keyword_id: id, change_id } = await add(keyword)
    expect(await newest()).toMatchObject({
      ...{ change_id, action: 'add', changed: 1, example: { keyword_id: id, keyword } },
      undo: { state: 'open', back: 1 },
    })
    expect((await undo(change_id)).body).toMatchObject({ state: 'undone', undo: { back: 1, stays: 0 } })
    expect(await idOf(keyword)).toBeUndefined()
    expect((await opm.post('/api/keywords', { keyword })).status).toBe(201)
  })

  it('stays while something refers to it, or after a user edited it', async () => {
    const [commented, touched] = [await add(word()), await add(word())]
    await opm.post(`/api/keywords/${commented.keyword_id}/comments`, { comment: 'keep this' })
    await edit(touched.keyword_id, { tracked: false }, other)
    for (const { keyword_id: id, change_id } of [commented, touched]) {
      expect((await undo(change_id)).status).toBe(409)
      expect((await read(id)).keyword_id).toBe(id)
    }
  })
})

describe('keywords that were added together', () => {
  it('get the same tags and sites; known ones stay as they are, and one undo removes the new ones', async () => {
    const [known, first, second] = [word(), word(), word()]
    const { keyword_id: knownId } = (await opm.post('/api/keywords', { keyword: known })).body
    const { id: site } = await buildSite(api.database.db, {})
    const keywords = [second, known.toUpperCase(), first, ` ${first.toUpperCase()} `]
    const { status, body } = await opm.post('/api/keywords/batch', {
      keywords,
      tags: [{ tag: 'batch' }],
      sites: [site],
    })
    expect(status).toBe(201)
    expect(body.existing).toEqual([{ keyword_id: knownId, keyword: known }])
    expect(body.added).toHaveLength(2)
    for (const { keyword_id: id } of body.added)
      expect(await read(id)).toMatchObject({
        is_tracked: true,
        tags: [{ tag: 'batch' }],
        sites: [{ site_id: site }],
      })
    expect(await read(knownId)).toMatchObject({ tags: [], sites: [] })
    expect(await newest()).toMatchObject({ change_id: body.change_id, action: 'add', changed: 2 })
    expect((await undo(body.change_id)).body.undo).toEqual({ back: 2, stays: 0 })
    expect([await idOf(first), await idOf(second), await idOf(known)]).toEqual([
      undefined,
      undefined,
      knownId,
    ])
  })

  it('are no change if all of them are known', async () => {
    const keyword = word()
    const { keyword_id } = (await opm.post('/api/keywords', { keyword })).body
    expect((await opm.post('/api/keywords/batch', { keywords: [keyword] })).body).toEqual({
      added: [],
      existing: [{ keyword_id, keyword }],
      change_id: null,
    })
  })
})

describe('an upload', () => {
  it('is taken back with its added keywords, except those that are referred to or were edited', async () => {
    const name = word()
    const [there = 0] = await build(1)
    const theirs = (await read(there)).keyword
    const words = ['one', 'two', 'three', 'four', 'five'].map((each) => `${name} ${each}`)
    const summary = await upload(
      'wrong.csv',
      ['keyword,tags', ...words.map((each) => `${each},new`), theirs].join('\n'),
    )
    expect(summary).toMatchObject({ added: 5, repeated: 1 })
    const row = await newest()
    expect(row).toMatchObject({
      action: 'upload',
      changed: 5,
      selected: 6,
      upload: { file: 'wrong.csv', repeated: 1, invalid: 0 },
      undo: { state: 'open', back: 5 },
    })
    const ids = await Promise.all(words.map(idOf))
    await opm.post(`/api/keywords/${ids[0]}/comments`, { comment: 'keep this' })
    await edit(ids[1] ?? 0, { tags: ['own'] }, other)
    await opm.post('/api/articles', { siteId, keywords: [words[2]], draft: true })
    expect((await newest()).undo).toMatchObject({ state: 'open', back: 2, stays: 3 })
    expect((await undo(row.change_id)).body).toMatchObject({ state: 'undone', undo: { back: 2, stays: 3 } })
    expect((await Promise.all(words.map(idOf))).map((id) => id !== undefined)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    expect(await idOf(theirs)).toBe(there)
    expect((await upload('wrong.csv', words.join('\n'))).added).toBe(2)
  })

  it('of very many is taken back in slices in the background, and says how far that is', async () => {
    const name = word()
    const MANY = 20_500
    await upload('many.csv', Array.from({ length: MANY }, (_, number) => `${name} ${number}`).join('\n'))
    const row = await newest()
    expect(row).toMatchObject({ changed: MANY, undo: { state: 'open', back: null } })
    expect((await details(row.change_id)).row.undo).toMatchObject({ back: MANY, stays: 0 })
    const left = async () =>
      (
        await api.database.pool.query('select count(*)::int as n from keywords where identity like $1', [
          `${name}%`,
        ])
      ).rows[0].n
    expect((await undo(row.change_id)).body).toMatchObject({ state: 'undoing', progress: 0 })
    expect((await newest()).action).toBe('undo')
    expect((await details(row.change_id)).row.undo).toMatchObject({ state: 'running', progress: 0 })
    expect(await left()).toBe(MANY)
    await api.app.queue.drain()
    expect(await left()).toBe(0)
    expect((await details(row.change_id)).row.undo).toMatchObject({ state: 'undone', back: MANY, stays: 0 })
  })
})
