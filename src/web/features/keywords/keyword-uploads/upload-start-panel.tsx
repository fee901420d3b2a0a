import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { templateOf } from '#shared/features/keywords/keyword-uploads/rules.ts'
import { Button } from '#web/ui/input/button.tsx'
import { Checkbox } from '#web/ui/input/checkbox.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { sitesQuery } from '../../ground/sites/queries.ts'
import { FileDropPanel } from './file-drop-panel.tsx'

interface UploadStartPanelProps {
  isBusy: boolean
  isPreviewed: boolean
  onPreviewed: (isPreviewed: boolean) => void
  onFile: (file: File) => void
}

/** The accepted files, and the place to choose or drop one. */
export function UploadStartPanel({ isBusy, isPreviewed, onPreviewed, onFile }: UploadStartPanelProps) {
  const { data: sites } = useQuery(sitesQuery)
  const saveTemplate = () =>
    saveFile(
      new Blob([templateOf(sites?.[0]?.code)], { type: 'text/csv;charset=utf-8' }),
      'keywords-template.csv',
    )
  return (
    <div className="sheet upload-sheet">
      <p>
        A CSV file with a column <code>keyword</code>, or one keyword per line. Columns <code>tags</code>,{' '}
        <code>sites</code> and <code>tracked</code> are also read. Existing keywords are counted and left as
        they are.
      </p>
      <p>
        Exports of Search Console, Ahrefs, Semrush and Keyword Planner are recognised. For any other file
        we’ll ask you to match the columns.
      </p>
      <FileDropPanel isBusy={isBusy} onFile={onFile} />
      <div className="upload-ways cluster between gap-16 row-gap-8">
        <Checkbox checked={isPreviewed} onChange={(event) => onPreviewed(event.target.checked)}>
          Preview first: see what would be added, repeated and refused before saving
        </Checkbox>
        <Button type="link" icon={<Download size={14} aria-hidden="true" />} onClick={saveTemplate}>
          Download a template
        </Button>
      </div>
    </div>
  )
}
