import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NO_FLAG } from '#shared/features/posts/content-tracker/rules.ts'
import { fullName } from '#shared/format/full-name.ts'
import type { Choice } from '#web/ui/list/filter.ts'
import { statusesQuery } from '../../articles/articles/queries.ts'
import { tagsQuery } from '../../keywords/keywords/queries.ts'
import { tagsCutNote } from '../../keywords/keywords/tags-picker.tsx'
import { taskValuesQuery } from '../../posts/content-tracker/queries.ts'
import { sitesQuery } from '../sites/queries.ts'
import { siteOption } from '../sites/site-badge.tsx'
import { allUsersQuery, rolesQuery } from '../users/queries.ts'
import { type ChoiceSource, FAILURES, NO_PRIORITY, NO_STATUS } from './messages.ts'

/** Lists with more choices than this have a search field. */
const MOST_WITHOUT_SEARCH = 8

/** A choice as shown in a list. */
interface Offer extends Omit<Choice, 'label'> {
  label: ReactNode
  /** The label, which the search matches too. */
  name: string
  /** A secondary line below. */
  note?: string
}

/** The choices of a filter. */
export interface Choices {
  offers: readonly Offer[]
  isPending?: boolean
  isSearched?: boolean
  /** Shown if there are no choices. */
  absence?: string | undefined
  /** Why the choices could not be loaded, unless `absence` already shows it. */
  failure?: { error: Error | null; title: string }
  /** Changes to the look of the list. */
  look?: ReturnType<typeof tagsCutNote>
}

const named = ({ value, label }: Choice): Offer => ({ value, label, name: label })
const unread = (error: Error | null, source: ChoiceSource) => error && `${FAILURES[source]} ${error.message}`

function usePeople(isWanted: boolean): Choices {
  const { data, error, isPending } = useQuery({ ...allUsersQuery, enabled: isWanted })
  const offers = (data ?? []).map((user) => ({
    ...named({ value: user.id, label: fullName(user) }),
    note: user.username,
  }))
  return { offers, isPending, isSearched: true, absence: unread(error, 'people') ?? 'No matching people' }
}

function useRoles(isWanted: boolean): Choices {
  const { data, error, isPending } = useQuery({ ...rolesQuery, enabled: isWanted })
  const offers = (data ?? []).map(({ id: value, description: label }) => named({ value, label }))
  return { offers, isPending, absence: unread(error, 'roles') ?? undefined }
}

function useSites(isWanted: boolean): Choices {
  const { data, error, isPending } = useQuery({ ...sitesQuery, enabled: isWanted })
  const failure = { error, title: FAILURES.sites }
  return { offers: (data ?? []).map(siteOption), isPending, isSearched: true, failure }
}

/** The same sites by their codes, which external systems use. */
function useSiteCodes(isWanted: boolean): Choices {
  const { data, error, isPending } = useQuery({ ...sitesQuery, enabled: isWanted })
  const offers = (data ?? []).map((site) => ({ ...siteOption(site), value: site.code.toLowerCase() }))
  return { offers, isPending, isSearched: true, failure: { error, title: FAILURES.siteCodes } }
}

function useTags(isWanted: boolean): Choices {
  const { data, error, isPending } = useQuery({ ...tagsQuery, enabled: isWanted })
  const offers = (data ?? []).map(({ tag_id: value, tag: label }) => named({ value, label }))
  const failure = { error, title: FAILURES.tags }
  return { offers, isPending, isSearched: true, look: tagsCutNote(offers, false), failure }
}

function useStatuses(isWanted: boolean): Choices {
  const { data, error, isPending } = useQuery({ ...statusesQuery, enabled: isWanted })
  return { offers: (data ?? []).map(named), isPending, failure: { error, title: FAILURES.statuses } }
}

/** The values of posts' tasks, and a choice for posts without any. */
function useTaskValues(
  isWanted: boolean,
  { of, source, none }: { of: 'statuses' | 'priorities'; source: ChoiceSource; none: string },
): Choices {
  const { data, error, isPending } = useQuery({ ...taskValuesQuery, enabled: isWanted })
  const offers = [
    ...(data?.[of] ?? []).map((value) => ({ value, label: value })),
    { value: NO_FLAG, label: none },
  ]
  return {
    offers: offers.map(named),
    isPending,
    isSearched: offers.length > MOST_WITHOUT_SEARCH,
    failure: { error, title: FAILURES[source] },
  }
}

const useTaskStatuses = (isWanted: boolean) =>
  useTaskValues(isWanted, { of: 'statuses', source: 'taskStatuses', none: NO_STATUS })
const useTaskPriorities = (isWanted: boolean) =>
  useTaskValues(isWanted, { of: 'priorities', source: 'taskPriorities', none: NO_PRIORITY })

const SOURCES: Readonly<Record<ChoiceSource, (isWanted: boolean) => Choices>> = {
  people: usePeople,
  roles: useRoles,
  sites: useSites,
  siteCodes: useSiteCodes,
  tags: useTags,
  statuses: useStatuses,
  taskStatuses: useTaskStatuses,
  taskPriorities: useTaskPriorities,
}

/** The choices of a filter, loaded when needed. A filter must keep its source while it is mounted. */
export function useChoices(from: ChoiceSource | readonly Choice[], isWanted = true): Choices {
  if (typeof from === 'string') return SOURCES[from](isWanted)
  return { offers: from.map(named), isSearched: from.length > MOST_WITHOUT_SEARCH }
}
