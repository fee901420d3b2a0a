import { Undo2 } from 'lucide-react'
import { counted, countedIn } from '#shared/format/count.ts'
import { Button } from '#web/ui/input/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { SiteCodeBadge } from '../../ground/sites/site-code-badge.tsx'
import type { ChangedKeywords } from './use-changed-keywords.ts'

interface KeywordPreviewDialogProps {
  changed: ChangedKeywords
  isBusy: boolean
  onSave: () => void
  onClose: () => void
}

/** Previews the changes that will be written to each site. */
export function KeywordPreviewDialog({ changed, isBusy, onSave, onClose }: KeywordPreviewDialogProps) {
  const { changes, undo } = changed
  const all = [...changes.values()].toSorted((one, other) => one.siteCode.localeCompare(other.siteCode))
  return (
    <Dialog
      open
      title={`${countedIn(all.length, 'keyword')} to be saved`}
      onClose={onClose}
      onSubmit={onSave}
      submitText={`Save ${all.length}`}
      busy={isBusy}
      submitDisabled={all.length === 0}
    >
      <p className="quiet">
        This replaces each post’s focus keyword, here and on its site. Nothing else in the post changes.
      </p>
      <ul className="gsc-preview stack">
        {all.map(({ key, siteCode, title, before, after, clicks, clicksBefore, error }) => (
          <li key={key}>
            <SiteCodeBadge code={siteCode} />
            <div>
              <span className="small quiet">{title}</span>
              <span className="stack">
                <strong>{after}</strong> {before !== null && <s className="meta">{before}</s>}
              </span>
              {error !== null && <span className="caption bad-text">{error}</span>}
            </div>
            <span className="quiet tabular">
              {counted(clicksBefore ?? 0)} → {counted(clicks)} clicks
            </span>
            <Button
              type="text"
              size="small"
              aria-label={`Undo the change of ${title}`}
              icon={<Undo2 size={14} aria-hidden="true" />}
              onClick={() => undo(key)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
