import type { MenuProps } from 'antd'
import { Download, Ellipsis, FileUp } from 'lucide-react'
import { useState } from 'react'
import type { ExportJob } from '#shared/features/ground/exports/contract.ts'
import { marketImportEndpoints } from '#shared/features/market/market-imports/contract.ts'
import { useMay } from '#web/api/session.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ClickMenu } from '#web/ui/overlay/click-menu.tsx'
import { ExportDialog } from '../../ground/exports/export-dialog.tsx'
import { MarketImportDialog } from './market-import-dialog.tsx'
import { EXPORT_CSV, IMPORT_FILE, type MarketFile } from './messages.ts'

interface MarketFilesMenuProps {
  /** Further items of the menu, above the files. */
  items?: NonNullable<MenuProps['items']>
  file: MarketFile
  /** No provider is connected: the data comes from files. */
  takesFiles: boolean
  exported: {
    title: string
    about: string
    /** The filters and the order of the list. */
    request: unknown
    start: () => Promise<ExportJob | null>
  }
}

/** The menu of a market list: its export, and the import of its data. */
export function MarketFilesMenu({ items = [], file, takesFiles, exported }: MarketFilesMenuProps) {
  const [open, setOpen] = useState<'import' | 'export' | null>(null)
  const mayImport = useMay(...marketImportEndpoints[file].access)
  const close = () => setOpen(null)
  const icons = { size: 16, 'aria-hidden': true } as const
  return (
    <>
      <ClickMenu
        placement="bottomRight"
        items={[
          ...items,
          {
            key: 'export',
            label: EXPORT_CSV,
            icon: <Download {...icons} />,
            onClick: () => setOpen('export'),
          },
          ...(takesFiles && mayImport
            ? [
                {
                  key: 'import',
                  label: IMPORT_FILE,
                  icon: <FileUp {...icons} />,
                  onClick: () => setOpen('import'),
                },
              ]
            : []),
        ]}
      >
        <Button aria-label="More" icon={<Ellipsis {...icons} />} />
      </ClickMenu>
      {open === 'export' && <ExportDialog {...exported} onClose={close} />}
      {open === 'import' && <MarketImportDialog file={file} onClose={close} />}
    </>
  )
}
