import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { type MarketImport, marketImportEndpoints } from '#shared/features/market-imports/contract.ts'
import { upload } from '#web/api/client.ts'
import { useMay } from '#web/api/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FileDropPanel } from '../keyword-uploads/file-drop-panel.tsx'
import { RefusalsPanel } from '../keyword-uploads/refusals-panel.tsx'
import { OPPORTUNITIES } from '../opportunities/queries.ts'
import { PRODUCTS_FOUND } from '../product-search/queries.ts'
import {
  FILE_WORDS,
  IMPORT_FILE,
  importedWords,
  type MarketFile,
  NOTHING_IMPORTED,
  refusedWords,
} from './messages.ts'

interface MarketImportDialogProps {
  file: MarketFile
}

function Outcome({ file, result }: MarketImportDialogProps & { result: MarketImport }) {
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

/** Opens a dialog that imports market data or products from a file, for people who may. */
export function MarketImportDialog({ file }: MarketImportDialogProps) {
  const endpoint = marketImportEndpoints[file]
  const [isOpen, setOpen] = useState(false)
  const queries = useQueryClient()
  const sending = useMutation({
    mutationFn: (chosen: File) => upload(endpoint, {}, chosen),
  })
  const isPermitted = useMay(...endpoint.access)
  if (!isPermitted) return null
  const open = () => {
    sending.reset()
    setOpen(true)
  }
  // Only now, because the list that appears takes the place of the screen that asked.
  const close = () => {
    setOpen(false)
    if (!sending.data?.saved) return
    for (const queryKey of [OPPORTUNITIES, PRODUCTS_FOUND]) void queries.invalidateQueries({ queryKey })
  }
  const { title, about } = FILE_WORDS[file]
  return (
    <>
      <Button onClick={open}>{IMPORT_FILE}</Button>
      <Dialog open={isOpen} title={title} cancelText="Done" busy={sending.isPending} onClose={close}>
        <p>{about}</p>
        <FileDropPanel isBusy={sending.isPending} onFile={sending.mutate} />
        <div aria-live="polite">
          {sending.isPending && <p className="meta">Importing …</p>}
          {sending.error && <Alert kind="bad" title={sending.error.message} />}
          {sending.data && <Outcome file={file} result={sending.data} />}
        </div>
      </Dialog>
    </>
  )
}
