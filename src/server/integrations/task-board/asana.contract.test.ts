import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { useVendorMock, vendorContracts } from '../../testing/vendor-mock.ts'
import { createAsanaBoard } from './asana.ts'
import type { TaskBoard } from './port.ts'

/** What the vendor's own library sends, recorded. */
function recorded(): { method: string; path: string; body: string | null }[] {
  const lines = readFileSync(join(vendorContracts ?? '', 'wire/asana-sdk-3.2.0.jsonl'), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const { method, url, body } = JSON.parse(line)
    return { method, path: url.replace('/api/1.0', ''), body: body === '' ? null : body }
  })
}

/** Path, parameters and the names of the fields in the body: what the two must have in common. */
function shapeOf({ method, path, body }: { method: string; path: string; body: string | null }) {
  const { pathname, searchParams } = new URL(path, 'http://asana')
  // The recorded library adds an empty parameter of this name to one call; the document does not know it.
  const parameters = [...searchParams.keys()]
    .filter((name) => name !== 'opt_fields' && name !== 'body')
    .sort()
  const fields = body === null ? [] : Object.keys(JSON.parse(body).data).sort()
  return { method, path: pathname.replace(/\d+/g, 'N'), parameters, fields }
}

/** The mock answers the document's examples, which always promise one more page. */
async function lastPage(answer: Promise<Response>): Promise<Response> {
  const response = await answer
  const body = (await response.json()) as object
  return Response.json({ ...body, next_page: null }, { status: response.status })
}

const installation = async () => ({ id: '0a1b2c3d', since: new Date(0) })

describe.skipIf(vendorContracts === null)('our calls to Asana match its document', () => {
  const mock = useVendorMock('asana.openapi.json')
  let board: TaskBoard
  let section: string
  beforeAll(async () => {
    const settings = {
      token: 'token',
      workspaceGid: '111',
      updateLevelField: 'Status',
      installation,
      baseUrl: mock.url,
    }
    board = createAsanaBoard({
      ...settings,
      fetch: (input, init) => lastPage(mock.fetch(input, init)),
      timeoutMs: 20_000,
    })
    section = (await board.listSections('222'))[0]?.name ?? ''
  })
  const sent = () => mock.sent.map(({ method, path }) => `${method} ${path.split('?')[0]}`)

  test('searching tasks', async () => {
    expect(await board.searchTasks('best "desk" & lamp')).toEqual([
      { gid: expect.any(String), name: expect.any(String) },
    ])
    expect(shapeOf(mock.sent[0] as never)).toEqual(shapeOf(recorded()[0] as never))
  })

  test('reading a task', async () => {
    const task = await board.getTask('333', ['222'])
    expect(task).toMatchObject({
      gid: expect.any(String),
      url: expect.stringMatching(/^https:/),
      modifiedAt: expect.any(Date),
    })
    expect(shapeOf(mock.sent[0] as never)).toEqual(shapeOf(recorded()[2] as never))
  })

  test('creating a task, with a search first and its section afterwards', async () => {
    await board.createTask({
      boardGid: '222',
      section,
      name: 'x',
      notes: 'n',
      key: 'article-1',
      keyedSince: new Date(),
    })
    expect(sent()).toEqual([
      'GET /tasks',
      'POST /tasks',
      expect.stringMatching(/^POST \/sections\/\d+\/addTask$/),
      expect.stringMatching(/^GET \/tasks\/\d+$/),
    ])
    expect(shapeOf(mock.sent[1] as never)).toEqual(shapeOf(recorded()[3] as never))
    expect(shapeOf(mock.sent[2] as never)).toEqual(shapeOf(recorded()[4] as never))
  })

  test('changing a task', async () => {
    await board.updateTask('333', { name: 'x', notes: 'n', isCompleted: true })
    expect(sent()).toEqual(['GET /tasks/333', 'PUT /tasks/333'])
  })

  test('reading the update levels before setting one', async () => {
    await board.updateTask('333', { priority: 'High' }).catch(() => {})
    expect(sent().slice(0, 2)).toEqual([
      'GET /tasks/333',
      expect.stringMatching(/^GET \/projects\/\d+\/custom_field_settings$/),
    ])
  })

  test('moving a task', async () => {
    await board.moveTask('333', '222', section)
    expect(sent()).toEqual([expect.stringMatching(/^POST \/sections\/\d+\/addTask$/)])
  })

  test('commenting on a task', async () => {
    await board.addComment('333', 'Please check the ASIN.', 'return-1')
    expect(sent()).toEqual(['GET /tasks/333/stories', 'POST /tasks/333/stories'])
  })

  test('subscribing to a board', async () => {
    const { remoteId } = await board.subscribe('222', 'https://desk.example.com/api/hooks/asana/x')
    expect(remoteId).toMatch(/^\d+$/)
    expect(shapeOf(mock.sent[0] as never)).toEqual({ ...shapeOf(recorded()[5] as never) })
  })

  test('reading and ending a subscription', async () => {
    expect(await board.getSubscription('444')).toMatchObject({ isActive: false })
    await board.unsubscribe('444')
    expect(sent()).toEqual(['GET /webhooks/444', 'DELETE /webhooks/444'])
  })

  test('saying whether it works', async () => {
    expect(await board.check()).toMatchObject({ adapter: 'Asana', ok: true })
  })

  test('the token goes along with every call', async () => {
    const seen: (string | null)[] = []
    const settings = {
      token: 'secret-token',
      workspaceGid: '111',
      updateLevelField: 'Status',
      baseUrl: mock.url,
      installation,
    }
    const watched = createAsanaBoard({
      ...settings,
      fetch: (input, init) => {
        seen.push(new Headers(init?.headers).get('authorization'))
        return mock.fetch(input, init)
      },
    })
    await watched.searchTasks('x')
    await watched.getTask('333')
    expect(seen).toEqual(['Bearer secret-token', 'Bearer secret-token'])
  })
})
