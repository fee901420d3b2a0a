import { Button } from 'antd'
import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReviewQueue } from './use-queue.ts'

/** To the article before and after this one in the queue. */
export function QueueMenu({ queue: { goOn, goBack } }: { queue: ReviewQueue }) {
  return (
    <>
      <Button
        aria-label="The article before"
        title="The article before (K)"
        icon={<ChevronUp size={16} />}
        disabled={goBack === undefined}
        onClick={goBack}
      />
      <Button
        aria-label="The next article"
        title="The next article (J)"
        icon={<ChevronDown size={16} />}
        disabled={goOn === undefined}
        onClick={goOn}
      />
    </>
  )
}
