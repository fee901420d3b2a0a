import { expect, it } from 'vitest'
import { z } from 'zod'
import { wasNotAsked } from '../integration-error.ts'
import { createVendorClient } from './vendor-client.ts'

const WRITE = { operation: 'write a thing', method: 'POST', path: '/things', answer: z.unknown() } as const

interface Options {
  atOnce: number
  timeoutMs: number
}
/** A vendor that answers only when triggered. */
function startSilent(options: Options) {
  const answer = Promise.withResolvers<void>()
  let asked = 0
  const ask = async () => {
    asked += 1
    await answer.promise
    return Response.json({})
  }
  const about = { system: 'Vendor', baseUrl: 'http://vendor.example', headers: () => ({}) }
  const client = createVendorClient({ ...about, ...options, fetch: ask })
  return { client, answer: () => answer.resolve(), asked: () => asked }
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  )

it.each([
  ['all turns are taken', 1],
  ['somebody tries alone whether anything is answered', 8],
] as const)('a call is known not to have been sent where its turn does not come: %s', async (_, atOnce) => {
  const { client, answer, asked } = startSilent({ atOnce, timeoutMs: 50 })
  const first = client.send(WRITE)
  const failure = await failureOf(client.send(WRITE))
  expect(failure).toMatchObject({ kind: 'timeout' })
  expect(wasNotAsked(failure)).toBe(true)
  answer()
  expect(await first).toEqual({})
  expect(asked()).toBe(1)
})

it('a call is known not to have been sent where too many wait already', async () => {
  const { client, answer, asked } = startSilent({ atOnce: 1, timeoutMs: 60_000 })
  const others = Array.from({ length: 201 }, () => client.send(WRITE))
  const failure = await failureOf(client.send(WRITE))
  expect(failure).toMatchObject({ kind: 'unavailable' })
  expect(wasNotAsked(failure)).toBe(true)
  answer()
  await Promise.all(others)
  expect(asked()).toBe(201)
})

it('a call that was sent may have been received, after any error', async () => {
  const about = { system: 'Vendor', baseUrl: 'http://vendor.example', headers: () => ({}), timeoutMs: 50 }
  for (const reason of [new DOMException('Too late', 'TimeoutError'), new TypeError('fetch failed')]) {
    const client = createVendorClient({ ...about, fetch: () => Promise.reject(reason) })
    expect(wasNotAsked(await failureOf(client.send(WRITE)))).toBe(false)
  }
})

it('a call that was sent once may have been heard although the turn of its next try does not come', async () => {
  const answer = Promise.withResolvers<void>()
  const others: Promise<unknown>[] = []
  const about = { system: 'Vendor', baseUrl: 'http://vendor.example', headers: () => ({}) }
  const client = createVendorClient({
    ...{ ...about, atOnce: 1, timeoutMs: 600, clock: () => 0 },
    async fetch() {
      if (others.length > 0) {
        await answer.promise
        return Response.json({})
      }
      // Another call has the next slot, and keeps it.
      others.push(client.send(WRITE))
      throw new TypeError('fetch failed')
    },
  })
  const failure = await failureOf(client.send({ ...WRITE, isRepeatable: true }))
  expect(failure).toMatchObject({ kind: 'timeout' })
  expect(wasNotAsked(failure)).toBe(false)
  answer.resolve()
  expect(await Promise.all(others)).toEqual([{}])
})
