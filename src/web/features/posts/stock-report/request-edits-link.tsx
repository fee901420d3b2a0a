import { Send } from 'lucide-react'
import type { StockReportRow } from '#shared/features/posts/stock-report/contract.ts'
import { useMay } from '#web/api/session.ts'
import { Button } from '#web/ui/input/button.tsx'
import { REQUEST_EDITS } from './messages.ts'

interface RequestEditsProps {
  row: StockReportRow
  onReplace: (asin: string) => void
}

/** Opens the panel in which a replacement is chosen, so that the request says what to put into the post. */
export function RequestEdits({ row, onReplace }: RequestEditsProps) {
  const { ASIN, TITLE, is_article: isArticle, update } = row
  const mayCreate = useMay('CreateArticle')
  if (isArticle || update !== null || !mayCreate) return null
  return (
    <Button
      size="small"
      className="request-edits"
      icon={<Send size={14} aria-hidden="true" />}
      // The panel is about every post of the product.
      aria-label={`${REQUEST_EDITS} ${TITLE || ASIN}`}
      onClick={() => onReplace(ASIN)}
    >
      {REQUEST_EDITS}
    </Button>
  )
}
