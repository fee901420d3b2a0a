import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../db/testing.ts'
import type { Enqueue } from '../../jobs/job.ts'
import { startFakeAsana } from '../../testing/fake-asana.ts'
import { startWebServer } from '../../testing/web-server.ts'
import { createAsanaBoard } from './asana.ts'
import { createBuiltInBoard } from './built-in.ts'
import type { TaskBoard } from './port.ts'

const BOARD = '1200000000000077'
const OTHER_BOARD = '1200000000000078'
const SECTIONS = ['Requested', 'Returned', 'Done']

interface Opened {
  board: TaskBoard
  /** The same board, as another server has it. */
  again(): TaskBoard
  close(): Promise<void>
}

async function openBuiltIn(): Promise<Opened> {
  const database = await createTestDatabase()
  const enqueue: Enqueue = async () => {}
  const deps = { db: database.db, enqueue, clock: () => new Date(), ownAddress: () => null }
  const again = () => createBuiltInBoard({ ...deps, sections: SECTIONS })
  return { board: again(), again, close: database.close }
}

async function openAsana(): Promise<Opened> {
  const fake = await startFakeAsana()
  for (const board of [BOARD, OTHER_BOARD]) for (const name of SECTIONS) fake.addSection(board, name)
  const settings = {
    token: 'token',
    workspaceGid: '111',
    updateLevelField: 'Update Level',
    installation: async () => ({ id: '0a1b2c3d', since: new Date(0) }),
    baseUrl: fake.url,
  }
  const again = () => createAsanaBoard(settings)
  return { board: again(), again, close: fake.close }
}

/** A subscriber that greets back; the handshake is part of subscribing. */
async function startSubscriber(greetsBack: boolean) {
  const server = await startWebServer((request, response) => {
    const secret = request.headers['x-hook-secret']
    if (greetsBack && typeof secret === 'string') response.setHeader('x-hook-secret', secret)
    response.end()
  })
  return { url: `http://127.0.0.1:${server.port}/hook`, requests: server.requests, close: server.close }
}

