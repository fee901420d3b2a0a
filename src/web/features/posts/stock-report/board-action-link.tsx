import { FilePen, Replace, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StockReportProduct } from '#shared/features/posts/stock-report/contract.ts'
import { Button } from '#web/ui/input/button.tsx'
import { isDrafted, REQUEST_EDITS, UPDATES } from './messages.ts'
import { OpenUpdateLink } from './open-update-link.tsx'
import { RequestEdits } from './request-edits-link.tsx'

interface BoardActionProps {
  product: StockReportProduct
  onReplace: (asin: string) => void
  isOpen: boolean
  /** Opens the row to its posts, or closes it. */
  onOpen: (asin: string) => void
}

/** Whether a replacement is the next step for a product; otherwise its posts already have updates. */
export const leadsToPanel = ({ posts, rows }: StockReportProduct): boolean =>
  rows.length < posts || rows.some((row) => !isDrafted(row) && (row.is_here || row.update === null))

/** The next step for a product, by what its posts allow. */
export function BoardAction({ product, onReplace, isOpen, onOpen }: BoardActionProps) {
  const { asin, title, posts, rows } = product
  const [only] = rows
  if (only && posts === 1 && only.update !== null) return <OpenUpdateLink row={only} label={UPDATES.open} />
  if (only && posts === 1 && !only.is_here) return <RequestEdits row={only} onReplace={onReplace} />
  const action = (label: string, icon: ReactNode, act: (of: string) => void, expanded?: boolean) => (
    <Button
      size="small"
      className="replace-button"
      icon={icon}
      aria-label={`${label} ${title || asin}`}
      aria-expanded={expanded}
      onClick={() => act(asin)}
    >
      {label}
    </Button>
  )
  const open = rows.filter((row) => !isDrafted(row))
  if (rows.length < posts || open.some(({ is_here: isHere }) => isHere))
    return action('Replace', <Replace size={14} aria-hidden="true" />, onReplace)
  if (open.some(({ update }) => update === null))
    return action(REQUEST_EDITS, <Send size={14} aria-hidden="true" />, onReplace)
  return action(
    open.length === 0 ? UPDATES.seeDrafts : UPDATES.seeUpdates,
    <FilePen size={14} aria-hidden="true" />,
    onOpen,
    isOpen,
  )
}
