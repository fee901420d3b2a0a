import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, type Client, startApi } from '../testing/api.ts'

const PATIENCE = { callMs: 400, windowMs: 1000, leastBytes: 100, fileMs: 60_000 }
const BOUNDARY = 'slowly'

let api: Api
let opm: Client
let port: number
beforeAll(async () => {
  api = await startApi({}, { patience: PATIENCE })
  opm = await api.as('opm')
  port = Number(new URL(await api.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => api.close())

interface Sent {
  path: string
  type: string
  body: string
  /** Bytes sent every fiftieth of a second. */
  step: number
  /** Stops here and stays silent. */
  until?: number
}

/** Sends a call in little pieces; answers what came back and after how many milliseconds. */
async function sendSlowly({ path, type, body, step, until = body.length }: Sent) {
  const begun = performance.now()
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  const ended = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${opm.token}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`,
  )
  for (let at = 0; at < until && socket.writable && text === ''; at += step) {
    socket.write(body.slice(at, Math.min(at + step, until)))
    await sleep(20)
  }
  await ended
  return { text, status: Number(text.split(' ')[1]), took: performance.now() - begun }
}

const csv = (word: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="slow.csv"\r\n\r\n${Array.from({ length: 300 }, (_, line) => `${word} ${line}`).join('\n')}\r\n--${BOUNDARY}--\r\n`
const uploading = (word: string) => ({
  path: '/api/keywords/upload',
  type: `multipart/form-data; boundary=${BOUNDARY}`,
  body: csv(word),
  step: 50,
})
const countOf = async (word: string) =>
  (await api.database.pool.query('select 1 from keywords where keyword like $1', [`${word} %`])).rowCount

it('a file that comes slowly but steadily is accepted, however long it takes [T16]', async () => {
  const { text, status, took } = await sendSlowly(uploading('steady'))
  expect(status, text).toBe(200)
  expect(text).toContain('"added":300')
  expect(took).toBeGreaterThan(3 * PATIENCE.callMs)
  expect(await countOf('steady')).toBe(300)
})

it('a file that stops coming, or only trickles, is cut off and imports nothing', async () => {
  const stopped = await sendSlowly({ ...uploading('stopped'), until: 1500 })
  expect([stopped.status, stopped.took < 30_000]).toEqual([408, true])
  const trickling = await sendSlowly({ ...uploading('trickling'), step: 1 })
  expect([trickling.status, trickling.took < 30_000]).toEqual([408, true])
  expect([await countOf('stopped'), await countOf('trickling')]).toEqual([0, 0])
})

it('any other call must be there whole in its time, and a stranger’s file is not waited for at all', async () => {
  const body = JSON.stringify({ keyword: `slow ${'w'.repeat(200)}` })
  const call = { path: '/api/keywords', type: 'application/json', body, step: 4 }
  const { status, took } = await sendSlowly(call)
  expect([status, took < 30_000]).toEqual([408, true])
  expect((await opm.get('/api/health')).status).toBe(200)
  const { token } = opm
  opm = { ...opm, token: 'nobody’s' }
  expect((await sendSlowly(uploading('strange'))).status).toBe(401)
  opm = { ...opm, token }
})
