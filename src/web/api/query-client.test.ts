import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { ApiError, serviceUnavailable } from './api-error.ts'
import { createQueryClient, mayRetry, PENDING_COUNT_KEY, retryDelay } from './query-client.ts'

describe('queries', () => {
  it('are not retried after a refusal', () => {
    for (const status of [400, 401, 403, 404, 409, 422, 428, 429])
      expect(mayRetry(0, new ApiError('no', { status }))).toBe(false)
  })

  it('are retried twice after a temporary failure', () => {
    expect([0, 1, 2].map((failures) => mayRetry(failures, serviceUnavailable()))).toEqual([true, true, false])
  })

  it('are retried within a second, so that the user soon sees the error', () => {
    expect(retryDelay(0) + retryDelay(1)).toBeLessThan(1000)
    expect(createQueryClient().getDefaultOptions().queries?.retryDelay).toBe(retryDelay)
  })

  it('are not retried while the browser is offline', () => {
    expect(mayRetry(0, new ApiError('You’re offline.', { status: 503, code: 'offline' }))).toBe(false)
  })

  it('the number of pending articles is read again after each of the user’s writes [SHELL-042]', async () => {
    const client = createQueryClient()
    client.setQueryData(PENDING_COUNT_KEY, 3)
    const write = client.getMutationCache().build(client, { mutationFn: async () => 'saved' })
    await write.execute(undefined)
    expect(client.getQueryState(PENDING_COUNT_KEY)?.isInvalidated).toBe(true)
  })
})

describe('a change that is saved while a list is being read', () => {
  const queryKey = ['users', 'list', 'ada']

  /** A server that reads the list on request, and holds its answer back until `answerNext`. */
  function slowServer() {
    let saved = 'active'
    const answers: (() => void)[] = []
    return {
      save: () => {
        saved = 'locked'
      },
      read: () =>
        new Promise<string>((answer) => {
          const found = saved
          answers.push(() => answer(found))
        }),
      answerNext: async () => {
        answers.shift()?.()
        await new Promise((done) => setTimeout(done))
      },
      waiting: () => answers.length,
    }
  }

  it('is shown even if it was the first read of that list', async () => {
    const [client, server] = [createQueryClient(), slowServer()]
    const list = new QueryObserver(client, { queryKey, queryFn: server.read })
    const close = list.subscribe(() => {})
    server.save()
    void client.invalidateQueries({ queryKey: ['users'] })
    await server.answerNext()
    await server.answerNext()
    expect(list.getCurrentResult().data).toBe('locked')
    expect(server.waiting()).toBe(0)
    close()
  })

  it('makes a list that was read ahead outdated, so that the screen that shows it reads it again', async () => {
    const [client, server] = [createQueryClient(), slowServer()]
    void client.prefetchQuery({ queryKey, queryFn: server.read })
    server.save()
    void client.invalidateQueries({ queryKey: ['users'] })
    await server.answerNext()
    expect(client.getQueryState(queryKey)).toMatchObject({ data: 'active', isInvalidated: true })
    expect(server.waiting()).toBe(0)
  })
})

describe('without a network', () => {
  afterEach(() => onlineManager.setOnline(true))

  it('a write fails at once and is not sent again once the network is back', async () => {
    const client = createQueryClient()
    let attempts = 0
    onlineManager.setOnline(false)
    const write = client.getMutationCache().build(client, {
      mutationFn: async () => {
        attempts += 1
        throw serviceUnavailable()
      },
    })
    await expect(write.execute(undefined)).rejects.toThrow('Service Unavailable')
    onlineManager.setOnline(true)
    await client.resumePausedMutations()
    expect(attempts).toBe(1)
  })

  it('a read fails at once too', async () => {
    onlineManager.setOnline(false)
    const read = createQueryClient().fetchQuery({
      queryKey: ['anything'],
      queryFn: async () => Promise.reject(new ApiError('You’re offline.', { status: 503, code: 'offline' })),
    })
    await expect(read).rejects.toThrow('You’re offline.')
  })
})
