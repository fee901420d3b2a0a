import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import type { AdoptedPost, Adoption, SiteAdoption } from '#shared/features/posts/adoptions/contract.ts'
import { presentUserName } from '../../ground/area.ts'
import type { ShownAdoption } from './queries.ts'
import type { AdoptionsService } from './service.ts'
import type { AdoptedRow } from './store.ts'

const iso = (moment: Date | null) => moment?.toISOString() ?? null

export const presentAdoption = ({ run, user, outcomes, products }: ShownAdoption): Adoption => ({
  adoption_id: run.id,
  kind: run.kind,
  state: run.state,
  reason: run.reason,
  user: user && presentUserName(user),
  total: run.total,
  done: run.done,
  outcomes: { added: 0, changed: 0, known: 0, ours: 0, gone: 0, refused: 0, ...outcomes },
  products,
  started_at: run.startedAt.toISOString(),
  ended_at: iso(run.endedAt),
})

const orNull = (shown: ShownAdoption | null) => shown && presentAdoption(shown)

export const presentSiteAdoption = ({
  refusal,
  followed,
  checkedAt,
  running,
  last,
  news,
}: Awaited<ReturnType<AdoptionsService['readAdoption']>>): SiteAdoption => ({
  refusal,
  followed,
  running: orNull(running),
  last: orNull(last),
  checked_at: iso(checkedAt),
  news: orNull(news),
})

export const presentAdopted = (row: AdoptedRow): AdoptedPost => ({
  post_id: String(row.postId),
  // Waiting posts are not in reports.
  outcome: row.outcome ?? 'known',
  title: row.title,
  url: row.url === '' ? null : safeAddress(row.url),
  focus_keyword: row.focusKeyword,
  asins: row.asins,
  note: row.note,
})
