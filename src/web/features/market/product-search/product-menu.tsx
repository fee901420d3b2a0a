import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MenuProps } from 'antd'
import { ChevronDown, Copy, FilePen, FilePlus2, Files, Replace } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import type { MarketplaceProduct } from '#shared/features/keywords/opportunities/contract.ts'
import { useMay, useUser } from '#web/api/session.ts'
import { Button } from '#web/ui/input/button.tsx'
import { copyText } from '#web/ui/input/copy-text.ts'
import { ClickMenu } from '#web/ui/overlay/click-menu.tsx'
import { useMayReplace } from '../../articles/replacements/use-may-replace.ts'
import { UNTITLED, USE } from './messages.ts'
import { draftsQuery, draftsSearch } from './queries.ts'
import { useAddToDraft } from './use-add-to-draft.ts'

const MOST_DRAFTS = 5

/** The user's drafts as a group of the menu; none until they are read. */
function useDraftItems(product: MarketplaceProduct): NonNullable<MenuProps['items']> {
  const [mayEdit, mayList] = [useMay('CreateArticle'), useMay(...SCREENS.articles.access)]
  const mayAdd = mayEdit && mayList
  const userId = useUser()?.id
  const { data } = useQuery({ ...draftsQuery(userId), enabled: mayAdd })
  const add = useAddToDraft()
  const drafts = data?.rows.slice(0, MOST_DRAFTS) ?? []
  if (!mayAdd || drafts.length === 0) return []
  const all = {
    key: 'drafts',
    icon: <Files size={16} aria-hidden="true" />,
    label: (
      <Link to={SCREENS.articles.path} search={draftsSearch(userId)}>
        {USE.allDrafts}
      </Link>
    ),
  }
  const isCut = (data?.total ?? 0) > drafts.length
  return [
    {
      type: 'group',
      label: USE.drafts,
      children: [
        ...drafts.map(({ article_id: id, title, site }) => ({
          key: `draft ${id}`,
          icon: <FilePen size={16} aria-hidden="true" />,
          label: (
            <span className="two-lines product-draft">
              <span className="ellipsis">{title || UNTITLED}</span>
              <span className="meta">{site.display_name}</span>
            </span>
          ),
          onClick: () => add(id, product),
        })),
        ...(isCut ? [all] : []),
      ],
    },
    { type: 'divider' },
  ]
}

interface ProductMenuProps {
  product: MarketplaceProduct
  onRequest: (product: MarketplaceProduct) => void
}

/** The actions on a product. */
export function ProductMenu({ product, onRequest }: ProductMenuProps) {
  const mayRequest = useMay('CreateArticle')
  const mayOpen = useMay(...SCREENS.oosReport.access)
  const mayReplace = useMayReplace() && mayOpen
  const drafts = useDraftItems(product)
  return (
    <ClickMenu
      placement="bottomRight"
      items={[
        ...drafts,
        ...(mayRequest
          ? [
              {
                key: 'request',
                icon: <FilePlus2 size={16} aria-hidden="true" />,
                label: USE.request,
                onClick: () => onRequest(product),
              },
            ]
          : []),
        ...(mayReplace
          ? [
              {
                key: 'replace',
                icon: <Replace size={16} aria-hidden="true" />,
                label: <Link to={SCREENS.oosReport.path}>{USE.replace}</Link>,
              },
            ]
          : []),
        { type: 'divider' },
        {
          key: 'copy',
          icon: <Copy size={16} aria-hidden="true" />,
          label: USE.copy,
          onClick: () => void copyText(product.asin, `Copied ${product.asin}.`),
        },
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
