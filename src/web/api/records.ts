import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'

interface Versioned {
  version: number
}

interface Entry {
  /** The server's response to this browser's latest change. */
  answer?: Versioned
  /** The latest queued change, while it is in progress. */
  last?: Promise<unknown>
}

/** A change that was queued behind one that the server refused. */
export class ChangeNotSent extends Error {
  constructor() {
    super('The previous change was refused, so we didn’t send this one.')
    this.name = 'ChangeNotSent'
  }
}

/** Per client, so that the next session does not see the changes of this one. */
const entries = new WeakMap<QueryClient, Map<string, Entry>>()

function entryOf(queries: QueryClient, key: string): Entry {
  const known = entries.get(queries) ?? new Map<string, Entry>()
  entries.set(queries, known)
  const entry = known.get(key) ?? {}
  known.set(key, entry)
  return entry
}

/**
 * The versions of one kind of record. After a change, a list holds the old version until it is refetched; a
 * second change based on that would conflict with the first.
 */
export function useRecords<Row extends Versioned>(kind: string, idOf: (row: Row) => number) {
  const queries = useQueryClient()
  return useMemo(() => {
    const entryFor = (row: Row) => entryOf(queries, `${kind} ${idOf(row)}`)
    const keep = (answer: Row | null) => {
      if (answer) entryFor(answer).answer = answer
    }
    /** The row as in the list, or after a change by this browser, whichever is newer. */
    const newest = (row: Row): Row => {
      const { answer } = entryFor(row)
      return answer && answer.version > row.version ? { ...row, ...answer } : row
    }
    /** Sends a change after the queued ones before it have finished; rejects if one of them was refused. */
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
