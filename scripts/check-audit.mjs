// Refuses verbs that leave no entry in the audit trail. See docs/security.md, "Audit trail".
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { auditFaults } from './audit-faults.mjs'

const F = 'src/server/features'

/** Functions that may write without an audit entry, by reason and file. Every exception needs its reason here. */
const WITHOUT_ENTRY = {
  'It only gives more time to undo a decision, which has its entry.': {
    'articles/articles/verbs/hold-decision.ts': 'extendDecision',
  },
  'The age limit of the audit trail is a setting.': { 'ground/audit/service.ts': 'removeOld' },
  'Copies outside follow the article, whose own change has its entry.': {
    'articles/articles/verbs/follow-board.ts': 'followBoard',
    'articles/articles/verbs/mirror-article.ts':
      'retryMirrors requestMissing obtainLease extendOwn runMirror withCopy',
    'articles/articles/verbs/begin-renewal.ts': 'seeRenewed',
    'articles/articles/verbs/mirror-post.ts': 'keep noteOffers withdraw rewritePost',
    'articles/articles/verbs/refresh-offers.ts': 'writeAll refreshOffers',
    'articles/articles/verbs/mirror-task.ts': 'taskOf follow',
    'articles/articles/verbs/sync-article.ts': 'syncNow',
    'posts/content-tracker/verbs/follow-articles.ts': 'followAll',
  },
  'It continues a request that has its own entry.': {
    'posts/adoptions/verbs/read-site.ts': 'listSome storePosts planMissing afterFailure',
    'posts/content-tracker/verbs/import-posts.ts': 'write',
    'operate/db-query/verbs/ask.ts': 'answered askForFile',
    'ground/exports/verbs/make-export.ts': 'makeExport writeFile',
    'desk/google-sheets/verbs/sync-sheet.ts': 'syncSheet storePlan endSync takeOver',
    'posts/search-tasks/verbs/make-task.ts': 'makeTask',
    'keywords/keyword-changes/verbs/make-change.ts': 'takeChangeStep',
    'people/offboarding/verbs/close-next.ts': 'closeSystem',
    'people/user-access/verbs/revoke-access.ts': 'closeAccount',
    'people/offboarding/verbs/hand-over.ts': 'handOver piecewise',
    'products/products/verbs/import-availability.ts': 'writeSeen',
    'articles/replacements/verbs/carry-out.ts': 'stays settle finish isTriedAgain',
    'articles/replacements/verbs/change-live.ts': 'mark',
    'market/share-of-voice/verbs/import-hits.ts': 'resolveKeywords',
  },
  'The post still has its old keyword. The keyword log records the failure; a success has its own entry.': {
    'posts/gsc-keywords/verbs/save-keywords.ts': 'changeOne keep noteRefusal',
  },
  'The link of a mail that was not sent is removed; the next try makes another.': {
    'ground/auth/jobs.ts': 'run',
  },
  'The tries of a step count whether or not its answer is right; the caller adds the entry.': {
    'ground/factors/verbs/prove.ts': 'answer',
    'ground/provider/verbs/return-from-provider.ts': 'returnFromProvider consumeReturn',
    'ground/factors/verbs/change-factors.ts': 'addPasskey',
  },
  'It prepares a change that has no effect until it is applied.': {
    'keywords/keyword-changes/service.ts': 'prepare',
    'articles/replacements/verbs/prepare-replacement.ts': 'prepareReplacement',
    'ground/factors/service.ts': 'beginTotp',
  },
  'Expired records are removed after their retention time.': {
    'keywords/keyword-changes/service.ts': 'forgetOld',
  },
  'It remembers the answer of a call whose verb has its entry.': {
    'ground/idempotency/service.ts': 'runOnce',
  },
  'A command of the operator failed, and changed nothing.': {
    'ground/notices/verbs/notify-failed-backup.ts': 'notifyFailedBackup',
  },
  'Mails of notices that the user chose are not acts; the notices and their marks are the record.': {
    'ground/notices/jobs.ts': 'mailNotice',
    'ground/notices/verbs/send-digest.ts': 'sendDigests',
  },
  'The read marks of a user’s notices concern only that user.': { 'ground/notices/service.ts': 'markRead' },
  'The last use of a session or an API token is not a user action.': {
    'ground/auth/feature.ts': 'find',
    'ground/tokens/service.ts': 'noteAddress noteUse extendAssistant',
  },
  'It reminds of an end and changes nothing else.': {
    'ground/tokens/verbs/remind-of-ends.ts': 'remindOfEnds',
  },
  'A question to the bot is stored with its answer and changes nothing else.': {
    'desk/bot/service.ts': 'startChat ask',
  },
  'Visits are a log of their own.': { 'people/user-activity/service.ts': 'rollUpVisits recordVisit' },
  'The position in an outside source is not a user action; imported data has its own entry.': {
    'posts/warehouse/verbs/follow-warehouse.ts': 'beginReading readSlice followWarehouse',
  },
  'Data from outside systems is stored as it arrives, with its day.': {
    'people/access-reviews/verbs/read-accounts.ts': 'readSystem fail',
    'people/access-reviews/verbs/propose-review.ts': 'proposeReview',
    'posts/adoptions/verbs/refresh-adopted-sites.ts': 'refreshAdoptedSites',
    'posts/content-tracker/verbs/store-shown-tasks.ts': 'storeTasks',
    'posts/gsc-keywords/verbs/collect-searches.ts': 'beginSearches collectDay',
    'posts/gsc-keywords/verbs/recompute-sums.ts': 'recomputeSiteTotals recomputeQueries beginSums',
    'ground/feature-flags/flag-reader.ts': 'storeCounts',
    'desk/alert-rules/verbs/evaluate-rules.ts': 'evaluate countOnce',
    'desk/game-solutions/service.ts': 'refresh collectGame collect',
    'ground/outside/service.ts': 'record',
    'people/user-access/service.ts': 'recordSteps',
    'people/offboarding/verbs/look-again.ts': 'lookAgain',
    'operate/scan/verbs/run-function.ts': 'runFunction',
    'operate/scan/verbs/run-all.ts': 'runAll',
    'products/product-library/verbs/scan-stock.ts': 'beginScan recordStep afterFailure scanNext',
    'products/products/service.ts': 'ask storeAndNotify',
    'market/share-of-voice/verbs/collect-day.ts':
      'beginCollection addItems writeAnswers writeOrFail lookUp tellCollected',
    'market/share-of-voice/verbs/roll-days.ts': 'rollRates removeOldDays removeDay',
    'market/share-of-voice/verbs/record-hits.ts': 'recordHits',
  },
  'The log of event hooks has the requests and answers; the act has its own entry.': {
    'operate/event-hooks/jobs.ts': 'run',
    'operate/event-hooks/verbs/deliver.ts': 'work deliver',
    'operate/event-hooks/verbs/test-hook.ts': 'testHook',
    'operate/event-hooks/verbs/send-again.ts': 'reportGivenUp',
  },
  'Connected systems report an event; its effect has its own entry.': {
    'operate/webhooks/jobs.ts': 'run',
    'operate/webhooks/service.ts': 'sealSecret countRefusal storeEvents',
    'operate/webhooks/verbs/reconcile.ts': 'subscribe reconcileSubscriptions',
  },
}

const ALLOWED = Object.fromEntries(
  Object.entries(WITHOUT_ENTRY).flatMap(([reason, byFile]) =>
    Object.entries(byFile).flatMap(([file, names]) =>
      names.split(' ').map((name) => [`${F}/${file} ${name}`, reason]),
    ),
  ),
)

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', F], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /(?<!\.test)\.ts$/.test(file))

const faults = auditFaults(
  files.map((file) => [file, readFileSync(file, 'utf8')]),
  ALLOWED,
)
for (const fault of faults) console.error(`refused  ${fault}`)
console.log(`audit: ${files.length} files, ${faults.length} refused, ${Object.keys(ALLOWED).length} allowed`)
process.exit(faults.length === 0 ? 0 : 1)
