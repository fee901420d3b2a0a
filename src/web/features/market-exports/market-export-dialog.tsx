import { Button } from 'antd'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ExportJob } from '#shared/features/exports/contract.ts'
import { ExportDialog } from '../exports/export-dialog.tsx'

const EXPORT = 'Export CSV'

interface MarketExportDialogProps {
  title: string
  about: string
  /** The filters and the order of the list. */
  request: unknown
  start: () => Promise<ExportJob | null>
}

/** Exports what a list of the market finds. */
export function MarketExportDialog(props: MarketExportDialogProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        aria-label={EXPORT}
        title={EXPORT}
        icon={<Download size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      {isOpen && <ExportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
