import { expect, it } from 'vitest'
import { createConcurrencyLimit, createPersonalLimit } from './concurrency-limit.ts'

const limit = () => createConcurrencyLimit({ atOnce: 2, mostWaiting: 2, refusal: 'Too many.' })

/** Work that begins and ends when the test says so. */
function piece(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const work = () => {
    log.push(name)
    return promise
  }
  return { work, finish: resolve, fail: reject }
}

it('runs no more work at once than allowed, and the rest in the order it came', async () => {
  const inTurn = limit()
  const log: string[] = []
  const pieces = ['a', 'b', 'c', 'd'].map((name) => piece(log, name))
  const results = pieces.map(({ work }) => inTurn(work))
  await Promise.resolve()
  expect(log).toEqual(['a', 'b'])
  pieces[1]?.finish()
  await results[1]
  await Promise.resolve()
  expect(log).toEqual(['a', 'b', 'c'])
  for (const { finish } of pieces) finish()
  await Promise.all(results)
  expect(log).toEqual(['a', 'b', 'c', 'd'])
})

it('asks to come back when too many wait, and takes work again once the queue is shorter', async () => {
  const inTurn = limit()
  const log: string[] = []
  const pieces = ['a', 'b', 'c', 'd'].map((name) => piece(log, name))
  const results = pieces.map(({ work }) => inTurn(work))
  await expect(inTurn(async () => 'e')).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Too many.',
    retryAfter: 3,
  })
  for (const { finish } of pieces) finish()
  await Promise.all(results)
  expect(await inTurn(async () => 'f')).toBe('f')
})

it('drops work whose patience ends before its turn, and nobody loses a place by that', async () => {
  const inTurn = limit()
  const log: string[] = []
  const pieces = ['a', 'b', 'c', 'd'].map((name) => piece(log, name))
  const patience = new AbortController()
  const [a, b, c, d] = pieces.map(({ work }, index) =>
    inTurn(work, index === 2 ? patience.signal : new AbortController().signal),
  )
  patience.abort(new Error('No longer'))
  await expect(c).rejects.toThrow('No longer')
  await expect(inTurn(async () => 'e', patience.signal)).rejects.toThrow('No longer')
  for (const { finish } of pieces) finish()
  await Promise.all([a, b, d])
  expect(log).toEqual(['a', 'b', 'd'])
  expect(await inTurn(async () => 'f', patience.signal)).toBe('f')
})

it('gives the place of failed work to the next', async () => {
  const inTurn = limit()
  const failing = [1, 2, 3, 4].map(() => inTurn(() => Promise.reject(new Error('failed'))))
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
  expect(await inTurn(async () => 'done')).toBe('done')
})

it('one person’s share is full while another’s is not', async () => {
  const inTurn = createPersonalLimit({ atOnce: 1, mostWaiting: 1, refusal: 'Yours are still under way.' })
  const open = Promise.withResolvers<string>()
  const [first, second] = [inTurn(1, () => open.promise), inTurn(1, async () => 'second')]
  await expect(inTurn(1, async () => 'third')).rejects.toThrow('Yours are still under way.')
  expect(await inTurn(2, async () => 'somebody else')).toBe('somebody else')
  open.resolve('first')
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
})
