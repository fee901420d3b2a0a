import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { useMutation } from './use-mutation.ts'

function open(send: (words: { ids: number[] }) => Promise<string>) {
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(() => useMutation({ mutationFn: send }), { wrapper }).result
}

it('a write repeated while it is pending is sent once, and both callers get its answer', async () => {
  const send = vi.fn(async () => 'saved')
  const write = open(send)
  const both = [write.current.mutateAsync({ ids: [1] }), write.current.mutateAsync({ ids: [1] })]
  write.current.mutate({ ids: [1] })
  expect(await Promise.all(both)).toEqual(['saved', 'saved'])
  expect(send).toHaveBeenCalledTimes(1)
})

it('writes with other values, such as those of another row, are all sent', async () => {
  const send = vi.fn(async ({ ids }: { ids: number[] }) => `${ids}`)
  const write = open(send)
  const both = [write.current.mutateAsync({ ids: [1] }), write.current.mutateAsync({ ids: [2] })]
  expect(await Promise.all(both)).toEqual(['1', '2'])
})

it('a write can be repeated once it has succeeded or failed', async () => {
  const send = vi.fn(async () => 'saved').mockRejectedValueOnce(new Error('Not now.'))
  const write = open(send)
  await expect(write.current.mutateAsync({ ids: [1] })).rejects.toThrow('Not now.')
  await write.current.mutateAsync({ ids: [1] })
  await write.current.mutateAsync({ ids: [1] })
  expect(send).toHaveBeenCalledTimes(3)
})
