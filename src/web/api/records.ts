import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'

interface Versioned {
  version: number
}

interface Entry {
  /** What the server answered to this browser's latest change. */
  answer?: Versioned
  /** The change that was queued last, while it is on its way. */
  last?: Promise<unknown>
}

/** A change that was queued behind one that the server refused. */
export class ChangeNotSent extends Error {
  constructor() {
    super('The previous change was refused, so we didn’t send this one.')
    this.name = 'ChangeNotSent'
  }
}

/** Per client, so that what one session changed is unknown to the next. */
const entries = new WeakMap<QueryClient, Map<string, Entry>>()

function entryOf(queries: QueryClient, key: string): Entry {
  const known = entries.get(queries) ?? new Map<string, Entry>()
  entries.set(queries, known)
  const entry = known.get(key) ?? {}
  known.set(key, entry)
  return entry
}

/**
 * The versions of one kind of record. A list still holds the old version for a moment after a change; a second change
 * that named it would conflict with the first.
 */
export function useRecords<Row extends Versioned>(kind: string, idOf: (row: Row) => number) {
  const queries = useQueryClient()
  return useMemo(() => {
    const entryFor = (row: Row) => entryOf(queries, `${kind} ${idOf(row)}`)
    const keep = (answer: Row | null) => {
      if (answer) entryFor(answer).answer = answer
    }
    /** The row as a list shows it, or as a change of this browser left it, whichever is newer. */
    const newest = (row: Row): Row => {
      const { answer } = entryFor(row)
      return answer && answer.version > row.version ? { ...row, ...answer } : row
    }
    /** Sends a change once those queued before it are answered; rejects if one of them was refused. */
    const change = (row: Row, send: (newest: Row) => Promise<Row | null>): Promise<Row | null> => {
      const entry = entryFor(row)
      const before = entry.last ?? Promise.resolve()
      const turn = before.then(
        async () => {
          const answer = await send(newest(row))
          keep(answer)
          return answer
        },
        () => {
          throw new ChangeNotSent()
        },
      )
      entry.last = turn
      const end = () => {
        if (entry.last === turn) delete entry.last
      }
      turn.then(end, end)
      return turn
    }
    const isChanging = (row: Row) => entryFor(row).last !== undefined
    return { keep, newest, change, isChanging }
  }, [queries, kind, idOf])
}
