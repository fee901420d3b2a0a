import { useState } from 'react'
import { countedIn } from '#shared/format/count.ts'
import { bar } from '#web/ui/feedback/notice-place.ts'
import { Button } from '#web/ui/input/button.tsx'
import { KeywordPreviewDialog } from './keyword-preview-dialog.tsx'
import type { ChangedKeywords } from './use-changed-keywords.ts'
import { useSaveKeywords } from './use-save-keywords.ts'

interface ChangedKeywordsPanelProps {
  changed: ChangedKeywords
  onSaved: () => void
}

/** Shown while there are unsaved keywords: their number and actions. */
export function ChangedKeywordsPanel({ changed, onSaved }: ChangedKeywordsPanelProps) {
  const { save, isBusy } = useSaveKeywords(changed, onSaved)
  const [isPreviewed, setPreviewed] = useState(false)
  const { changes, discard } = changed
  if (changes.size === 0) return null
  const all = [...changes.values()]
  const sites = new Set(all.map(({ siteCode }) => siteCode)).size
  const failed = all.filter(({ error }) => error !== null).length
  return (
    <section className="rows-bar row gap-8" aria-label="Changed keywords" {...bar}>
      <p>
        <strong>{countedIn(changes.size, 'keyword')} changed</strong>{' '}
        <span className="quiet">
          on {countedIn(sites, 'site')}; each change is logged and can be undone
          {failed > 0 && `; couldn’t save ${failed}`}
        </span>
      </p>
      <Button type="text" disabled={isBusy} onClick={discard}>
        Discard
      </Button>
      <Button disabled={isBusy} onClick={() => setPreviewed(true)}>
        Preview
      </Button>
      <Button type="primary" loading={isBusy} onClick={save}>
        Save {changes.size}
      </Button>
      {isPreviewed && (
        <KeywordPreviewDialog
          changed={changed}
          isBusy={isBusy}
          onSave={() => {
            setPreviewed(false)
            save()
          }}
          onClose={() => setPreviewed(false)}
        />
      )}
    </section>
  )
}
