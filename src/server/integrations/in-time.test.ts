import { expect, it } from 'vitest'
import { inTime } from './in-time.ts'

it('a vendor’s answer in time is passed on, and so is its refusal', async () => {
  await expect(inTime('Vendor', 'find', Promise.resolve(7))).resolves.toBe(7)
  await expect(inTime('Vendor', 'find', Promise.reject(new Error('No.')))).rejects.toThrow('No.')
})

it('nobody waits longer than the limit, and a later failure is ignored', async () => {
  const { promise, reject } = Promise.withResolvers<number>()
  await expect(inTime('Vendor', 'find', promise, 20)).rejects.toMatchObject({
    system: 'Vendor',
    kind: 'timeout',
    advice: expect.stringContaining('Try again'),
  })
  reject(new Error('Too late.'))
  // A rejection that nobody hears of would end the process here.
  await new Promise((resolve) => setImmediate(resolve))
})
