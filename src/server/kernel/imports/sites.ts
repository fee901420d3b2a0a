import { withoutInvisible } from '#shared/format/invisible.ts'

export interface NamedSite {
  id: number
  code: string
  name: string
  normalizedName: string
  url: string
  affiliateTag: string | null
}

/** Finds a site by its code, its name or its domain. */
export type SiteResolver = (name: string) => NamedSite | undefined

const plain = (name: string) => withoutInvisible(name).trim().toLowerCase()

const DOMAIN = /^(?:https?:\/\/)?(?:www\.)?([^\s/?#]+\.[^\s/?#]+)/
/** The host of an address, with or without its scheme; empty for any other name. */
const domainOf = (name: string) => DOMAIN.exec(name)?.[1] ?? ''

/** The code goes before the name, and the name before the domain; of two sites with the same name, the older one. */
export function createSiteResolver(sites: readonly NamedSite[]): SiteResolver {
  const newestFirst = sites.toSorted((one, other) => other.id - one.id)
  const bySpelling = (spelling: (site: NamedSite) => string) =>
    newestFirst.map((site) => [plain(spelling(site)), site] as const)
  const byDomain = Map.groupBy(sites, ({ url }) => domainOf(plain(url)))
  const known = new Map([
    // A domain that several sites share is none of them.
    ...[...byDomain].flatMap(([domain, [site, ...others]]) =>
      site === undefined || others.length > 0 ? [] : [[domain, site] as const],
    ),
    ...bySpelling(({ normalizedName }) => normalizedName),
    ...bySpelling(({ name }) => name),
    ...bySpelling(({ code }) => code),
  ])
  known.delete('')
  return (name) => {
    const site = known.get(name)
    if (site !== undefined) return site
    const spelling = plain(name)
    return known.get(spelling) ?? known.get(domainOf(spelling))
  }
}
