import { ChevronDown, ChevronUp } from 'lucide-react'
import { Button } from '#web/ui/input/button.tsx'
import type { ReviewQueue } from './use-queue.ts'

/** Opens the previous or next article in the queue. */
export function QueueMenu({ queue: { goOn, goBack } }: { queue: ReviewQueue }) {
  return (
    <>
      <Button
        aria-label="Previous article"
        title="Previous article (K)"
        icon={<ChevronUp size={16} />}
        disabled={goBack === undefined}
        onClick={goBack}
      />
      <Button
        aria-label="Next article"
        title="Next article (J)"
        icon={<ChevronDown size={16} />}
        disabled={goOn === undefined}
        onClick={goOn}
      />
    </>
  )
}
