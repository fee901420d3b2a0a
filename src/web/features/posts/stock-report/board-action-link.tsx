import { Button } from 'antd'
import { FilePen, Replace, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StockReportProduct } from '#shared/features/posts/stock-report/contract.ts'
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
export const leadsToPanel = ({ POSTS, ROWS }: StockReportProduct): boolean =>
  ROWS.length < POSTS || ROWS.some((row) => !isDrafted(row) && (row.IS_HERE || row.UPDATE === null))

/** The next step for a product, by what its posts allow. */
export function BoardAction({ product, onReplace, isOpen, onOpen }: BoardActionProps) {
  const { ASIN, TITLE, POSTS, ROWS } = product
  const [only] = ROWS
  if (only && POSTS === 1 && only.UPDATE !== null) return <OpenUpdateLink row={only} label={UPDATES.open} />
  if (only && POSTS === 1 && !only.IS_HERE) return <RequestEdits row={only} onReplace={onReplace} />
  const action = (label: string, icon: ReactNode, act: (asin: string) => void, expanded?: boolean) => (
    <Button
      size="small"
      className="replace-button"
      icon={icon}
      aria-label={`${label} ${TITLE || ASIN}`}
      aria-expanded={expanded}
      onClick={() => act(ASIN)}
    >
      {label}
    </Button>
  )
  const open = ROWS.filter((row) => !isDrafted(row))
  if (ROWS.length < POSTS || open.some(({ IS_HERE }) => IS_HERE))
    return action('Replace', <Replace size={14} aria-hidden="true" />, onReplace)
  if (open.some(({ UPDATE }) => UPDATE === null))
    return action(REQUEST_EDITS, <Send size={14} aria-hidden="true" />, onReplace)
  return action(
    open.length === 0 ? UPDATES.seeDrafts : UPDATES.seeUpdates,
    <FilePen size={14} aria-hidden="true" />,
    onOpen,
    isOpen,
  )
}
