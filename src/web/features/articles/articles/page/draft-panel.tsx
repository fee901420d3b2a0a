import { Send, Trash2 } from 'lucide-react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { bar } from '#web/ui/feedback/notice-place.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ACTION_LABELS } from '../messages.ts'
import { useEnding } from '../use-ending.ts'

interface DraftPanelProps {
  article: Article
  onEdit: () => void
  onDone: () => void
}

/**
 * The actions on the user's own draft. Submitting needs the article dialog, which shows the preflight
 * findings.
 */
export function DraftPanel({ article, onEdit, onDone }: DraftPanelProps) {
  const { end, isPending } = useEnding()
  const remove = async () => {
    if (await end('delete', article)) onDone()
  }
  return (
    <section className="page-bar" aria-label="Draft" {...bar}>
      <div className="page-bar-line stack bounded">
        <p className="quiet">Only you can see this draft until you submit it.</p>
        <div className="page-bar-buttons">
          <Button danger icon={<Trash2 size={16} />} disabled={isPending} onClick={() => void remove()}>
            {ACTION_LABELS.delete}
          </Button>
          <Button type="primary" icon={<Send size={16} />} disabled={isPending} onClick={onEdit}>
            Edit and submit
          </Button>
        </div>
      </div>
    </section>
  )
}
