import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  OPPORTUNITIES_PAGE_SIZE,
  type Opportunity,
  type OpportunityPage,
} from '#shared/features/keywords/opportunities/contract.ts'
import type { Country } from '#shared/features/keywords/opportunities/rules.ts'
import { useMay } from '#web/api/session.ts'
import { Count } from '#web/ui/cells/count.tsx'
import { useContentWidth } from '#web/ui/hooks/use-content-width.ts'
import { NARROW, useMedia } from '#web/ui/hooks/use-media.ts'
import { Button } from '#web/ui/input/button.tsx'
import type { RowKey, TableColumn } from '#web/ui/list/column.ts'
import { isFiltered } from '#web/ui/list/filters.ts'
import { fitting, type LeftOutByRoom } from '#web/ui/list/fitting.ts'
import { List, type ListOf, type ListPage } from '#web/ui/list/list.tsx'
import { CompetitionBadge } from './competition-badge.tsx'
import { DemandCell, DemandHead, SeasonCell } from './demand-cell.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { KnownBadge } from './known-badge.tsx'
import {
  CLEAR_FILTERS,
  EMPTY_MARKET,
  FAILURES,
  FILTER_LABELS,
  keywordsOf,
  noMatchWords,
  priceIn,
} from './messages.ts'
import { OpportunityMenu, type OpportunitySteps } from './opportunity-menu.tsx'
import { PublishCell } from './publish-cell.tsx'
import { ScoreCell } from './score-cell.tsx'
import { FILTERED, filtersInForce, type OpportunitiesSearch, without } from './search.ts'
import { TrendBadge } from './trend-badge.tsx'

const UNKNOWN = <span className="quiet">-</span>

const IDENTITY: readonly TableColumn<Opportunity>[] = [
  {
    key: 'name',
    title: 'Keyword',
    place: 'name',
    sortable: true,
    required: true,
    fixed: 'left',
    render: ({ name, category, keyword_url: address }) => (
      <span className="two-lines opportunity-name">
        <a
          href={address}
          target="_blank"
          rel="noreferrer"
          title={`See the marketplace’s results for ${name}`}
        >
          {name}
        </a>
        <span className="meta">{category}</span>
      </span>
    ),
  },
  {
    key: 'opportunityScore',
    title: 'Score',
    place: 'figure',
    sortable: true,
    render: ({ opportunityScore }) => <ScoreCell score={opportunityScore} />,
  },
  {
    key: 'estimatedExactSearchVolume',
    title: 'Volume',
    place: 'note',
    sortable: true,
    numeric: true,
    render: (row) => (
      <span className="two-lines">
        <Count value={row.estimatedExactSearchVolume} />
        <TrendBadge value={row.monthlyTrend} />
      </span>
    ),
  },
  {
    key: 'quarterlyTrend',
    title: 'Quarter',
    sortable: true,
    numeric: true,
    labelled: true,
    render: ({ quarterlyTrend }) => <TrendBadge value={quarterlyTrend} />,
  },
  {
    key: 'avgUnitsSold',
    title: 'Units sold',
    sortable: true,
    numeric: true,
    labelled: true,
    render: ({ avgUnitsSold: units }) => (units === null ? UNKNOWN : <Count value={units} />),
  },
]

const priceOf = (country: Country): TableColumn<Opportunity> => ({
  key: 'avgPrice',
  title: 'Avg. price',
  sortable: true,
  numeric: true,
  labelled: true,
  render: ({ avgPrice }) => (avgPrice === null ? UNKNOWN : priceIn(country, avgPrice)),
})

const DEMAND: readonly TableColumn<Opportunity>[] = [
  {
    key: 'competition',
    title: 'Competition',
    sortable: true,
    labelled: true,
    render: ({ competition }) => <CompetitionBadge value={competition} />,
  },
  {
    key: 'classification5',
    title: 'Seasonality',
    render: ({ classification5, peakWeek }) => (
      <SeasonCell classification={classification5} peakWeek={peakWeek} />
    ),
  },
  {
    key: 'demand',
    title: 'Demand',
    head: <DemandHead />,
    width: 160,
    render: ({ demand, peakWeek, publish_by: publishBy }) => (
      <DemandCell digits={demand} peakWeek={peakWeek} by={publishBy} />
    ),
  },
  {
    key: 'publishBy',
    title: 'Publish',
    sortable: true,
    render: (row) => <PublishCell row={row} />,
  },
]

const actionsOf = (steps: OpportunitySteps | null): TableColumn<Opportunity> => ({
  key: 'actions',
  title: 'Actions',
  place: 'state',
  required: true,
  fixed: 'right',
  width: steps ? 168 : 132,
  render: ({ name, keyword_id: id, ours }) => (
    <span className="opportunity-actions row justify-end gap-4">
      <KnownBadge name={name} keywordId={id} ours={ours} />
      {steps && <OpportunityMenu name={name} {...steps} />}
    </span>
  ),
})

