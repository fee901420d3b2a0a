import { useQuery } from '@tanstack/react-query'
import type { WebhookDetails } from '#shared/features/operate/webhooks/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { Count } from '#web/ui/cells/count.tsx'
import { Moment, RelativeTime } from '#web/ui/cells/moment.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { boardName, FAILURES } from './messages.ts'
import { webhookQuery } from './queries.ts'
import { useWebhookControl } from './use-webhook-control.ts'
import { WebhookBadge } from './webhook-badge.tsx'
import { WebhookHoursChart } from './webhook-hours-chart.tsx'

const WIDTH = 520

function Facts({ details }: { details: WebhookDetails }) {
  const { state, started_at: startedAt, started_by: startedBy, last_event_at: lastAt } = details
  return (
    <>
      <dl className="webhook-facts">
        <dt>State</dt>
        <dd>
          <WebhookBadge state={state} />
        </dd>
        <dt>Started</dt>
        <dd>
          <Moment moment={startedAt} />, {startedBy ?? 'automatically'}
        </dd>
        <dt>Last event</dt>
        <dd>{lastAt ? <RelativeTime moment={lastAt} /> : 'None yet'}</dd>
        <dt>Events, {countedIn(details.event_days, 'day')}</dt>
        <dd>
          <Count value={details.events} />
        </dd>
        <dt>Refused, bad signature</dt>
        <dd>
          <Count value={details.refused} />
        </dd>
        <dt>Board</dt>
        <dd className="tabular">{details.gid}</dd>
        {details.error && (
          <>
            <dt>Error</dt>
            <dd className="tone-bad">{details.error}</dd>
          </>
        )}
      </dl>
      <WebhookHoursChart hours={details.hours} />
    </>
  )
}

/** The details of a board's webhook, with a button to reset it. */
export function WebhookDialog({ gid, onClose }: { gid: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(webhookQuery(gid))
  const name = data?.site.display_name ?? ''
  const { press, isPending } = useWebhookControl(name)
  return (
    <Dialog
      open
      width={WIDTH}
      title={data ? boardName({ site: name, kind: data.type }) : 'Webhook'}
      onClose={onClose}
      busy={isPending}
      submitText="Reset"
      cancelText="Close"
      onSubmit={data ? () => press({ gid, kind: data.type, isActive: true }) : undefined}
    >
      {data ? (
        <Facts details={data} />
      ) : error ? (
        <Failed title={FAILURES.details} message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  )
}
