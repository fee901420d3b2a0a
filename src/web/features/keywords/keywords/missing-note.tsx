import { Button } from '#web/ui/input/button.tsx'
import { NO_SUCH_KEYWORD } from './messages.ts'

/** The address names a keyword that does not exist. */
export function MissingNote({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <p role="alert" className="row gap-8">
      {NO_SUCH_KEYWORD(id)}
      <Button type="text" size="small" onClick={onClose}>
        Close
      </Button>
    </p>
  )
}
