import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMay } from '#web/api/session.ts'
import { serviceAccountsQuery } from '#web/features/ground/service-accounts/queries.ts'
import { ServiceAccountsSearch } from '#web/features/ground/service-accounts/search.ts'
import { Button } from '#web/ui/input/button.tsx'
import { Segmented } from '#web/ui/input/segmented.tsx'
import { usersQuery } from './queries.ts'
import { PeopleSearch, UsersSearch } from './search.ts'

type Kind = 'people' | 'service'

const Label = ({ text, count }: { text: string; count: number | undefined }) => (
  <>
    {text}
    {count !== undefined && <span className="quiet tabular"> {count}</span>}
  </>
)

interface KindRowProps {
  search: UsersSearch
  onChange: (patch: Partial<UsersSearch>) => void
}

/** People or service accounts, with the number of each. */
export function KindRow({ search, onChange }: KindRowProps) {
  const mayCreate = useMay('CreateUser')
  const people = useQuery(usersQuery(PeopleSearch.parse({})))
  const accounts = useQuery(serviceAccountsQuery(ServiceAccountsSearch.parse({})))
  const kind: Kind = search.kind ?? 'people'
  // Each list has an order of its own.
  const { sort, sortOrder } = UsersSearch.parse({})
  return (
    <div className="account-kinds cluster between gap-8 mb-16">
      <Segmented<Kind>
        aria-label="Kind of account"
        value={kind}
        options={[
          { value: 'people', label: <Label text="People" count={people.data?.total} /> },
          { value: 'service', label: <Label text="Service accounts" count={accounts.data?.total} /> },
        ]}
        onChange={(next) =>
          onChange({ kind: next === 'service' ? next : undefined, query: '', page: 1, sort, sortOrder })
        }
      />
      {kind === 'service' && mayCreate && (
        <Button icon={<Plus aria-hidden="true" />} onClick={() => onChange({ new: 'service' })}>
          New service account
        </Button>
      )}
    </div>
  )
}
