import type { Preflight } from '#shared/features/articles/preflight/contract.ts'
import { PREFLIGHT_RULES, passedRules } from '#shared/features/articles/preflight/rules.ts'
import { presentUserName } from '../../ground/area.ts'
import type { PreflightService } from './service.ts'

export function presentPreflight(found: Awaited<ReturnType<PreflightService['checkStored']>>): Preflight {
  return {
    findings: found.findings.map(({ article, override, needsReason, ...finding }) => ({
      ...finding,
      needs_reason: needsReason,
      article: article && {
        article_id: article.id,
        title: article.title,
        status: article.status,
        site: article.site,
      },
      override: override && {
        reason: override.entry.reason,
        user: presentUserName(override.user),
        created_at: override.entry.createdAt.toISOString(),
      },
    })),
    // Where nothing is checked, nothing has passed.
    rules: found.isOff ? 0 : PREFLIGHT_RULES.length,
    passed: found.isOff ? 0 : passedRules(found.findings),
    unread: found.unread,
    stale: found.stale.map(({ asin, name, asOf }) => ({ asin, name, as_of: asOf.toISOString() })),
  }
}
