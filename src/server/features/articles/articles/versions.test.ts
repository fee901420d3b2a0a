import { expect, test } from 'vitest'
import { startApi } from '../../../testing/api.ts'
import { buildArticle } from '../../../testing/builders.ts'

/** A server, an owner with a draft, and the lines of its log. */
async function desk(environment: Record<string, string>) {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const api = await startApi({ LOG_LEVEL: 'info', ...environment }, { logTo })
  const owner = await api.as('opm')
  const draft = { userId: owner.id, status: 'draft' }
  const { id, version } = await buildArticle(api.database.db, draft)
  const warned = () => lines.filter((line) => line.includes('article saved without its version')).length
  return { api, owner, url: `/api/articles/${id}`, id, version, warned }
}

test('a save without a version wins and is recorded as such; one with a version is not', async () => {
  const { api, owner, url, version, warned } = await desk({})
  expect((await owner.patch(url, { title: 'With', version })).status).toBe(200)
  expect(warned()).toBe(0)
  const { status, body } = await owner.put(url, { title: 'Without' })
  expect([status, body.title, warned()]).toEqual([200, 'Without', 1])
  await api.close()
})

test('where versions are required, a save without a version is refused and changes nothing', async () => {
  const { api, owner, url, version } = await desk({ STRICT_VERSIONS: 'true' })
  for (const save of [owner.put, owner.patch]) {
    const { status, body } = await save(url, { title: 'Without' })
    expect([status, body.code]).toEqual([428, 'versionRequired'])
  }
  expect((await owner.get(url)).body.version).toBe(version)
  expect((await owner.patch(url, { title: 'With', version })).status).toBe(200)
  await api.close()
})

test('a decision on an old version is refused with the current article, and changes nothing', async () => {
  const { api, owner, id, version } = await desk({})
  await api.database.pool.query("update articles set status = 'requested' where article_id = $1", [id])
  const validator = await api.as('qa')
  const url = `/api/articles/validate/${id}`
  expect((await validator.put(`/api/articles/${id}`, { title: 'Meanwhile', version })).status).toBe(200)
  const stale = await validator.patch(url, { command: 'approve', version })
  expect([stale.status, stale.body.message]).toEqual([
    409,
    'Another user has saved this article in the meantime.',
  ])
  expect(stale.body.details.current).toMatchObject({ status: 'requested', version: version + 1 })
  expect((await owner.get(`/api/articles/${id}`)).body.status).toBe('requested')
  expect((await validator.patch(url, { command: 'approve', version: version + 1 })).status).toBe(200)
  await api.close()
})
