import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeAsana, startFakeAsana } from '../../testing/fake-asana.ts'
import { createAsanaBoard } from './asana.ts'
import type { TaskBoard } from './port.ts'

const BOARD = '1200000000000077'
const TIMEOUT_MS = 300
/** For what ends by itself, however busy the machine is. */
const PATIENCE_MS = 4000

let fake: FakeAsana
let board: TaskBoard
beforeAll(async () => {
  fake = await startFakeAsana()
  fake.addSection(BOARD, 'Requested')
})
afterAll(() => fake.close())
beforeEach(() => {
  fake.before = null
  fake.after = null
  // A new one for each test: its circuit breaker remembers the failures of the last.
  board = boardOf('0a1b2c3d')
})

const boardOf = (id: string, timeoutMs = PATIENCE_MS) =>
  createAsanaBoard({
    token: 'token',
    workspaceGid: '111',
    updateLevelField: 'Update Level',
    installation: async () => ({ id, since: new Date(0) }),
    baseUrl: fake.url,
    timeoutMs,
  })

const answerWith =
  (status: number, body: string, headers: object = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
const says = (message: string) => JSON.stringify({ errors: [{ message }] })

const FAULTS: [name: string, kind: string, fault: (response: ServerResponse) => unknown][] = [
  ['hangs', 'timeout', () => {}],
  [
    'is slower than we wait',
    'timeout',
    (response) => void setTimeout(answerWith(200, '{}'), 4 * TIMEOUT_MS, response),
  ],
  ['does not know us', 'unauthorized', answerWith(401, says('Not Authorized'))],
  ['asks for a better plan', 'payment_required', answerWith(402, says('Payment Required'))],
  ['forbids it', 'forbidden', answerWith(403, says('Forbidden'))],
  [
    'asks us to wait',
    'rate_limited',
    answerWith(429, says('You have made too many requests'), { 'retry-after': '30' }),
  ],
  ['fails', 'unavailable', answerWith(500, says('Server Error'))],
  ['is away', 'unavailable', answerWith(503, '<html>Bad gateway</html>')],
  ['hangs up', 'unavailable', (response) => response.destroy()],
  [
    'hangs up half way',
    'unavailable',
    (response) => {
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
        .write('{"data":')
      response.destroy()
    },
  ],
  ['answers a page', 'bad_response', answerWith(200, '<html></html>')],
  ['answers something else', 'bad_response', answerWith(200, '{"data":{"gid":7}}')],
  ['redirects us', 'bad_response', answerWith(302, '', { location: 'http://127.0.0.1:1/' })],
  [
    'answers without end',
    'bad_response',
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      for (let megabyte = 0; megabyte < 11; megabyte++) response.write(' '.repeat(1024 * 1024))
      response.end('{"data":[]}')
    },
  ],
]

describe.each(FAULTS)('an Asana that %s', (_name, kind, fault) => {
  test(`is an integration error of the kind ${kind}, soon, for any call`, async () => {
    fake.before = (_request, response) => {
      fault(response)
      return true
    }
    const board = boardOf('0a1b2c3d', kind === 'timeout' ? TIMEOUT_MS : PATIENCE_MS)
    const began = performance.now()
    await expect(board.searchTasks('x')).rejects.toMatchObject({
      name: 'IntegrationError',
      system: 'Asana',
      kind,
    })
    await expect(board.getTask('12')).rejects.toMatchObject({ name: 'IntegrationError', kind })
    expect(performance.now() - began).toBeLessThan(3 * PATIENCE_MS)
  })
})

test('the requested waiting time is passed on', async () => {
  fake.before = (_request, response) => {
    answerWith(429, says('Too many'), { 'retry-after': '30' })(response)
    return true
  }
  await expect(board.searchTasks('x')).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 30_000 })
})

test('a short request to wait is waited for', async () => {
  let asked = 0
  fake.before = (_request, response) => {
    asked += 1
    if (asked > 1) return false
    answerWith(429, says('Too many'), { 'retry-after': '0' })(response)
    return true
  }
  expect(await board.searchTasks('x')).toEqual([])
  expect(asked).toBe(2)
})

test('a task whose answer was lost is found again, not made again', async () => {
  const task = { boardGid: BOARD, section: 'Requested', name: 'Once', notes: 'Notes', key: 'article-1' }
  fake.after = ({ method, path }, response) => {
    if (method !== 'POST' || !path.startsWith('/tasks')) return false
    response.destroy()
    return true
  }
  await expect(board.createTask(task)).rejects.toMatchObject({ kind: 'unavailable' })
  await expect(board.createTask(task)).resolves.toMatchObject({ name: 'Once', section: 'Requested' })
  expect([...fake.tasks.values()].filter(({ name }) => name === 'Once')).toHaveLength(1)
})

test('a comment whose answer was lost is not made again', async () => {
  const { gid } = await board.createTask({
    boardGid: BOARD,
    section: 'Requested',
    name: 'Told once',
    notes: '',
    key: 'article-2',
  })
  fake.after = ({ method, path }, response) => {
    if (method !== 'POST' || !path.includes('/stories')) return false
    response.destroy()
    return true
  }
  await expect(board.addComment(gid, 'Please check.', 'return-1')).rejects.toMatchObject({
    kind: 'unavailable',
  })
  await board.addComment(gid, 'Please check.', 'return-1')
  expect(fake.tasks.get(gid)?.stories).toHaveLength(1)
})

test('another workspace’s task under the same key is not mistaken for ours', async () => {
  const task = { boardGid: BOARD, section: 'Requested', name: 'First', notes: '', key: 'article-3' }
  const first = await board.createTask(task)
  const theirs = boardOf('d4c3b2a1')
  const second = await theirs.createTask({ ...task, name: 'Second' })
  expect(second).toMatchObject({ name: 'Second' })
  expect(second.gid).not.toBe(first.gid)
  await board.addComment(first.gid, 'Ours.', 'return-3')
  await theirs.addComment(first.gid, 'Theirs.', 'return-3')
  await theirs.addComment(first.gid, 'Theirs.', 'return-3')
  expect(fake.tasks.get(first.gid)?.stories).toHaveLength(2)
})

test('a key is found beyond the first page of a board', async () => {
  const first = await board.createTask({
    boardGid: BOARD,
    section: 'Requested',
    name: 'Deep down',
    notes: '',
    key: 'deep',
  })
  const known = fake.tasks.get(first.gid)
  fake.tasks.delete(first.gid)
  for (let index = 0; index < 120; index++) {
    const gid = String(700_000 + index)
    const places = new Map(known?.places)
    fake.tasks.set(gid, {
      gid,
      name: 'Other',
      notes: '',
      completed: false,
      modified_at: '9',
      places,
      level: null,
      stories: [],
    })
  }
  if (known) fake.tasks.set(first.gid, known)
  const again = await board.createTask({
    boardGid: BOARD,
    section: 'Requested',
    name: 'Deep down',
    notes: '',
    key: 'deep',
  })
  expect(again.gid).toBe(first.gid)
})
