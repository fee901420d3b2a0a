import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { clockOf } from '#server/clock.ts'
import { findSite, findSiteByCode } from '#server/features/ground/sites/store.ts'
import { reportOf } from '#server/features/posts/adoptions/adoption-files.ts'
import { readSiteRun } from '#server/features/posts/adoptions/jobs.ts'
import { describeRun, listReport, type ShownAdoption } from '#server/features/posts/adoptions/queries.ts'
import { findAdoption } from '#server/features/posts/adoptions/store.ts'
import { startAdoption } from '#server/features/posts/adoptions/verbs/adopt-site.ts'
import { createAdoptedPosts } from '#server/features/posts/content-tracker/service.ts'
import { createPublishing } from '#server/integrations/publishing-site/by-site.ts'
import { beginWithoutJob, takeRunStep } from '#server/kernel/runs/run.ts'
import { readSettings } from '#server/settings/settings.ts'
import { OUTCOME_LABELS, OUTCOMES } from '#shared/features/posts/adoptions/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { type CommandContext, CommandError } from './command.ts'

const OPERATOR = { kind: 'operator', name: 'npm run site' } as const
/** Interval of progress messages. */
const TOLD_EACH_MS = 2000
/** For a longer wait, the command ends with the reason, and the server continues by itself. */
const LONGEST_WAIT_SECONDS = 120
const MOST_REFUSED = 10

const ofPosts = ({ run }: Pick<ShownAdoption, 'run'>) =>
  run.total === 0 ? 'listing its posts' : `${counted(run.done)} of ${countedIn(run.total, 'post')} read`

async function tellResult({ database: { db } }: CommandContext, shown: ShownAdoption, code: string) {
  const { run, outcomes, products } = shown
  const parts = OUTCOMES.flatMap((name) =>
    outcomes[name] ? [`${counted(outcomes[name])} ${OUTCOME_LABELS[name].toLowerCase()}`] : [],
  )
  console.log(`Site ${code}: ${countedIn(run.done, 'post')} read: ${parts.join(', ') || 'none'}.`)
  console.log(`They recommend ${countedIn(products, 'product')}.`)
  const { rows, total } = await listReport(db, run.id, {
    outcomes: ['refused'],
    page: 1,
    pageSize: MOST_REFUSED,
  })
  for (const { postId, note } of rows) console.log(`  Refused: post ${postId}: ${note}`)
  if (total > rows.length) console.log(`  … and ${counted(total - rows.length)} more.`)
}

async function writeReport({ database: { db } }: CommandContext, adoptionId: number, file: string) {
  const target = path.resolve(process.env.INIT_CWD ?? '.', file)
  await pipeline(Readable.from(reportOf(db, adoptionId)), createWriteStream(target)).catch(() => {
    throw new CommandError(`The report could not be written to ${target}.`)
  })
  console.log(`The report is in ${target}.`)
}

/** Reads every published post of a site, continuing an earlier run, and reports progress. */
export async function adoptSite(
  context: CommandContext,
  code: string,
  report: string | undefined,
): Promise<void> {
  const { db } = context.database
  const settings = readSettings(process.env)
  const clock = clockOf(settings)
  const publishing = createPublishing({
    db,
    clock,
    accounts: settings.vendors.publishing,
    images: context.images,
    findSiteId: async (each) => (await findSiteByCode(db, each))?.id,
  })
  const site = await findSiteByCode(db, code)
  if (!site) throw new CommandError(`There is no site ${code}.`)
  const parts = { db, clock, hasBuiltInPosts: publishing.isBuiltIn, beginRun: beginWithoutJob(clock) }
  const { id } = await startAdoption(parts, OPERATOR, site, { join: true })
  const reading = {
    ...parts,
    sites: { findSite },
    publishing: publishing.of,
    adopted: createAdoptedPosts(settings),
    log: { info: () => {}, warn: () => {} },
    tell: { failure: async () => {} },
  }
  const run = readSiteRun(reading)
  let toldAt = 0
  for (;;) {
    const end = await takeRunStep(parts, run, { adoptionId: id })
    if (end === 'ended') break
    if (performance.now() - toldAt > TOLD_EACH_MS) {
      toldAt = performance.now()
      const adoption = await findAdoption(db, id)
      if (adoption) console.log(`Site ${code}: ${ofPosts({ run: adoption })}.`)
    }
    if (end === 'done') continue
    console.log(`Site ${code}: ${end.reason} Next try in ${end.pauseSeconds} s.`)
    if (end.pauseSeconds > LONGEST_WAIT_SECONDS)
      throw new CommandError('Fix this and run the command again: it continues where it stopped.')
    await sleep(end.pauseSeconds * 1000)
  }
  const adoption = await findAdoption(db, id)
  if (adoption === undefined) return
  if (adoption.endedAt === null) throw new CommandError('It was stopped on the screen Runs. Resume it there.')
  await tellResult(context, await describeRun(db, adoption), code)
  if (report !== undefined) await writeReport(context, id, report)
  if (adoption.state === 'stopped') throw new CommandError(adoption.reason ?? 'It was stopped.')
}
