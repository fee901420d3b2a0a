import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'

/**
 * The search part of the address in which a screen keeps its state, read and written through its schema. A
 * change adds a history entry; `{ replace: true }` does not, e.g. while the user types.
 */
export function useSearchState<Search extends Record<string, unknown>>(schema: z.ZodType<Search>) {
  const raw: unknown = useSearch({ strict: false })
  const navigate = useNavigate()
  const search = useMemo(() => schema.parse(raw), [schema, raw])
  // The function is stable across addresses, so that components that depend on it need not rerender on every
  // click.
  const change = useCallback(
    (patch: Partial<Search>, { replace = false } = {}) =>
      void navigate({
        // The route stays; only its search changes, and the route's own schema validates it again.
        to: '.',
        search: (previous) => ({ ...previous, ...patch }),
        replace,
        resetScroll: false,
        // A dialog that closes itself this way has already asked about unsaved values.
        ignoreBlocker: true,
      }),
    [navigate],
  )
  return [search, change] as const
}
