import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ExportJob } from '#shared/features/ground/exports/contract.ts'
import { download } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { Button } from '#web/ui/input/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { EXPORT_FAILED } from './messages.ts'
import { noteFetched } from './use-begun.ts'

/** The download link of a finished export. */
export function DownloadLink({ job }: { job: ExportJob }) {
  const [isSaving, setSaving] = useState(false)
  const save = async ({ exportId, url, name }: ExportJob) => {
    if (url === null) return
    setSaving(true)
    await download(url)
      .then((file) => {
        saveFile(file, name)
        noteFetched(exportId)
      })
      .catch(handleError(EXPORT_FAILED))
    setSaving(false)
  }
  return (
    <Button
      type="primary"
      loading={isSaving}
      icon={<Download size={16} aria-hidden="true" />}
      onClick={() => void save(job)}
    >
      Download {job.name}
    </Button>
  )
}
