import { Play, RotateCcw } from 'lucide-react'
import type { ManagedSite } from '#shared/features/ground/sites/contract.ts'
import type { BoardKind } from '#shared/features/operate/webhooks/rules.ts'
import { useMay } from '#web/api/session.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { IconButton } from '#web/ui/input/icon-button.tsx'
import { boardName } from './messages.ts'
import { useWebhookControl } from './use-webhook-control.ts'
import { WebhookBadge } from './webhook-badge.tsx'

interface WebhookCellProps {
  site: ManagedSite
  kind: BoardKind
  onDetails: (gid: string) => void
}

const boardOf = (site: ManagedSite, kind: BoardKind) =>
  kind === 'content'
    ? { gid: site.asana_gid, webhook: site.contentWebhook }
    : { gid: site.copyboard_gid, webhook: site.copyboardWebhook }

/** The state of the webhook of a site's board, with its actions. */
export function WebhookCell({ site, kind, onDetails }: WebhookCellProps) {
  const mayManage = useMay('ManageWebhooks')
  const { press, isPending } = useWebhookControl(site.display_name)
  const { gid, webhook } = boardOf(site, kind)
  if (gid === null) return <span className="quiet">No board</span>
  const name = boardName({ site: site.display_name, kind })
  return (
    <span className="inline-cluster gap-8 row-gap-4">
      <WebhookBadge state={webhook?.state ?? null} />
      {webhook && (
        <span className="meta nowrap">
          {webhook.last_event_at ? <RelativeTime moment={webhook.last_event_at} /> : 'nothing yet'}
        </span>
      )}
      {mayManage && webhook && (
        <>
          <Button size="small" type="text" aria-label={`Details of ${name}`} onClick={() => onDetails(gid)}>
            Details
          </Button>
          <IconButton
            label={`Reset the webhook of ${name}`}
            disabled={isPending}
            onClick={() => press({ gid, kind, isActive: true })}
          >
            <RotateCcw size={14} aria-hidden="true" />
          </IconButton>
        </>
      )}
      {mayManage && !webhook && !site.retired && (
        <Button
          size="small"
          icon={<Play size={14} aria-hidden="true" />}
          loading={isPending}
          aria-label={`Start the webhook of ${name}`}
          onClick={() => press({ gid, kind, isActive: false })}
        >
          Start
        </Button>
      )}
    </span>
  )
}
