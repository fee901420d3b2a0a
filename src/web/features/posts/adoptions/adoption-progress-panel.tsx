import { Progress } from 'antd'
import type { Adoption } from '#shared/features/posts/adoptions/contract.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { GOES_ON, percentOf, progressWords, stopQuestion } from './messages.ts'
import { useStopAdoption } from './queries.ts'

interface AdoptionProgressPanelProps {
  siteId: number
  siteName: string
  run: Adoption
}

/** The progress of an import, why it waits, and a button to stop it. */
export function AdoptionProgressPanel({ siteId, siteName, run }: AdoptionProgressPanelProps) {
  const stop = useStopAdoption(siteId)
  const confirm = useConfirm()
  const press = async () => {
    if (await confirm(stopQuestion(siteName))) stop.mutate()
  }
  return (
    <section className="adoption-progress mt-16" aria-label="Progress">
      <div role="status">
        <p>{progressWords(run)}</p>
        <Progress percent={percentOf(run)} status="active" aria-label="Progress" />
      </div>
      {run.reason !== null && (
        <Alert kind="warn" title="Paused">
          {run.reason} We’ll retry automatically.
        </Alert>
      )}
      <p className="meta">
        {GOES_ON}
        <Button size="small" loading={stop.isPending} onClick={() => void press()}>
          Stop
        </Button>
      </p>
    </section>
  )
}
