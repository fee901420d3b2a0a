import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FlaskConical, Import, Pencil } from 'lucide-react'
import { useMemo } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { ManagedSite } from '#shared/features/ground/sites/contract.ts'
import { useMay } from '#web/api/session.ts'
import { Count } from '#web/ui/cells/count.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { useContentWidth } from '#web/ui/hooks/use-content-width.ts'
import { Button } from '#web/ui/input/button.tsx'
import type { CardPlace, TableColumn } from '#web/ui/list/column.ts'
import { List, type ListOf } from '#web/ui/list/list.tsx'
import { EMPTY, FAILURES } from './messages.ts'
import { SitesSearch } from './search.ts'
import { WebhookCell } from './webhook-cell.tsx'

const LOGO = 28
/** All sites fit on one page: there are only a few. */
const MOST = 1000
const USUAL = 8

const SITES: ListOf<ManagedSite, SitesSearch> = {
  name: 'sites',
  label: 'Sites',
  address: SitesSearch,
  size: MOST,
  usual: USUAL,
  rowKey: ({ site_id: id }) => id,
  rowHeight: 56,
  failTitle: FAILURES.list,
  empty: EMPTY,
}

const hostOf = (url: string) => url.replace(/^https?:\/\//, '')

function SiteName({ site }: { site: ManagedSite }) {
  return (
    <span className="site-name row gap-10 shrinkable">
      <img src={site.logo_url} alt="" width={LOGO} height={LOGO} />
      <span className="column shrinkable">
        <span className="site-title row gap-6 medium">
          {site.display_name}
          {site.sandbox && (
            <FlaskConical size={14} role="img" aria-label="Sandbox" className="tone-warn">
              <title>Sandbox: for testing only</title>
            </FlaskConical>
          )}
          {site.retired && <StatusBadge label="Retired" mark="hollow" />}
        </span>
        <a className="meta" href={site.url} target="_blank" rel="noopener noreferrer">
          {hostOf(site.url)}
          <span className="visually-hidden"> opens in a new tab</span>
        </a>
      </span>
    </span>
  )
}

const counts: readonly TableColumn<ManagedSite>[] = [
  {
    key: 'keywordsCount',
    title: 'Keywords',
    sortable: true,
    numeric: true,
    labelled: true,
    required: true,
    render: ({ site_id: id, keywordsCount }) => (
      <Link to={SCREENS.keywords.path} search={{ sites: [id] }}>
        <Count value={keywordsCount} />
      </Link>
    ),
  },
  {
    key: 'articlesCount',
    title: 'Articles',
    sortable: true,
    numeric: true,
    labelled: true,
    required: true,
    render: ({ site_id: id, articlesCount }) => (
      <Link to={SCREENS.articles.path} search={{ site: [id] }}>
        <Count value={articlesCount} />
      </Link>
    ),
  },
]

interface SitesTableProps {
  search: SitesSearch
  onChange: (patch: Partial<SitesSearch>) => void
  query: UseQueryResult<ManagedSite[]>
}

/** The actions on a site. */
function SiteActions({ site, onChange }: { site: ManagedSite; onChange: SitesTableProps['onChange'] }) {
  const { site_id: id, display_name: label } = site
  return (
    <span className="inline-cluster align-stretch justify-end gap-4">
      <Button
        size="small"
        icon={<Import size={14} aria-hidden="true" />}
        aria-label={`Posts of ${label}`}
        onClick={() => onChange({ adopt: id })}
      >
        Posts
      </Button>
      <Button
        size="small"
        icon={<Pencil size={14} aria-hidden="true" />}
        aria-label={`Edit ${label}`}
        onClick={() => onChange({ site: id })}
      >
        Edit
      </Button>
    </span>
  )
}

/** On a phone both counts share a line, each with its noun; each board gets a line of its own. */
const ON_PHONE: Readonly<Record<string, { place: CardPlace; noun?: string }>> = {
  keywordsCount: { place: 'note', noun: 'keywords' },
  articlesCount: { place: 'state', noun: 'articles' },
  content: { place: 'foot' },
}
const onPhone = (column: TableColumn<ManagedSite>): TableColumn<ManagedSite> => {
  const { place, noun } = ON_PHONE[column.key] ?? {}
  if (place === undefined) return column
  if (noun === undefined) return { ...column, place }
  return {
    ...column,
    place,
    labelled: false,
    render: (site) => (
      <span className="quiet">
        {column.render(site)} {noun}
      </span>
    ),
  }
}

function useColumns(onChange: SitesTableProps['onChange']): readonly TableColumn<ManagedSite>[] {
  const mayEdit = useMay('ManageSites')
  const isPhone = useContentWidth() === 'phone'
  return useMemo(() => {
    const webhooks = (['content', 'copyboard'] as const).map(
      (kind): TableColumn<ManagedSite> => ({
        key: kind,
        title: kind === 'content' ? 'Content board webhook' : 'Copyboard webhook',
        labelled: true,
        required: true,
        render: (site) => (
          <WebhookCell site={site} kind={kind} onDetails={(webhook) => onChange({ webhook })} />
        ),
      }),
    )
    const name: TableColumn<ManagedSite> = {
      key: 'display_name',
      title: 'Name',
      place: 'name',
      sortable: true,
      required: true,
      render: (site) => <SiteName site={site} />,
    }
    const edit: TableColumn<ManagedSite> = {
      key: 'edit',
      title: 'Actions',
      place: 'figure',
      numeric: true,
      required: true,
      render: (site) => <SiteActions site={site} onChange={onChange} />,
    }
    const all = [name, ...counts, ...webhooks, ...(mayEdit ? [edit] : [])]
    return isPhone ? all.map(onPhone) : all
  }, [mayEdit, isPhone, onChange])
}

const READING = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** The rows in the address's order; ties are sorted by name. */
function inOrder(sites: readonly ManagedSite[], { sort, sortOrder }: SitesSearch): ManagedSite[] {
  const turn = sortOrder === 'asc' ? 1 : -1
  const byName = (a: ManagedSite, b: ManagedSite) => READING.compare(a.display_name, b.display_name)
  return sites.toSorted((a, b) =>
    sort === 'display_name' ? turn * byName(a, b) : turn * (a[sort] - b[sort]) || byName(a, b),
  )
}

/** All sites with their counts and the state of their webhooks. */
export function SitesTable({ search, onChange, query }: SitesTableProps) {
  const { data } = query
  const page = useMemo(() => data && { rows: inOrder(data, search), total: data.length }, [data, search])
  return (
    <List
      of={SITES}
      search={search}
      onChange={onChange}
      query={{ ...query, data: page }}
      columns={useColumns(onChange)}
    />
  )
}
