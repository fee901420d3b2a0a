import { and, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import { ENDED_KEPT_DAYS } from '#shared/features/ground/tokens/rules.ts'
import { CHANGES_SEEN_DAYS, UNDO_DAYS } from '#shared/features/keywords/keyword-changes/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { adoptions } from './db/schema/adoptions.ts'
import { alertFirings } from './db/schema/alert-rules.ts'
import { answeredCalls } from './db/schema/answered-calls.ts'
import { authorizationRecords } from './db/schema/assistants.ts'
import { botChats } from './db/schema/bot.ts'
import { consoleAttempts } from './db/schema/db-query.ts'
import { eventHooks, eventSends } from './db/schema/event-hooks.ts'
import { exports } from './db/schema/exports.ts'
import { signInChallenges } from './db/schema/factors.ts'
import { gameRuns } from './db/schema/game-solutions.ts'
import { keywordChanges } from './db/schema/keywords.ts'
import { notices } from './db/schema/notices.ts'
import { stockScans } from './db/schema/products.ts'
import { replacements } from './db/schema/replacements.ts'
import { runs } from './db/schema/runs.ts'
import { scanRuns } from './db/schema/scan.ts'
import { apiTokens } from './db/schema/tokens.ts'
import { passwordLinks, sessions } from './db/schema/users.ts'
import { webhookDeliveries } from './db/schema/webhooks.ts'
import type { AuditService } from './features/ground/audit/service.ts'
import type { ImagesService } from './features/ground/images/service.ts'
import type { ChangesService } from './features/keywords/keyword-changes/service.ts'
import type { ShareOfVoiceService } from './features/market/share-of-voice/service.ts'
import { type ActivityService, VISITS_DAYS } from './features/people/user-activity/service.ts'
import { type Retention, removeRows, retainRows } from './kernel/retention/removal-store.ts'
import { removeOldCounts } from './security/throttle-store.ts'
import type { Settings } from './settings/settings.ts'

/** Least retention of events, so that there is time to repair a receiver. */
const EVENTS_DAYS = 30

interface Services {
  audit: { service: Pick<AuditService, 'removeOld'> }
  images: { service: Pick<ImagesService, 'removeUnusedImages'> }
  keywordChanges: { service: Pick<ChangesService, 'forgetOld'> }
  shareOfVoice: { service: Pick<ShareOfVoiceService, 'removeOldDays'> }
  userActivity: { service: Pick<ActivityService, 'rollUpVisits'> }
}

/** Longer than any cool-down or look-back of a rule. */
const FIRINGS_DAYS = 400
/** Made or undone; a change that is under way stays. */
const ENDED = ['applied', 'undone'] as const

/** A site's last run, and its last complete one, are kept. */
const isEarlierRun = sql`${adoptions.id} < (select max(a.adoption_id) from adoptions a where a.site_id = ${adoptions.siteId})
  and ${adoptions.id} <> coalesce((select max(a.adoption_id) from adoptions a
    where a.site_id = ${adoptions.siteId} and a.kind = 'whole' and a.state = 'finished'), 0)`
const isWithoutNews = sql`${adoptions.kind} = 'news'
  and not exists (select from adopted_posts p where p.adoption_id = ${adoptions.id})`

/** Kept for a fixed time. */
const FIXED: readonly Retention[] = [
  retainRows({
    what: 'keyword changes',
    since: keywordChanges.appliedAt,
    days: CHANGES_SEEN_DAYS,
    where: inArray(keywordChanges.state, [...ENDED]),
  }),
  retainRows({
    what: 'keyword changes that were prepared and never applied',
    since: keywordChanges.createdAt,
    days: 1,
    where: eq(keywordChanges.state, 'prepared'),
  }),
  retainRows({
    what: 'replacements of products',
    since: replacements.appliedAt,
    days: CHANGES_SEEN_DAYS,
    where: inArray(replacements.state, [...ENDED]),
  }),
  retainRows({
    what: 'replacements that were prepared and never applied',
    since: replacements.createdAt,
    days: 1,
    where: eq(replacements.state, 'prepared'),
  }),
  retainRows({
    what: 'import reports, except a site’s last and last complete one',
    since: adoptions.endedAt,
    days: 90,
    where: isEarlierRun,
  }),
  {
    what: 'checks of adopted sites that found nothing new',
    kept: 'until the next check',
    removeOld: ({ db }) =>
      removeRows(db, adoptions.endedAt, and(isNotNull(adoptions.endedAt), isEarlierRun, isWithoutNews)),
  },
  retainRows({ what: 'runs that have ended', since: runs.endedAt, days: 30 }),
  retainRows({ what: 'exported files', since: exports.createdAt, days: 1, isShortLived: true }),
  retainRows({
    ...{ what: 'answers to calls with an `Idempotency-Key`', since: answeredCalls.createdAt },
    ...{ days: 1, isShortLived: true },
  }),
  {
    what: 'sign-in steps',
    kept: 'until they are used or expire',
    isShortLived: true,
    removeOld: ({ db, now }) =>
      removeRows(
        db,
        signInChallenges.expiresAt,
        or(isNotNull(signInChallenges.usedAt), lte(signInChallenges.expiresAt, now)),
      ),
  },
  {
    what: 'requests, codes and tokens of assistants that connect by consent',
    kept: 'until they expire',
    isShortLived: true,
    removeOld: ({ db, now }) =>
      removeRows(db, authorizationRecords.expiresAt, lte(authorizationRecords.expiresAt, now)),
  },
  {
    what: 'events of a deleted hook',
    kept: 'up to an hour',
    isShortLived: true,
    async removeOld({ db }) {
      const deleted = db.select({ id: eventHooks.id }).from(eventHooks).where(isNotNull(eventHooks.deletedAt))
      await removeRows(db, eventSends.hookId, inArray(eventSends.hookId, deleted))
      // Not one that was deleted just now, whose events would all go with it.
      const isEmpty = sql`not exists (select from event_sends s where s.hook_id = ${eventHooks.id})`
      await removeRows(db, eventHooks.id, and(isNotNull(eventHooks.deletedAt), isEmpty))
    },
  },
  {
    what: 'attempt counters, such as for sign-ins',
    kept: 'until their window ends',
    isShortLived: true,
    removeOld: ({ db, now }) => removeOldCounts(db, now),
  },
]

/**
 * Data that is not kept forever, and how long it is kept. The table in docs/operating/scheduled-work.md is written from
 * this list: `npx vitest run src/server/retention -u`.
 */
export function retentionOf(
  { auditDays, jobsRetentionDays }: Pick<Settings, 'auditDays' | 'jobsRetentionDays'>,
  { audit, images, keywordChanges: changes, shareOfVoice, userActivity }: Services,
): readonly Retention[] {
  return [
    {
      what: 'audit trail',
      kept: '`AUDIT_DAYS`; the database itself refuses to delete entries younger than 30 days',
      removeOld: audit.service.removeOld,
    },
    retainRows({
      ...{ what: 'queries of the SQL console', since: consoleAttempts.askedAt },
      ...{ days: auditDays, kept: '`AUDIT_DAYS`' },
    }),
    {
      what: 'share of voice by day',
      kept: '`SOV_KEEP_DAYS`, then also the stories that no report shows any more',
      removeOld: shareOfVoice.service.removeOldDays,
    },
    retainRows({
      ...{ what: 'events sent to hooks, with the answers', since: eventSends.createdAt },
      ...{ days: Math.max(EVENTS_DAYS, jobsRetentionDays) },
      kept: `\`JOBS_KEEP_DAYS\`, at least ${countedIn(EVENTS_DAYS, 'day')}`,
    }),
    {
      what: 'visits',
      kept: `single visits ${countedIn(VISITS_DAYS, 'day')}, then one row per user, role, screen and day`,
      removeOld: userActivity.service.rollUpVisits,
    },
    {
      what: 'pictures that no article, version, post or site shows',
      kept: '1 day after they were last stored',
      removeOld: images.service.removeUnusedImages,
    },
    {
      what: 'undo data of keyword changes',
      kept: countedIn(UNDO_DAYS, 'day'),
      removeOld: changes.service.forgetOld,
    },
    retainRows({ what: 'results of stock scans', since: stockScans.endedAt, days: 90 }),
    retainRows({ what: 'results of the connectivity scan', since: scanRuns.ranAt, days: 30 }),
    retainRows({ what: 'log of game-answer requests', since: gameRuns.askedAt, days: 30 }),
    {
      what: 'firings of alert rules',
      kept: countedIn(FIRINGS_DAYS, 'day'),
      removeOld: ({ db, now }) =>
        removeRows(
          db,
          alertFirings.day,
          sql`${alertFirings.day} < ${now.toISOString()}::date - ${FIRINGS_DAYS}::int`,
        ),
    },
    retainRows({ what: 'notices', since: notices.createdAt, days: 180 }),
    retainRows({ what: 'bot chats', since: botChats.createdAt, days: 7 }),
    retainRows({ what: 'expired sessions', since: sessions.expiresAt, days: 30 }),
    retainRows({ what: 'sessions that were ended', since: sessions.revokedAt, days: 30 }),
    retainRows({ what: 'API tokens that have ended', since: apiTokens.expiresAt, days: ENDED_KEPT_DAYS }),
    retainRows({ what: 'API tokens that were revoked', since: apiTokens.revokedAt, days: ENDED_KEPT_DAYS }),
    retainRows({ what: 'expired password links', since: passwordLinks.expiresAt, days: 30 }),
    retainRows({
      ...{ what: 'deliveries of task boards', since: webhookDeliveries.receivedAt },
      ...{ days: jobsRetentionDays, kept: '`JOBS_KEEP_DAYS`' },
    }),
    ...FIXED,
  ]
}
