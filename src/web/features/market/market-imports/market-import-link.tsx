import { useState } from 'react'
import { marketImportEndpoints } from '#shared/features/market/market-imports/contract.ts'
import { useMay } from '#web/api/session.ts'
import { Button } from '#web/ui/input/button.tsx'
import { MarketImportDialog } from './market-import-dialog.tsx'
import { IMPORT_FILE, type MarketFile } from './messages.ts'

/** The link to import a file, for users with the permission. */
export function MarketImportLink({ file }: { file: MarketFile }) {
  const [isOpen, setOpen] = useState(false)
  const isPermitted = useMay(...marketImportEndpoints[file].access)
  if (!isPermitted) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{IMPORT_FILE}</Button>
      {isOpen && <MarketImportDialog file={file} onClose={() => setOpen(false)} />}
    </>
  )
}
