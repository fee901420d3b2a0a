import { useState } from 'react'
import { handleError } from '#web/api/handle-error.ts'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { keywordsOf, type Total } from '../keyword-changes/messages.ts'
import { FAILURES } from './messages.ts'
import { downloadKeywords } from './queries.ts'
import type { KeywordsSearch } from './search.ts'

/** Exports everything that matches the filters, after a confirmation. */
export function useCsvExport(search: KeywordsSearch, { total, isMore }: Total) {
  const confirm = useConfirm()
  const [isBusy, setBusy] = useState(false)
  const start = async () => {
    const agreed = await confirm({
      title: 'CSV Export',
      content: `A file keywords.csv with the ${keywordsOf(total, isMore)} matching the filters, in this order.`,
      okText: 'Export',
    })
    if (!agreed) return
    setBusy(true)
    await downloadKeywords(search)
      .then((file) => saveFile(file, 'keywords.csv'), handleError(FAILURES.download))
      // An error while saving the downloaded file is a different matter.
      .catch(handleError(FAILURES.export))
    setBusy(false)
  }
  return { start, isBusy }
}
