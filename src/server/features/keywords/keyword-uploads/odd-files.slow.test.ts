import { afterAll, describe, expect, it } from 'vitest'
import { longestTurn } from '../../../testing/cpu-time.ts'
import { CSV_FILES } from '../../../testing/csv-files.ts'
import { startUploads } from '../../../testing/keyword-upload.ts'

const { api, newToken, upload, count } = await startUploads()
afterAll(() => api.close())

describe('a malformed or unusual file', () => {
  for (const { what, bytes, answer } of CSV_FILES) {
    it(`is refused as a whole or read as intended: ${what} [S11]`, async () => {
      const before = await count()
      const { status, body } = await upload(bytes)
      const added = (await count()) - before
      if (typeof answer === 'number') {
        const message =
          answer === 413 ? 'The file has more than 2,000,000 lines.' : expect.stringMatching(/\.$/)
        expect([status, added, body.message]).toEqual([answer, 0, message])
      } else {
        expect([status, body.added], body.message).toEqual([200, added])
        const { added: expected, ...rest } = answer
        if (!Number.isNaN(expected)) expect(added).toBe(expected)
        expect(body).toMatchObject(rest)
      }
    })
  }

  it('of more than 100 MB is refused, and so is a request that is no form [S11]', async () => {
    const before = await count()
    // Within the limit, and refused only because it is not text.
    expect((await upload(Buffer.alloc(99 * 1024 * 1024))).status).toBe(422)
    const wide = `${'w'.repeat(200)},${'x'.repeat(800)}\n`
    const large = await upload(Buffer.alloc(101 * 1024 * 1024, wide))
    expect([large.status, large.body.message]).toEqual([413, 'The file is larger than 100 MB.'])
    const opm = await api.as('opm')
    expect((await opm.post('/api/keywords/upload', {})).status).toBe(415)
    expect(await count()).toBe(before)
  })
})

it('a large upload neither delays other requests nor grows the server’s memory [S11]', async () => {
  const file = Array.from({ length: 200_000 }, (_, number) => `steady keyword ${number % 140_000}`).join('\n')
  const bytes = Buffer.from(file)
  const token = await newToken()
  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 20)
  let body = {}
  const turn = await longestTurn(async () => {
    body = (await upload(bytes, { token })).body
  })
  clearInterval(watch)
  expect(body).toMatchObject({ added: 140_000, repeated: 60_000 })
  expect(turn).toBeLessThan(1000)
  expect((peak - before) / 1e6).toBeLessThan(150)
})
