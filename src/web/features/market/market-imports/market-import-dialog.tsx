import { useQueryClient } from '@tanstack/react-query'
import { type MarketImport, marketImportEndpoints } from '#shared/features/market/market-imports/contract.ts'
import { upload } from '#web/api/client.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { FileDropPanel } from '../../keywords/keyword-uploads/file-drop-panel.tsx'
import { RefusalsPanel } from '../../keywords/keyword-uploads/refusals-panel.tsx'
import { OPPORTUNITIES } from '../../keywords/opportunities/queries.ts'
import { PRODUCTS_FOUND } from '../product-search/queries.ts'
import { FILE_WORDS, importedWords, type MarketFile, NOTHING_IMPORTED, refusedWords } from './messages.ts'

function Outcome({ file, result }: { file: MarketFile; result: MarketImport }) {
  const { saved, refused, errors, damage } = result
  const isClean = refused === 0 && damage === null
  return (
    <>
      <Alert
        kind={saved > 0 && isClean ? 'good' : 'warn'}
        title={saved > 0 ? importedWords(file, result) : NOTHING_IMPORTED}
      >
        {damage}
        {refused > 0 && <p>{refusedWords(refused)}</p>}
      </Alert>
      {refused > 0 && <RefusalsPanel summary={{ errors, invalid: refused }} />}
    </>
  )
}

interface MarketImportDialogProps {
  file: MarketFile
  onClose: () => void
}

/** Imports market data or products from a file. */
export function MarketImportDialog({ file, onClose }: MarketImportDialogProps) {
  const queries = useQueryClient()
  const sending = useMutation({
    mutationFn: (chosen: File) => upload(marketImportEndpoints[file], {}, chosen),
  })
  // Only when closing, because the loaded list replaces the screen that opened the dialog.
  const close = () => {
    onClose()
    if (!sending.data?.saved) return
    for (const queryKey of [OPPORTUNITIES, PRODUCTS_FOUND]) void queries.invalidateQueries({ queryKey })
  }
  const { title, about } = FILE_WORDS[file]
  return (
    <Dialog open title={title} cancelText="Done" busy={sending.isPending} onClose={close}>
      <div className="stack bounded gap-12">
        <p>{about}</p>
        <FileDropPanel isBusy={sending.isPending} onFile={sending.mutate} />
        <div className="stack bounded gap-12" aria-live="polite">
          {sending.isPending && <p className="meta">Importing …</p>}
          {sending.error && <Alert kind="bad" title={sending.error.message} />}
          {sending.data && <Outcome file={file} result={sending.data} />}
        </div>
      </div>
    </Dialog>
  )
}
