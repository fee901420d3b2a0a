import { useState } from 'react'
import { z } from 'zod'

const KEY = 'copydesk.exports'
/** Its file is kept for so long. */
const KEPT_MS = 86_400_000

const Begun = z.object({ id: z.string(), begunAt: z.number() })
type Begun = z.infer<typeof Begun>
const Kept = z.record(z.string(), Begun)

const NOTHING: Begun = { id: '', begunAt: 0 }

function kept(): z.infer<typeof Kept> {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    return {}
  }
}

function keep(kind: string, begun: Begun) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), [kind]: begun }))
  } catch {
    // Without room to remember it, it is there as long as its dialog is.
  }
}

/**
 * The export of a kind that was begun last in this browser, found again by whoever comes back within a day; its `id`
 * is empty where there is none.
 */
export function useBegun(kind: string) {
  const [begun, setBegun] = useState<Begun>(() => {
    const last = kept()[kind]
    return last && Date.now() - last.begunAt < KEPT_MS ? last : NOTHING
  })
  return {
    begun,
    remember(id: string) {
      const next = { id, begunAt: Date.now() }
      keep(kind, next)
      setBegun(next)
    },
    forget() {
      keep(kind, NOTHING)
      setBegun(NOTHING)
    },
  }
}
