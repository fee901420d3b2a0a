import {
  type DefaultError,
  replaceEqualDeep,
  type UseMutationOptions,
  type UseMutationResult,
  // biome-ignore lint/style/noRestrictedImports: it is wrapped here
  useMutation as useLibraryMutation,
} from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

const isEqual = (one: unknown, other: unknown) => replaceEqualDeep(one, other) === one

/**
 * The library's hook, except that a call with the variables of a pending one sends nothing and shares its
 * promise. The second click of a double click comes before React has redrawn the button as busy.
 */
export function useMutation<Data = unknown, Failure = DefaultError, Variables = void, Before = unknown>(
  options: UseMutationOptions<Data, Failure, Variables, Before>,
): UseMutationResult<Data, Failure, Variables, Before> {
  const result = useLibraryMutation(options)
  const { mutateAsync: send } = result
  const pending = useRef(new Map<Promise<Data>, Variables>())
  const mutateAsync = useCallback<typeof send>(
    (...args) => {
      const [variables] = args as Parameters<typeof send>
      for (const [promise, sent] of pending.current) if (isEqual(sent, variables)) return promise
      const promise = send(...args).finally(() => pending.current.delete(promise))
      pending.current.set(promise, variables as Variables)
      return promise
    },
    [send],
  )
  const mutate = useCallback<typeof result.mutate>(
    (...args) => void mutateAsync(...args).catch(() => {}),
    [mutateAsync],
  )
  return { ...result, mutate, mutateAsync }
}
