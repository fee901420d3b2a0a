import { useQuery } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { useMemo } from 'react'
import {
  OPPORTUNITIES_PAGE_SIZE,
  type SearchedKeyword,
} from '#shared/features/keywords/opportunities/contract.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { dayWords } from '#shared/format/day.ts'
import { keysOf } from '#shared/format/keys.ts'
import { useMay } from '#web/api/session.ts'
import { Count } from '#web/ui/cells/count.tsx'
import { useToday } from '#web/ui/hooks/use-day.ts'
import { NARROW, useMedia } from '#web/ui/hooks/use-media.ts'
import { Button } from '#web/ui/input/button.tsx'
import { Checkbox } from '#web/ui/input/checkbox.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { List, type ListOf } from '#web/ui/list/list.tsx'
import { RequestUpdateButton } from '../../articles/revisions/request-update-menu.tsx'
import { FilterPicker } from '../../ground/filters/filter-picker.tsx'
import { SiteCodeBadge } from '../../ground/sites/site-code-badge.tsx'
import { KnownBadge } from './known-badge.tsx'
import {
  CLEAR_FILTERS,
  EMPTY_SEARCHED,
  FAILURES,
  FILTER_LABELS,
  NO_SEARCHED_MATCH,
  REQUEST,
  SEARCHED_ABOUT,
  SOURCE_LABELS,
} from './messages.ts'
import { searchedQuery } from './queries.ts'
import { SEARCHED_FILTERS, SEARCHED_LIST, type SearchedSearch } from './search.ts'

const SEARCHED: ListOf<SearchedKeyword, SearchedSearch> = {
  name: 'opportunities-searched',
  label: SOURCE_LABELS.searches,
  ...SEARCHED_LIST,
  size: OPPORTUNITIES_PAGE_SIZE,
  rowHeight: 52,
  rowKey: ({ name }) => name,
  failTitle: FAILURES.searched,
  empty: EMPTY_SEARCHED,
  unmatched: { text: NO_SEARCHED_MATCH, clear: CLEAR_FILTERS },
}

/** The post with the most impressions, and the number of other posts. */
function SeenPost({ row: { best, posts } }: { row: SearchedKeyword }) {
  return (
    <span className="row gap-8">
      <SiteCodeBadge code={best.site_code} />
      <span className="two-lines">
        {best.permalink === null ? (
          <span>{best.post_title}</span>
        ) : (
          <a href={best.permalink} target="_blank" rel="noreferrer">
            {best.post_title}
          </a>
        )}
        {posts > 1 && <span className="meta">and {countedIn(posts - 1, 'other post')}</span>}
      </span>
    </span>
  )
}

const FIGURES: readonly TableColumn<SearchedKeyword>[] = [
  {
    key: 'name',
    title: 'Query',
    place: 'name',
    sortable: true,
    required: true,
    render: ({ name }) => <strong className="medium">{name}</strong>,
  },
  {
    key: 'impressions',
    title: 'Impressions',
    place: 'figure',
    sortable: true,
    numeric: true,
    render: ({ impressions }) => <Count value={impressions} />,
  },
  {
    key: 'clicks',
    title: 'Clicks',
    sortable: true,
    numeric: true,
    labelled: true,
    render: ({ clicks }) => <Count value={clicks} />,
  },
  {
    key: 'position',
    title: 'Position',
    sortable: true,
    numeric: true,
    labelled: true,
    render: ({ position }) => position.toFixed(1),
  },
  { key: 'best', title: 'Seen by', place: 'note', render: (row) => <SeenPost row={row} /> },
]

/** A card of three lines: clicks and position share the last one with the buttons. */
const ON_PHONE: readonly TableColumn<SearchedKeyword>[] = FIGURES.flatMap((column) => {
  if (column.key === 'position') return []
  if (column.key !== 'clicks') return [column]
  return [
    {
      key: 'clicks',
      title: 'Clicks',
      sortable: true,
      place: 'foot',
      render: ({ clicks, position }) => (
        <span className="meta tabular">
          {counted(clicks)} clicks · position {position.toFixed(1)}
        </span>
      ),
    },
  ]
})

interface SearchedTableProps {
  search: SearchedSearch
  onChange: (patch: Partial<SearchedSearch>) => void
  /** Starts an article request for a query. */
  onRequest: (name: string) => void
}

/** Queries for which our posts appear although none of them targets the query. */
export function SearchedTable({ search, onChange, onRequest }: SearchedTableProps) {
  const query = useQuery(searchedQuery(search))
  const mayRequest = useMay('CreateArticle')
  const isNarrow = useMedia(NARROW)
  const columns = useMemo(
    (): TableColumn<SearchedKeyword>[] => [
      ...(isNarrow ? ON_PHONE : FIGURES),
      {
        key: 'actions',
        title: 'Actions',
        place: 'actions',
        required: true,
        fixed: 'right',
        render: ({ name, keyword_id: id, ours, best }) => (
          <span className="cluster gap-8">
            <KnownBadge name={name} keywordId={id} ours={ours} />
            {mayRequest && best.article_id !== null && (
              <RequestUpdateButton articleId={best.article_id} title={best.post_title} />
            )}
            {mayRequest && (
              <Button
                size="small"
                type="text"
                icon={<PenLine size={14} aria-hidden="true" />}
                aria-label={`${REQUEST} about ${name}`}
                onClick={() => onRequest(name)}
              >
                {!isNarrow && REQUEST}
              </Button>
            )}
          </span>
        ),
      },
    ],
    [mayRequest, onRequest, isNarrow],
  )
  const until = query.data?.until ?? null
  const today = useToday()
  return (
    <>
      <p className="meta searched-about">
        {SEARCHED_ABOUT}
        {until !== null && ` Data through ${dayWords(until, today)}.`}
      </p>
      <List
        of={SEARCHED}
        search={search}
        onChange={onChange}
        query={query}
        columns={columns}
        toolbar={
          <div className="searched-filters cluster gap-8">
            {keysOf(SEARCHED_FILTERS).map((name) => (
              <FilterPicker
                key={name}
                filters={SEARCHED_FILTERS}
                name={name}
                search={search}
                onChange={(patch) => onChange({ page: 1, ...patch })}
              />
            ))}
            <Checkbox
              checked={search.excludeExistingKeywords}
              onChange={({ target }) => onChange({ page: 1, excludeExistingKeywords: target.checked })}
            >
              {FILTER_LABELS.excludeExistingKeywords}
            </Checkbox>
          </div>
        }
      />
    </>
  )
}
