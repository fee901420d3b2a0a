import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { HOUR_MS } from '#shared/format/duration.ts'
import { createApp } from '../../../app.ts'
import { REMOVE_SHORT_LIVED } from '../../../kernel/retention/removal-store.ts'
import type { Caller } from '../../../security/actor.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { exportKind } from './deps.ts'
import { createExports } from './feature.ts'
import { MAKE_EXPORT, MOST_UNFINISHED } from './service.ts'

const RAW = '/api/stats/keyword-winners-raw'
const WEEK = { dateRange: 7 }

let api: Api
let opm: Client
beforeEach(async () => {
  api = await startApi()
  opm = await api.as('opm')
})
afterEach(() => api.close())

const ask = async (client = opm) => (await client.post(RAW, WEEK)).body
const look = (id: string, client = opm) => client.get(`/api/export/${id}`)
/** The exports of which the database holds a file, or a part of one, and its size in bytes. */
async function files() {
  const { rows } = await api.database.pool.query<{ id: string; attempts: number; bytes: number }>(
    `select export_id as id, count(distinct attempt)::int as attempts, sum(octet_length(content))::int as bytes
     from export_pieces group by 1`,
  )
  return rows
}

describe('an export', () => {
  it('waits, is being made, and is finished with a CSV file for the user who requested it [FMT-017]', async () => {
    const asked = await ask()
    expect(asked).toEqual({
      exportId: expect.stringMatching(/^[0-9a-f]{32}$/),
      status: 'IDLE',
      url: null,
      name: expect.stringMatching(/\.csv$/),
      error: null,
    })
    expect((await look(asked.exportId)).body).toEqual(asked)
    expect((await opm.get(`/api/export/${asked.exportId}/file`)).status).toBe(409)
    await api.app.queue.drain()
    const { body } = await look(asked.exportId)
    expect(body).toEqual({ ...asked, status: 'FINISHED', url: `/api/export/${asked.exportId}/file` })
    const file = await opm.get(body.url)
    expect([file.status, file.body.split('\n')[0]]).toEqual([
      200,
      'Day,Keyword,Publisher,Won,Title,Published,Link,Items',
    ])
    expect(file.headers['content-disposition']).toContain(asked.name)
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.headers['cache-control']).toBe('no-store')
  })

  it('is hidden from other users, and from its owner once a right is gone [S26]', async () => {
    const { exportId } = await ask()
    await api.app.queue.drain()
    for (const other of [await api.as('opm', 2), await api.as('adm'), await api.as('wrt')]) {
      expect((await look(exportId, other)).status).toBe(404)
      expect((await other.get(`/api/export/${exportId}/file`)).status).toBe(404)
    }
    expect((await look(exportId, api.visitor)).status).toBe(401)
    await api.database.pool.query("update users set role_id = 'wrt' where id = $1", [opm.id])
    api.advance(5000)
    expect((await look(exportId)).status).toBe(404)
    expect((await opm.get(`/api/export/${exportId}/file`)).status).toBe(404)
  })

  it('cannot be guessed, and its number leads nowhere else [S26]', async () => {
    for (const id of ['0'.repeat(32), 'f'.repeat(32)]) expect((await look(id)).status).toBe(404)
    for (const id of ['1', '..%2f..%2fsecret.key', 'A'.repeat(32)]) expect((await look(id)).status).toBe(400)
  })

  it('is one of two that a person may wait for [S26]', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => opm.post(RAW, WEEK)))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 429, 429, 429])
    expect((await (await api.as('qa')).post(RAW, WEEK)).status).toBe(202)
    await api.app.queue.drain()
    expect((await opm.post(RAW, WEEK)).status).toBe(202)
  })

  it('leaves a place to a colleague while both of one person’s are made', () => {
    expect(api.app.jobs.find(({ name }) => name === MAKE_EXPORT)?.atOnce).toBeGreaterThan(MOST_UNFINISHED)
  })

  it('is gone after a day, file and all [S26]', async () => {
    const { exportId } = await ask()
    await api.app.queue.drain()
    api.advance(24 * HOUR_MS - 60_000)
    const read = () => opm.get(`/api/export/${exportId}`)
    expect((await read()).status).toBe(200)
    api.advance(120_000)
    expect((await read()).status).toBe(404)
    await api.runJob(REMOVE_SHORT_LIVED)
    expect(await files()).toEqual([])
    expect((await api.database.pool.query('select from exports')).rowCount).toBe(0)
  })

  it('whose worker was killed is made by the next one, without leftovers', async () => {
    const { exportId } = await ask()
    await api.database.pool.query("update exports set status = 'IN_PROGRESS'")
    await api.database.pool.query("insert into export_pieces values ($1, 'died', 0, 'half')", [exportId])
    expect((await look(exportId)).body.status).toBe('IN_PROGRESS')
    await api.app.queue.drain()
    expect((await look(exportId)).body).toMatchObject({ status: 'FINISHED', error: null })
    expect(await files()).toMatchObject([{ id: exportId, attempts: 1 }])
  })

  it('is served by every server on the database, with any data folder', async () => {
    const { exportId } = await ask()
    await api.app.queue.drain()
    const dataDir = await mkdtemp(join(tmpdir(), 'copydesk-other-'))
    const settings = { ...api.settings, dataDir }
    const other = await createApp({ settings, database: api.database, clock: api.now })
    const url = `/api/export/${exportId}/file`
    const headers = { authorization: `Bearer ${opm.token}` }
    const file = await other.server.inject({ url, headers })
    expect([file.statusCode, file.body]).toEqual([200, (await opm.get(url)).body])
    await other.server.close()
    await rm(dataDir, { recursive: true })
  })

  it('that a crash of the database lost is reported as gone, and can be requested again', async () => {
    const { exportId } = await ask()
    await api.app.queue.drain()
    await api.database.pool.query('truncate export_pieces')
    expect((await opm.get(`/api/export/${exportId}/file`)).status).toBe(404)
    expect((await opm.post(RAW, WEEK)).status).toBe(202)
  })

  it('can be begun again with the same request by its own user only', async () => {
    const { exportId } = await ask()
    await api.app.queue.drain()
    const again = (client: Client) => client.post(`/api/export/${exportId}/again`)
    expect((await again(await api.as('opm', 2))).status).toBe(404)
    const { status, body } = await again(opm)
    expect([status, body.status]).toEqual([202, 'IDLE'])
    expect(body.exportId).not.toBe(exportId)
    const { rows } = await api.database.pool.query('select kind, request, user_id from exports')
    expect(rows).toHaveLength(2)
    expect(rows[1]).toEqual(rows[0])
    await api.app.queue.drain()
    expect((await look(body.exportId)).body.status).toBe('FINISHED')
  })

  it('that is never made has failed after two hours, and makes room for another', async () => {
    await ask()
    const { exportId } = await ask()
    api.advance(2 * HOUR_MS + 1000)
    expect((await opm.post(RAW, WEEK)).status).toBe(202)
    expect((await look(exportId)).body).toMatchObject({
      status: 'FAILED',
      url: null,
      error: 'It took too long. Please try again.',
    })
  })
})

