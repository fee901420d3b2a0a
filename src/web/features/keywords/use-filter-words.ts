import { useQuery } from '@tanstack/react-query'
import { statusLabel } from '#shared/features/articles/rules.ts'
import { sitesQuery } from '../sites/queries.ts'
import type { FilterName } from './messages.ts'
import { tagsQuery } from './queries.ts'
import type { KeywordsSearch } from './search.ts'

const MOST_NAMED = 2

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED
  return names.slice(0, MOST_NAMED).join(', ') + (rest > 0 ? ` +${rest}` : '')
}

/** `2026-3-7` */
const shortDay = (day: string | undefined): string | undefined => day?.replaceAll('-0', '-')

/** What each filter keeps, in words. */
export function useFilterWords(search: KeywordsSearch): Readonly<Record<FilterName, string>> {
  const sites = useQuery({ ...sitesQuery, enabled: search.sites !== undefined })
  const tags = useQuery({ ...tagsQuery, enabled: search.tags !== undefined })
  const named = <Row>(
    rows: readonly Row[] | undefined,
    ids: readonly number[] | undefined,
    of: (row: Row) => readonly [number, string],
  ) => {
    const names = new Map((rows ?? []).map(of))
    return listed((ids ?? []).map((id) => names.get(id) ?? '…'))
  }
  const { tracked } = search
  const [from, to] = [shortDay(search.createdFrom), shortDay(search.createdTo)]
  return {
    tracking: tracked === undefined ? '' : tracked ? 'Tracked' : 'Not tracked',
    date:
      from === undefined && to === undefined
        ? ''
        : from === to
          ? `${from}`
          : `${from ?? '…'} to ${to ?? '…'}`,
    sites: named(sites.data, search.sites, (site) => [site.site_id, site.display_name]),
    tags: named(tags.data, search.tags, (tag) => [tag.tag_id, tag.tag]),
    status: listed((search.articleStatus ?? []).map(statusLabel)),
  }
}
