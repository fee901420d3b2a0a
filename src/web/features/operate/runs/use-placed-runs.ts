import { useState } from 'react'
import type { RunRow } from '#shared/features/operate/runs/contract.ts'
import { groupOfRun, type RunGroup } from '#shared/features/operate/runs/rules.ts'
import type { RunsSearch } from './search.ts'

/** A run in its place on the page. */
export interface PlacedRun extends RunRow {
  /** Its group when it was first shown, even if its state has changed since. */
  group: RunGroup
  /** The server no longer lists it. */
  hasEnded: boolean
}

interface Kept {
  nodes: readonly RunRow[] | undefined
  show: RunsSearch['show']
  rows: readonly PlacedRun[]
  /** What each row was made of, so that an unchanged row stays the same object. */
  sources: ReadonlyMap<string, RunRow>
}

/** Rows stay where they are, ended ones too; new ones come last. */
function merge({ rows, sources }: Kept, nodes: readonly RunRow[], show: RunsSearch['show']): Kept {
  const current = new Map(nodes.map((run) => [run.id, run]))
  const isKept = new Set(rows.map(({ id }) => id))
  const kept = rows.map((row): PlacedRun => {
    const run = current.get(row.id)
    if (run === undefined) return row.hasEnded ? row : { ...row, hasEnded: true, actions: [], next_at: null }
    const isSame = run === sources.get(row.id) && !row.hasEnded
    return isSame ? row : { ...run, group: row.group, hasEnded: false }
  })
  const added = nodes
    .filter(({ id, state }) => !isKept.has(id) && (show === 'all' || groupOfRun(state) === show))
    .map((run): PlacedRun => ({ ...run, group: groupOfRun(run.state), hasEnded: false }))
  return { nodes, show, rows: [...kept, ...added], sources: current }
}

const NOTHING: Pick<Kept, 'rows' | 'sources'> = { rows: [], sources: new Map() }

/** The runs of the view, each in the place that it had when the view was opened. */
export function usePlacedRuns(nodes: readonly RunRow[] | undefined, show: RunsSearch['show']) {
  const [kept, setKept] = useState<Kept>({ nodes: undefined, show, ...NOTHING })
  if (nodes === undefined) return undefined
  if (nodes === kept.nodes && show === kept.show) return kept.rows
  const next = merge(show === kept.show ? kept : { ...kept, ...NOTHING }, nodes, show)
  setKept(next)
  return next.rows
}
