import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { ChevronDown } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import type { MarketplaceProduct } from '#shared/features/opportunities/contract.ts'
import { useMay } from '#web/api/session.ts'
import { ClickMenu } from '#web/ui/click-menu.tsx'
import { notify } from '#web/ui/notify.ts'
import { USE } from './messages.ts'

async function copyAsin(asin: string) {
  try {
    await navigator.clipboard.writeText(asin)
    notify({ kind: 'success', title: `Copied ${asin}.` })
  } catch {
    // The browser blocks the clipboard: the user copies the ASIN from the notice.
    notify({ kind: 'info', title: asin })
  }
}

interface ProductMenuProps {
  product: MarketplaceProduct
  onRequest: (product: MarketplaceProduct) => void
}

/** The actions on a product. */
export function ProductMenu({ product, onRequest }: ProductMenuProps) {
  const mayRequest = useMay('CreateArticle')
  const mayReplace = useMay('ViewKeywords')
  return (
    <ClickMenu
      placement="bottomRight"
      items={[
        ...(mayRequest ? [{ key: 'request', label: USE.request, onClick: () => onRequest(product) }] : []),
        ...(mayReplace
          ? [{ key: 'replace', label: <Link to={SCREENS.oosReport.path}>{USE.replace}</Link> }]
          : []),
        { key: 'copy', label: USE.copy, onClick: () => void copyAsin(product.asin) },
      ]}
    >
      <Button
        size="small"
        className="use-product"
        aria-label={`${USE.label}: ${product.name}`}
        icon={<ChevronDown size={14} aria-hidden="true" />}
        iconPlacement="end"
      >
        {USE.label}
      </Button>
    </ClickMenu>
  )
}
