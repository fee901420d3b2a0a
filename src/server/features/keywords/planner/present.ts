import type { PlanEntry } from '#shared/features/keywords/planner/contract.ts'
import type { FoundPlan } from './queries.ts'

export const presentPlan = (plan: FoundPlan): PlanEntry => ({
  plan_id: plan.id,
  country: plan.country,
  keyword: plan.name,
  keyword_id: plan.keywordId,
  site_id: plan.siteId,
  site_code: plan.siteCode,
  site_name: plan.siteName,
  month: plan.month,
  publish_by: plan.publishBy,
  peak: plan.peakOn,
  score: plan.score,
  volume: plan.volume,
  asins: plan.asins,
  by: { id: plan.userId, first_name: plan.firstName, last_name: plan.lastName },
  note: plan.note,
  version: plan.version,
  article:
    plan.articleId === null
      ? null
      : { article_id: plan.articleId, title: plan.title ?? '', status: plan.status ?? '' },
  tracked:
    plan.trackedPost === null ? null : { site_code: plan.trackedSite ?? '', post_id: plan.trackedPost },
})
