import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'

/**
 * The part of the address that a screen keeps its state in, read and written through its schema.
 * A change goes into the history; `{ replace: true }` keeps it out, e.g. while somebody types.
 */
export function useSearchState<Search extends Record<string, unknown>>(schema: z.ZodType<Search>) {
  const raw: unknown = useSearch({ strict: false })
  const navigate = useNavigate()
  const search = useMemo(() => schema.parse(raw), [schema, raw])
  // The same function whatever the address says: what is made of it need not be made again with every click.
  const change = useCallback(
    (patch: Partial<Search>, { replace = false } = {}) =>
      void navigate({
        // The screen stays; only its search changes, and the route's own schema checks it again.
        to: '.',
        search: (previous) => ({ ...previous, ...patch }),
        replace,
        resetScroll: false,
        // A dialog that closes itself this way has asked already.
        ignoreBlocker: true,
      }),
    [navigate],
  )
  return [search, change] as const
}
