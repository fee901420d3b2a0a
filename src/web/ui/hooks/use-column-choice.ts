import { useMemo, useState } from 'react'

interface Choosable {
  key: string
  required?: boolean
  hidden?: boolean
  leftOut?: boolean
}

export interface ColumnChoice {
  isShown: (key: string) => boolean
  /** Columns hidden only for lack of room, without a choice by the user. */
  leftOut: readonly string[]
  toggle: (key: string) => void
  reset: () => void
}

const storageKey = (table: string) => `copydesk.columns.${table}`

function read(table: string): Record<string, boolean> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(table)) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, boolean>) : {}
  } catch {
    return {}
  }
}

/**
 * The visible columns of a table, stored under the table's name. The column that the rows are sorted by is not hidden
 * for lack of room.
 */
export function useColumnChoice(table: string, all: readonly Choosable[], sorted?: string): ColumnChoice {
  const [kept, setKept] = useState(() => read(table))
  return useMemo(() => {
    const columns = all.map((each) =>
      each.leftOut && each.key === sorted ? { ...each, hidden: false, leftOut: false } : each,
    )
    const keep = (next: Record<string, boolean>) => {
      setKept(next)
      try {
        localStorage.setItem(storageKey(table), JSON.stringify(next))
      } catch {
        // Without storage the choice lasts until the page is left.
      }
    }
    const isShown = (key: string) => {
      const column = columns.find((each) => each.key === key)
      return column?.required === true || (kept[key] ?? column?.hidden !== true)
    }
    return {
      isShown,
      leftOut: columns.flatMap(({ key, leftOut }) => (leftOut && kept[key] === undefined ? [key] : [])),
      toggle: (key) => keep({ ...kept, [key]: !isShown(key) }),
      reset: () => keep({}),
    }
  }, [table, all, kept, sorted])
}
