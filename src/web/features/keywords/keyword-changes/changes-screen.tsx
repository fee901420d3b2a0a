import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { ChangeRow } from '#shared/features/keywords/keyword-changes/contract.ts'
import { maySeeEverybodys } from '#shared/features/keywords/keyword-changes/rules.ts'
import { fullName } from '#shared/format/full-name.ts'
import { keysOf } from '#shared/format/keys.ts'
import { useUser } from '#web/api/session.ts'
import { FiltersPanel } from '#web/features/ground/filters/filters-panel.tsx'
import { Count } from '#web/ui/cells/count.tsx'
import { Moment } from '#web/ui/cells/moment.tsx'
import { Person } from '#web/ui/cells/person.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Tabs } from '#web/ui/input/tabs.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { List, type ListOf } from '#web/ui/list/list.tsx'
import { Page } from '#web/ui/page.tsx'
import { ChangeCell } from './change-cell.tsx'
import { ChangePanel } from './change-panel.tsx'
import { CHANGES_FAILED, NO_CHANGES, NO_FITTING_CHANGES, UNDO_NOTE } from './messages.ts'
import { CHANGES_SIZE, changesQuery } from './queries.ts'
import { ChangesSearch, FILTERS } from './search.ts'
import { UndoCell } from './undo-cell.tsx'

const ROW_HEIGHT = 56

const COLUMNS: readonly TableColumn<ChangeRow>[] = [
  { key: 'what', title: 'What', place: 'name', required: true, render: (row) => <ChangeCell row={row} /> },
  {
    key: 'who',
    title: 'Who',
    place: 'note',
    render: ({ user }) => <Person person={user}>{fullName(user)}</Person>,
  },
  { key: 'when', title: 'When', place: 'figure', render: (row) => <Moment moment={row.made_at} /> },
  { key: 'undo', title: 'Undo', numeric: true, required: true, render: (row) => <UndoCell row={row} /> },
]

const CHANGES: ListOf<ChangeRow, ChangesSearch> = {
  name: 'changes',
  label: SCREENS.changes.title,
  address: ChangesSearch,
  filters: keysOf(FILTERS),
  size: CHANGES_SIZE,
  rowKey: (row) => row.change_id,
  rowKeys: { z: '.undo-button' },
  rowHeight: ROW_HEIGHT,
  failTitle: CHANGES_FAILED,
  empty: NO_CHANGES,
  unmatched: { text: NO_FITTING_CHANGES, clear: 'Show all changes' },
}

/** The changes to keywords with their authors, and an undo. */
export function ChangesScreen() {
  const [search, change] = useSearchState(ChangesSearch)
  const [opened, setOpened] = useState<readonly number[]>([])
  const changes = useQuery(changesQuery(search))
  const user = useUser()
  const totals = changes.data?.totals
  const isAll = user !== undefined && user !== null && maySeeEverybodys(user.permissions)
  const tab = (key: string, label: string, count: number | null | undefined) => ({
    key,
    label: (
      <>
        {label} {typeof count === 'number' && <Count value={count} />}
      </>
    ),
  })
  return (
    <Page title={SCREENS.changes.title} count={isAll ? undefined : totals?.mine}>
      {isAll && (
        <Tabs
          aria-label="Whose changes"
          activeKey={search.whose ?? 'mine'}
          onChange={(key) => change({ whose: key === 'everybody' ? key : undefined, page: 1 })}
          items={[tab('mine', 'Mine', totals?.mine), tab('everybody', 'Everyone', totals?.everybody)]}
        />
      )}
      <p className="meta changes-note">{UNDO_NOTE}</p>
      <div className="changes column gap-6">
        <List
          of={CHANGES}
          search={search}
          onChange={change}
          query={changes}
          columns={COLUMNS}
          toolbar={
            <FiltersPanel address={ChangesSearch} filters={FILTERS} search={search} onChange={change} />
          }
          expand={{
            keys: opened,
            onChange: (keys) => setOpened(keys.map(Number)),
            render: (row) => <ChangePanel row={row} />,
          }}
        />
      </div>
    </Page>
  )
}
