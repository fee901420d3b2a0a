import { useQuery } from '@tanstack/react-query'
import type { ReplacementRow } from '#shared/features/articles/replacements/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { Button } from '#web/ui/input/button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { outcomeWords } from './messages.ts'
import { backQuery, useUndoReplacement } from './queries.ts'

interface BackProps {
  row: ReplacementRow
  onBegun: (id: number) => void
}

function Back({ row, onBegun }: BackProps) {
  const { replacement_id: id, from, to, places } = row
  const undo = useUndoReplacement()
  const confirm = useConfirm()
  const name = from.name || from.asin
  const putBack = async () => {
    const isSure = await confirm({
      title: `Put ${name} back in ${countedIn(places.done ?? 0, 'place')}?`,
      content: 'Later edits stay as they are.',
      okText: 'Put it back',
      cancelText: 'Leave it',
    })
    if (isSure) undo.mutate(id, { onSuccess: () => onBegun(id) })
  }
  return (
    <div className="back-note cluster gap-12 row-gap-4">
      <strong>{name} is back in stock.</strong>
      <span className="meta">
        Replaced with {to.name || to.asin}: {outcomeWords(row)}.
      </span>
      <Button size="small" loading={undo.isPending} onClick={() => void putBack()}>
        Put it back
      </Button>
    </div>
  )
}

/** Replaced products that are available again, each with an undo. */
export function BackNotes({ onBegun }: { onBegun: (id: number) => void }) {
  const { data = [] } = useQuery(backQuery)
  if (data.length === 0) return null
  return (
    <section className="stack gap-6 mb-12" aria-label="Back in stock">
      {data.map((row) => (
        <Back key={row.replacement_id} row={row} onBegun={onBegun} />
      ))}
    </section>
  )
}