describe.each([
  ['the built-in board', openBuiltIn],
  ['Asana', openAsana],
])('%s', (_name, open) => {
  let opened: Opened
  let board: TaskBoard
  beforeAll(async () => {
    opened = await open()
    board = opened.board
  })
  afterAll(() => opened.close())

  let counter = 0
  const create = (over: object = {}) => {
    counter += 1
    const task = {
      boardGid: BOARD,
      section: 'Requested',
      name: `Task ${counter}`,
      notes: 'Notes.',
      key: `key-${counter}`,
    }
    return board.createTask({ ...task, ...over })
  }

  test('a task is created in its section and read back as it was written', async () => {
    const task = await create({ name: 'The best kettles', notes: 'Two lines\nof notes', priority: 'High' })
    const expected = {
      name: 'The best kettles',
      notes: 'Two lines\nof notes',
      boardGid: BOARD,
      section: 'Requested',
      priority: 'High',
    }
    expect(task).toMatchObject({ ...expected, isCompleted: false })
    expect(task.gid).toMatch(/^\d+$/)
    expect(task.url).toMatch(/^(https:\/\/|\/board\/task\/)/)
    expect(await board.getTask(task.gid)).toEqual(task)
  })

  test('the same key makes one task, with or without notes', async () => {
    for (const notes of ['', 'Notes']) {
      const task = { name: `Asked for often ${notes}`, notes, key: `often-${notes}` }
      const first = await create(task)
      expect((await create(task)).gid).toBe(first.gid)
      expect(await board.searchTasks(`Asked for often ${notes}`)).toContainEqual({
        gid: first.gid,
        name: first.name,
      })
    }
    const [elsewhere, here] = [await create({ boardGid: OTHER_BOARD, key: 'x' }), await create({ key: 'x' })]
    expect(elsewhere.gid).not.toBe(here.gid)
  })

  test('a key that begins with a shorter key is a different key', async () => {
    const ten = await create({ key: 'article-10' })
    expect((await create({ key: 'article-1' })).gid).not.toBe(ten.gid)
  })

  test('tasks are found by a part of their name, those that begin with it first', async () => {
    const middle = await create({ name: 'Our zebra crossing' })
    const beginning = await create({ name: 'Zebra blankets' })
    await create({ name: 'Nothing of that kind' })
    const found = await board.searchTasks('zebra')
    expect(found[0]).toEqual({ gid: beginning.gid, name: 'Zebra blankets' })
    expect(found.map(({ gid }) => gid).sort()).toEqual([middle.gid, beginning.gid].sort())
    expect(await board.searchTasks('no such zebra')).toEqual([])
  })

  test('a search answers twenty tasks at the most', async () => {
    for (let index = 0; index < 22; index++) await create({ name: `Crowd ${index}` })
    expect(await board.searchTasks('Crowd')).toHaveLength(20)
  })

  test('words that look like a pattern or an address are searched literally', async () => {
    for (const text of ['70%', 'a_b', "o'brien", 'x/../y?z#', '\\']) {
      const task = await create({ name: `Take ${text} along` })
      expect(await board.searchTasks(text), text).toEqual([{ gid: task.gid, name: task.name }])
    }
  })

  test('a task changes the given fields and keeps the rest', async () => {
    const { gid } = await create({ name: 'Before', notes: 'Kept' })
    expect(await board.updateTask(gid, { name: 'After' })).toMatchObject({ name: 'After', notes: 'Kept' })
    expect(await board.updateTask(gid, { notes: 'Other', isCompleted: true })).toMatchObject({
      notes: 'Other',
      isCompleted: true,
    })
    expect(await board.updateTask(gid, { priority: 'Medium' })).toMatchObject({
      name: 'After',
      priority: 'Medium',
    })
    expect(await board.updateTask(gid, { priority: null, isCompleted: false })).toMatchObject({
      priority: null,
      isCompleted: false,
    })
  })

  test('a task is still known by its key after its notes were changed', async () => {
    const first = await create({ key: 'stays' })
    await board.updateTask(first.gid, { notes: 'All new' })
    expect((await create({ key: 'stays' })).gid).toBe(first.gid)
  })

  test('a task moves to another section, and to another board', async () => {
    const { gid } = await create()
    await board.moveTask(gid, BOARD, 'Done')
    expect(await board.getTask(gid)).toMatchObject({ section: 'Done', boardGid: BOARD })
    await board.moveTask(gid, OTHER_BOARD, 'Returned')
    expect(await board.getTask(gid, [OTHER_BOARD])).toMatchObject({
      section: 'Returned',
      boardGid: OTHER_BOARD,
    })
  })

  test('several tasks of a board are found at once, by number or by their whole name in any case', async () => {
    const [one, two, same] = [
      await create({ name: 'Mops 100%' }),
      await create({ name: 'Brooms', priority: 'High' }),
      await create({ name: 'BROOMS' }),
    ]
    await create({ name: 'Mops 100% new' })
    const elsewhere = await create({ name: 'Brooms', boardGid: OTHER_BOARD })
    const wanted = { gids: [one.gid, elsewhere.gid, '99'], names: ['brooms', 'Mop', 'mops 100_'] }
    const found = await board.findTasks(BOARD, wanted)
    expect(new Set(found.map(({ gid }) => gid))).toEqual(new Set([one.gid, two.gid, same.gid]))
    expect(found.find(({ gid }) => gid === two.gid)).toMatchObject({ priority: 'High', section: 'Requested' })
    expect(await board.findTasks(BOARD, { gids: [], names: [] })).toEqual([])
  })

  test('a change after a board was listed is found in it at once', async () => {
    await board.findTasks(BOARD, { gids: [], names: ['brooms'] })
    const { gid } = await create({ name: 'Dustpans' })
    const find = async () => (await board.findTasks(BOARD, { gids: [gid], names: [] }))[0]
    expect(await find()).toMatchObject({ name: 'Dustpans', section: 'Requested' })
    await board.updateTask(gid, { name: 'Dust pans' })
    expect(await find()).toMatchObject({ name: 'Dust pans' })
    await board.moveTask(gid, BOARD, 'Done')
    expect(await find()).toMatchObject({ section: 'Done' })
  })

  test('another server’s writes are found by callers who act on them', async () => {
    await board.findTasks(BOARD, { gids: [], names: ['brooms'] })
    const other = opened.again()
    const task = { boardGid: BOARD, section: 'Requested', name: 'Sponges', notes: '', key: 'key-sponges' }
    const { gid } = await other.createTask(task)
    expect(await board.findTasks(BOARD, { gids: [gid], names: [], isCurrent: true })).toMatchObject([{ gid }])
  })

  test('a section that the board does not have is refused before anything is made, with words for people', async () => {
    const { gid } = await create()
    const refusal = { kind: 'invalid', advice: 'The board has no section “Nowhere”.' }
    await expect(create({ name: 'Homeless', section: 'Nowhere' })).rejects.toMatchObject(refusal)
    await expect(board.moveTask(gid, BOARD, 'Nowhere')).rejects.toMatchObject(refusal)
    expect(await board.searchTasks('Homeless')).toEqual([])
  })

  test('a task that is not there is null to read, and an error to change', async () => {
    expect(await board.getTask('99999999')).toBeNull()
    const gone = { kind: 'not_found' }
    await expect(board.updateTask('99999999', { name: 'x' })).rejects.toMatchObject(gone)
    await expect(board.addComment('99999999', 'x', 'k')).rejects.toMatchObject(gone)
  })

  test('a comment of the same key is made once', async () => {
    const { gid } = await create()
    for (const _ of [1, 2]) await board.addComment(gid, 'Please check the ASIN.', 'return-1')
    await board.addComment(gid, 'And the award.', 'return-10')
  })

  test('a board lists its sections in order', async () => {
    expect((await board.listSections(BOARD)).map(({ name }) => name)).toEqual(SECTIONS)
  })

  test('a subscription shakes hands, is known, and ends', async () => {
    const subscriber = await startSubscriber(true)
    const { remoteId, ...rest } = await board.subscribe(BOARD, subscriber.url)
    expect(rest).toEqual({ isActive: true, target: subscriber.url })
    expect(subscriber.requests[0]?.headers['x-hook-secret']).toMatch(/^\S{32,}$/)
    expect(await board.getSubscription(remoteId)).toEqual({ remoteId, ...rest })
    await board.unsubscribe(remoteId)
    expect(await board.getSubscription(remoteId)).toBeNull()
    await board.unsubscribe(remoteId)
    await subscriber.close()
  })

  test('a subscriber without a handshake is not subscribed', async () => {
    const subscriber = await startSubscriber(false)
    await expect(board.subscribe(BOARD, subscriber.url)).rejects.toMatchObject({ kind: 'invalid' })
    await subscriber.close()
  })

  test('it says that it works', async () => {
    expect(await board.check()).toMatchObject({ ok: true })
  })
})