describe('a kind of file', () => {
  const owner = (): Caller => ({
    ...{ kind: 'person', id: opm.id, firstName: 'Opm', lastName: 'One', username: opm.username },
    ...{ roleId: 'opm', permissions: ['ViewKeywords'], session: '' },
    origin: { requestId: 'r', address: '127.0.0.1' },
  })
  /** The feature with kinds of its own, on the same database and queue. */
  function withKinds(write: () => AsyncIterable<Uint8Array | string>) {
    const logged: unknown[] = []
    const { service } = createExports({
      db: api.database.db,
      clock: api.now,
      enqueue: async () => {},
      kinds: () => ({
        test: exportKind(z.object({}), { access: ['ViewKeywords'], nameOf: () => 'test.txt', write }),
      }),
      log: { error: (line: unknown) => logged.push(line) } as never,
    })
    return { service, logged }
  }

  it('that fails says so in a sentence, keeps the reason for the log, and leaves no file', async () => {
    const { service, logged } = withKinds(async function* () {
      yield 'half of it'
      throw new Error('password=hunter2')
    })
    const { id } = await service.startExport(owner(), 'test', {})
    await service.makeExport(id)
    expect(await service.readExport(owner(), id)).toMatchObject({
      status: 'FINISHED',
      error: 'Couldn’t create the file. Try again.',
    })
    await expect(service.openExport(owner(), id)).rejects.toMatchObject({ code: 'notFound' })
    expect(logged).toHaveLength(1)
    expect(await files()).toEqual([])
  })

  it('comes back byte by byte as it was made, and a truncated file is not mistaken for a whole one', async () => {
    const parts = [randomBytes(2_500_000), Buffer.alloc(0), randomBytes(7), randomBytes(1024 * 1024)]
    const { service } = withKinds(async function* () {
      yield* parts
    })
    const { id } = await service.startExport(owner(), 'test', {})
    await service.makeExport(id)
    const read = async () => {
      const { content } = await service.openExport(owner(), id)
      const chunks: Uint8Array[] = []
      for await (const chunk of content) chunks.push(Buffer.from(chunk))
      return Buffer.concat(chunks)
    }
    expect((await read()).equals(Buffer.concat(parts))).toBe(true)
    await api.database.pool.query(
      'delete from export_pieces where place = (select max(place) from export_pieces)',
    )
    await expect(read()).rejects.toThrow('The file was deleted during the download.')
  })

  it('is written as it is made, so that its length needs no memory', async () => {
    let most = 0
    const before = process.memoryUsage().rss
    const { service } = withKinds(async function* () {
      for (let chunk = 0; chunk < 3000; chunk++) {
        yield 'x'.repeat(100_000)
        if (chunk % 100 === 0) most = Math.max(most, process.memoryUsage().rss - before)
      }
    })
    const { id } = await service.startExport(owner(), 'test', {})
    await service.makeExport(id)
    expect((await files())[0]?.bytes).toBe(300_000_000)
    expect(most).toBeLessThan(150_000_000)
  })
})
