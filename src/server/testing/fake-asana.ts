import { randomBytes, randomInt } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface FakeTask {
  gid: string
  name: string
  notes: string
  completed: boolean
  modified_at: string
  /** Section by board. */
  places: Map<string, string>
  level: string | null
  stories: string[]
}

/** What the fake does instead of answering as it should. */
export type AsanaFault = (request: { method: string; path: string }, response: ServerResponse) => boolean

export interface FakeAsana {
  url: string
  tasks: Map<string, FakeTask>
  webhooks: Map<string, { resource: string; target: string; active: boolean }>
  /** Every request, the oldest first. */
  sent: { method: string; path: string; body: unknown; authorization: string | undefined }[]
  /** Asked before each answer; true where it has answered itself, or never will. */
  before: AsanaFault | null
  /** Asked after the work is done and before it is answered: a lost answer. */
  after: AsanaFault | null
  addSection(boardGid: string, name: string): string
  close(): Promise<void>
}

const newGid = () => `12${String(randomInt(10 ** 14)).padStart(14, '0')}`
const LEVEL_FIELD = '5550001'
const LEVELS = new Map([
  ['High', '5550011'],
  ['Medium', '5550012'],
])

class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

async function readJson(request: IncomingMessage): Promise<{ data?: Record<string, unknown> }> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? {} : JSON.parse(text)
}

/**
 * A small in-memory Asana on a loopback address: tasks can be created, found, moved and commented on. It
 * follows the vendor's documentation for the calls of our adapter, and supports nothing else.
 */
