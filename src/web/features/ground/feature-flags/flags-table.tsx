import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FeatureFlag, FlagUse } from '#shared/features/ground/feature-flags/contract.ts'
import { declaredFlag, settledDays, USE_FORMULAS } from '#shared/features/ground/feature-flags/rules.ts'
import { useUser } from '#web/api/session.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { useToday } from '#web/ui/hooks/use-day.ts'
import { Button } from '#web/ui/input/button.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { ClickPopover } from '#web/ui/overlay/click-popover.tsx'
import { FlagActionsCell } from './flag-actions-cell.tsx'
import { FlagNameCell, FlagTypeCell } from './flag-name-cell.tsx'
import { FlagValueCell, FlagValueText, rowKeys } from './flag-value-cell.tsx'
import { EMPTY, FAILURES, placesWords, readWords, SETTLED, settledWords, TITLES, UNREAD } from './messages.ts'
import { flagUsesQuery, watchedFlagsQuery } from './queries.ts'
import { type FlagEdit, useFlagEdit } from './use-flag-edit.ts'

const ROW_HEIGHT = 56

/** A change of the flag since it was opened here: by a colleague, or by the user elsewhere. */
function Overtaken({ flag, edit }: { flag: FeatureFlag; edit: FlagEdit }) {
  const user = useUser()
  const isOwn = flag.updated_by !== null && flag.updated_by.id === user?.id
  return (
    <span>
      {isOwn ? 'You' : (flag.updated_by?.first_name ?? 'Another user')} changed it to “{String(flag.value)}”
      {isOwn ? ' in another window.' : '.'}{' '}
      <Button type="link" size="small" onClick={() => edit.begin(flag)}>
        {isOwn ? 'Take that value' : 'Take theirs'}
      </Button>
    </span>
  )
}

/** The number of places in the code that read a flag, with their list. */
function PlacesNote({ places }: { places: readonly string[] }) {
  const list = (
    <ul>
      {places.map((place) => (
        <li key={place}>
          <code>{place}</code>
        </li>
      ))}
    </ul>
  )
  return (
    <ClickPopover content={list} placement="bottomLeft">
      <Button type="link" size="small" className="flag-places-button">
        {placesWords(places)}
      </Button>
    </ClickPopover>
  )
}

interface UseCellProps {
  flag: FeatureFlag
  edit: FlagEdit
  /** Undefined until loaded. */
  use: FlagUse | undefined
}

function UseCell({ flag, edit, use }: UseCellProps) {
  const today = useToday()
  if (edit.isOvertaken(flag)) return <Overtaken flag={flag} edit={edit} />
  const declared = declaredFlag(flag.feature_flag)
  if (!declared) return <StatusBadge label={UNREAD} mark="hollow" />
  const days = settledDays(flag, new Date())
  return (
    <span className="flag-use">
      {declared.meaning}
      <span className="ink cluster gap-8 row-gap-2">
        {use && <span title={USE_FORMULAS.reads}>{readWords(use, today)}</span>}
        <PlacesNote places={declared.places} />
        {days !== null && (
          <span title={USE_FORMULAS.settled}>
            <StatusBadge label={SETTLED} tone="warn" /> {settledWords(flag, days)}
          </span>
        )}
      </span>
    </span>
  )
}

const isEdited = (edit: FlagEdit, { feature_flag_id: id }: FeatureFlag) => edit.flag?.feature_flag_id === id

const columnsOf = (edit: FlagEdit, uses: readonly FlagUse[] | undefined): TableColumn<FeatureFlag>[] => [
  {
    key: 'feature_flag',
    title: TITLES.feature_flag,
    place: 'name',
    required: true,
    render: (flag) => <FlagNameCell flag={flag} edit={edit} />,
  },
  {
    key: 'type',
    title: TITLES.type,
    place: 'state',
    render: (flag) => <FlagTypeCell flag={flag} edit={edit} />,
  },
  {
    key: 'value',
    title: TITLES.value,
    place: 'figure',
    required: true,
    render: (flag) =>
      isEdited(edit, flag) ? <FlagValueCell form={edit.form} /> : <FlagValueText value={flag.value} />,
  },
  {
    key: 'use',
    title: 'Use',
    render: (flag) => (
      <UseCell
        flag={flag}
        edit={edit}
        use={uses?.find(({ feature_flag }) => feature_flag === flag.feature_flag)}
      />
    ),
  },
  {
    key: 'changed',
    title: 'Changed',
    place: 'note',
    render: ({ updated_at, updated_by }) => (
      <span className="quiet">
        {updated_by && `${updated_by.first_name}, `}
        <Moment moment={updated_at} />
      </span>
    ),
  },
  {
    key: 'actions',
    title: 'Actions',
    place: 'actions',
    numeric: true,
    required: true,
    render: (flag) => <FlagActionsCell flag={flag} edit={edit} />,
  },
]

/** The rows that match the search, as a list of one page. */
const fitting = (flags: readonly FeatureFlag[] | undefined, query: string) =>
  flags?.filter(({ feature_flag }) => feature_flag.includes(query.trim().toUpperCase().replaceAll(' ', '_')))

/** The flags that are set; one at a time can be edited in its row. */
export function FlagsTable({ query }: { query: string }) {
  const flags: UseQueryResult<FeatureFlag[]> = useQuery(watchedFlagsQuery)
  const { data: uses } = useQuery(flagUsesQuery)
  const edit = useFlagEdit()
  const rows = useMemo(() => fitting(flags.data, query), [flags.data, query])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields inside take the keys
    <div
      className="feature-flags"
      data-edits={edit.flag?.feature_flag_id}
      onKeyDown={rowKeys(() => void edit.submit(), edit.cancel)}
    >
      <DataTable
        name="feature-flags"
        label="Feature Flags"
        columns={columnsOf(edit, uses)}
        rows={rows}
        rowKey={({ feature_flag_id }) => feature_flag_id}
        rowHeight={ROW_HEIGHT}
        query={flags}
        failTitle={FAILURES.read}
        empty={{ text: query === '' ? EMPTY : `No flag’s name contains “${query}”.` }}
      />
    </div>
  )
}
