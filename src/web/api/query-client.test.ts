import { describe, expect, it } from 'vitest'
import { ApiError, serviceUnavailable } from './api-error.ts'
import { createQueryClient, mayRetry, PENDING_COUNT_KEY } from './query-client.ts'

describe('queries', () => {
  it('are never repeated after a refusal', () => {
    for (const status of [400, 401, 403, 404, 409, 422, 428, 429])
      expect(mayRetry(0, new ApiError('no', { status }))).toBe(false)
  })

  it('are repeated twice after a hiccup', () => {
    expect([0, 1, 2].map((failures) => mayRetry(failures, serviceUnavailable()))).toEqual([true, true, false])
  })

  it('the number of pending articles is asked anew after every write of one’s own [SHELL-042]', async () => {
    const client = createQueryClient()
    client.setQueryData(PENDING_COUNT_KEY, 3)
    const write = client.getMutationCache().build(client, { mutationFn: async () => 'saved' })
    await write.execute(undefined)
    expect(client.getQueryState(PENDING_COUNT_KEY)?.isInvalidated).toBe(true)
  })
})