export async function startFakeAsana(): Promise<FakeAsana> {
  const tasks = new Map<string, FakeTask>()
  const sections = new Map<string, { gid: string; name: string; boardGid: string }>()
  const webhooks: FakeAsana['webhooks'] = new Map()
  const sent: FakeAsana['sent'] = []

  const sectionsOf = (boardGid: string) => [...sections.values()].filter((each) => each.boardGid === boardGid)
  const taskAt = (gid = '') => {
    const task = tasks.get(gid)
    if (!task) throw new Refused(404, `task: Unknown object: ${gid}`)
    return task
  }
  const present = (task: FakeTask) => ({
    gid: task.gid,
    name: task.name,
    notes: task.notes,
    completed: task.completed,
    modified_at: task.modified_at,
    permalink_url: `https://app.asana.example/0/0/${task.gid}`,
    memberships: [...task.places].map(([board, section]) => ({
      project: { gid: board },
      section: { gid: section, name: sections.get(section)?.name ?? '' },
    })),
    custom_fields: [{ gid: LEVEL_FIELD, name: 'Update Level', display_value: task.level }],
  })
  const change = (task: FakeTask, data: Record<string, unknown>) => {
    const { custom_fields: fields, projects: _projects, ...rest } = data
    Object.assign(task, rest, { modified_at: new Date().toISOString() })
    const option = (fields as Record<string, string | null> | undefined)?.[LEVEL_FIELD]
    if (option !== undefined) task.level = [...LEVELS].find(([, gid]) => gid === option)?.[0] ?? null
  }
  const page = <Item>(items: Item[], query: URLSearchParams) => {
    const limit = Number(query.get('limit') ?? 100)
    const from = Number(query.get('offset') ?? 0)
    const isMore = from + limit < items.length
    return {
      data: items.slice(from, from + limit),
      next_page: isMore ? { offset: String(from + limit) } : null,
    }
  }

  async function greet(target: string): Promise<void> {
    const secret = randomBytes(32).toString('hex')
    const response = await fetch(target, { method: 'POST', headers: { 'x-hook-secret': secret } })
    if (response.headers.get('x-hook-secret') !== secret)
      throw new Refused(400, 'The remote server did not respond.')
  }

  type Route = (call: { ids: string[]; query: URLSearchParams; data: Record<string, unknown> }) => unknown
  const routes: [method: string, path: RegExp, route: Route][] = [
    [
      'GET',
      /^\/workspaces\/(\d+)\/typeahead$/,
      ({ query }) => {
        const text = (query.get('query') ?? '').toLowerCase()
        const found = [...tasks.values()].filter(({ name }) => name.toLowerCase().includes(text)).reverse()
        const first = found.filter(({ name }) => name.toLowerCase().startsWith(text))
        const ranked = [...new Set([...first, ...found])].slice(0, Number(query.get('count') ?? 20))
        return { data: ranked.map(({ gid, name }) => ({ gid, name })) }
      },
    ],
    ['GET', /^\/tasks\/(\d+)$/, ({ ids }) => ({ data: present(taskAt(ids[0])) })],
    [
      'POST',
      /^\/tasks$/,
      ({ data }) => {
        const [board = ''] = data.projects as string[]
        const [first] = sectionsOf(board)
        if (!first) throw new Refused(400, `projects: Unknown object: ${board}`)
        const gid = newGid()
        const task: FakeTask = {
          gid,
          name: '',
          notes: '',
          completed: false,
          modified_at: '',
          places: new Map(),
          level: null,
          stories: [],
        }
        change(task, data)
        task.places.set(board, first.gid)
        tasks.set(gid, task)
        return { data: { gid, name: task.name } }
      },
    ],
    [
      'PUT',
      /^\/tasks\/(\d+)$/,
      ({ ids, data }) => {
        const task = taskAt(ids[0])
        change(task, data)
        return { data: present(task) }
      },
    ],
    [
      'GET',
      /^\/tasks\/(\d+)\/stories$/,
      ({ ids, query }) =>
        page(
          taskAt(ids[0]).stories.map((text) => ({ gid: newGid(), type: 'comment', text })),
          query,
        ),
    ],
    [
      'POST',
      /^\/tasks\/(\d+)\/stories$/,
      ({ ids, data }) => {
        taskAt(ids[0]).stories.push(String(data.text))
        return { data: { gid: newGid(), text: data.text } }
      },
    ],
    [
      'GET',
      /^\/tasks$/,
      ({ query }) => {
        const since = query.get('modified_since') ?? ''
        const found = [...tasks.values()].filter(
          (task) => task.places.has(query.get('project') ?? '') && task.modified_at >= since,
        )
        return page(found.map(present), query)
      },
    ],
    [
      'GET',
      /^\/projects\/(\d+)\/sections$/,
      ({ ids, query }) =>
        page(
          sectionsOf(ids[0] ?? '').map(({ gid, name }) => ({ gid, name })),
          query,
        ),
    ],
    [
      'GET',
      /^\/projects\/(\d+)\/custom_field_settings$/,
      ({ query }) => {
        const enum_options = [...LEVELS].map(([name, gid]) => ({ gid, name, enabled: true }))
        return page(
          [
            {
              custom_field: {
                gid: LEVEL_FIELD,
                name: 'Update Level',
                resource_subtype: 'enum',
                enum_options,
              },
            },
          ],
          query,
        )
      },
    ],
    [
      'POST',
      /^\/sections\/(\d+)\/addTask$/,
      ({ ids, data }) => {
        const section = sections.get(ids[0] ?? '')
        if (!section) throw new Refused(404, `section: Unknown object: ${ids[0]}`)
        taskAt(String(data.task)).places.set(section.boardGid, section.gid)
        return { data: {} }
      },
    ],
    [
      'POST',
      /^\/webhooks$/,
      async ({ data }) => {
        const gid = newGid()
        const webhook = { resource: String(data.resource), target: String(data.target), active: true }
        await greet(webhook.target)
        webhooks.set(gid, webhook)
        return { data: { gid, ...webhook } }
      },
    ],
    [
      'GET',
      /^\/webhooks\/(\d+)$/,
      ({ ids }) => {
        const webhook = webhooks.get(ids[0] ?? '')
        if (!webhook) throw new Refused(404, 'webhook: Unknown object')
        return { data: { gid: ids[0], ...webhook } }
      },
    ],
    [
      'DELETE',
      /^\/webhooks\/(\d+)$/,
      ({ ids }) => {
        if (!webhooks.delete(ids[0] ?? '')) throw new Refused(404, 'webhook: Unknown object')
        return { data: {} }
      },
    ],
  ]

  async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const url = new URL(request.url ?? '', 'http://fake')
    const json = await readJson(request)
    const { method = 'GET', headers } = request
    sent.push({ method, path: url.pathname + url.search, body: json, authorization: headers.authorization })
    if (headers.authorization !== 'Bearer token')
      return { status: 401, body: { errors: [{ message: 'Not Authorized' }] } }
    for (const [of, path, route] of routes) {
      const found = of === method ? path.exec(url.pathname) : null
      if (!found) continue
      try {
        const body = await route({ ids: found.slice(1), query: url.searchParams, data: json.data ?? {} })
        return { status: method === 'POST' && /^\/(tasks|webhooks)/.test(url.pathname) ? 201 : 200, body }
      } catch (error) {
        if (error instanceof Refused)
          return { status: error.status, body: { errors: [{ message: error.message }] } }
        throw error
      }
    }
    return { status: 404, body: { errors: [{ message: `No route ${method} ${url.pathname}` }] } }
  }

  const server = createServer((request, response) => {
    const call = { method: request.method ?? 'GET', path: request.url ?? '' }
    if (fake.before?.(call, response)) return
    void answer(request).then(({ status, body }) => {
      if (fake.after?.(call, response)) return
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const fake: FakeAsana = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tasks,
    webhooks,
    sent,
    before: null,
    after: null,
    addSection(boardGid, name) {
      const gid = newGid()
      sections.set(gid, { gid, name, boardGid })
      return gid
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return fake
}