/** Columns without room are available in the column chooser. */
const LEFT_OUT: LeftOutByRoom = {
  wide: ['quarterlyTrend'],
  medium: ['quarterlyTrend', 'avgUnitsSold', 'avgPrice'],
  tight: ['quarterlyTrend', 'avgUnitsSold', 'avgPrice', 'classification5', 'competition'],
}

/** A card of two lines: the other values are in the details. */
const ON_PHONE = ['name', 'opportunityScore', 'publishBy', 'actions']

const cardOf = (columns: readonly TableColumn<Opportunity>[]): TableColumn<Opportunity>[] =>
  columns
    .filter(({ key }) => ON_PHONE.includes(key))
    .map((column) => (column.key === 'publishBy' ? { ...column, place: 'note' } : column))

const noMatch = (search: OpportunitiesSearch) => noMatchWords(filtersInForce(search).length)

const OPPORTUNITIES: ListOf<Opportunity, OpportunitiesSearch> = {
  name: 'opportunities',
  label: 'Keyword Opportunities',
  ...FILTERED,
  size: OPPORTUNITIES_PAGE_SIZE,
  rowHeight: 52,
  rowKey: ({ name }) => name,
  failTitle: FAILURES.list,
  empty: EMPTY_MARKET,
  unmatched: { text: noMatch, clear: CLEAR_FILTERS },
}

interface RelaxProps {
  search: OpportunitiesSearch
  choices: OpportunityPage['without']
  onChange: (patch: Partial<OpportunitiesSearch>) => void
}

const MOST_CHOICES = 3

/** The filters whose removal would add the most keywords, each with the number. */
function Relax({ search, choices, onChange }: RelaxProps) {
  return (
    <>
      {noMatch(search)}
      <span className="cluster align-stretch justify-center gap-8 mt-12">
        {choices.slice(0, MOST_CHOICES).map(({ filter, count }) => (
          <Button key={filter} onClick={() => onChange(without(filter))}>
            Without “{FILTER_LABELS[filter]}”: {keywordsOf(count)}
          </Button>
        ))}
      </span>
    </>
  )
}

interface OpportunitiesTableProps extends OpportunitySteps {
  search: OpportunitiesSearch
  onChange: (patch: Partial<OpportunitiesSearch>) => void
  query: UseQueryResult<ListPage<Opportunity> & Pick<OpportunityPage, 'without'> & LeadKnown>
  selected: readonly string[]
  onSelect: (names: string[]) => void
}

const names = (keys: readonly RowKey[]) => keys.map(String)

/** The lead times by which the loaded page was computed. */
interface LeadKnown {
  lead: OpportunityPage['lead'] | null
}

/** The market's keywords that match the filters. A row opens to its charts and products. */
export function OpportunitiesTable(props: OpportunitiesTableProps) {
  const { search, onChange, query, selected, onSelect, onPlan, onRequest } = props
  const { region } = search
  const mayRequest = useMay('CreateArticle')
  const steps = useMemo(() => (mayRequest ? { onPlan, onRequest } : null), [mayRequest, onPlan, onRequest])
  const isNarrow = useMedia(NARROW)
  const room = useContentWidth()
  const columns = useMemo(() => {
    const all = fitting([...IDENTITY, priceOf(region), ...DEMAND, actionsOf(steps)], room, LEFT_OUT)
    return isNarrow ? cardOf(all) : all
  }, [region, room, isNarrow, steps])
  const choices = query.data?.without ?? []
  const of: typeof OPPORTUNITIES =
    choices.length > 0 && isFiltered(OPPORTUNITIES, search)
      ? {
          ...OPPORTUNITIES,
          unmatched: {
            text: <Relax search={search} choices={choices} onChange={onChange} />,
            clear: CLEAR_FILTERS,
          },
        }
      : OPPORTUNITIES
  return (
    <div className="opportunities">
      <List
        of={of}
        search={search}
        onChange={onChange}
        query={query}
        columns={columns}
        expand={{
          render: (row) => (
            <DetailsPanel row={row} country={region} lead={query.data?.lead ?? null} steps={steps} />
          ),
          keys: search.open === undefined ? [] : [search.open],
          onChange: (keys) => onChange({ open: names(keys).findLast((key) => key !== search.open) }),
        }}
        selection={{
          keys: selected,
          onChange: (keys) => onSelect(names(keys)),
          nameOf: ({ name }) => name,
          isOff: ({ keyword_id: id }) => id !== undefined,
        }}
      />
    </div>
  )
}
