import type { FirstSteps } from '#shared/features/desk/first-steps/contract.ts'
import type { ReadSteps } from './service.ts'

type Site = ReadSteps['sites'][number]

const presentSite = ({ id, displayName, url, logoUrl }: Site) => ({
  site_id: id,
  display_name: displayName,
  url,
  logo_url: logoUrl,
})

const presentPosts = ({ site, run, reason, followed }: ReadSteps['posts']) => ({
  site: site && presentSite(site),
  followed,
  total: run?.total ?? 0,
  done: run?.done ?? 0,
  started_at: run?.startedAt.toISOString() ?? null,
  moved_at: run?.touchedAt.toISOString() ?? null,
  reason,
})

export function presentSteps(read: ReadSteps, viewerId: number): FirstSteps {
  const [first] = read.sites
  return {
    is_done: read.isDone,
    is_hidden: read.isHidden,
    steps: read.steps.map(({ step, state, skipped }) => ({
      step,
      state,
      skipped: skipped && { name: skipped.name, by_you: skipped.userId === viewerId, at: skipped.at },
    })),
    site: first ? presentSite(first) : null,
    sites: read.sites.length,
    posts: presentPosts(read.posts),
    keywords: read.keywords,
    people: read.people,
    systems: read.systems,
  }
}
