import type { HandedOver, HeldWork } from '#shared/features/people/offboarding/contract.ts'
import {
  countsOf,
  isFitHeir,
  SHARED_KINDS,
  type SharedKind,
  workWords,
} from '#shared/features/people/offboarding/rules.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { sayFailure } from '../../../../integrations/refusal-words.ts'
import type { Caller } from '../../../../security/actor.ts'
import type { OffboardingDeps } from '../deps.ts'
import { type FoundUser, findPerson, findUser, readHeldWork } from '../queries.ts'
import * as store from '../store.ts'
import { shareGivers, tellHeir } from './hand-over-shared.ts'

interface HandoverContext {
  tx: Db
  actor: Caller
  run: store.OffboardingRow
}

/** Result so far. The kinds of shared work are always set. */
type Done = HandedOver & Pick<HeldWork, SharedKind | 'service_accounts'>

/** Result of an earlier try. Work that could not be handed over then is checked again. */
const soFar = (before: HandedOver | null): Done => {
  const went = before === null || before.heir === null ? null : before
  return {
    heir: went?.heir ?? null,
    articles: [...(went?.articles ?? [])],
    claims: [...(before?.claims ?? [])],
    views: [...(went?.views ?? [])],
    rules: [...(went?.rules ?? [])],
    queries: [...(went?.queries ?? [])],
    service_accounts: [...(went?.service_accounts ?? [])],
    faults: [],
  }
}

/** Runs one step in full or not at all. A failed step is reported and does not stop the others. */
const piecewise =
  (deps: OffboardingDeps, { tx, run }: HandoverContext, done: HandedOver) =>
  async (failed: string, piece: (inner: Db) => Promise<boolean>): Promise<boolean> => {
    try {
      return await transaction(tx, piece)
    } catch (error) {
      deps.log.warn({ err: error, run: run.id }, 'open work could not be handed over')
      done.faults.push(`${failed}: ${sayFailure(error)}`)
      done.unfinished = true
      return false
    }
  }

type TryPiece = ReturnType<typeof piecewise>

async function releaseClaims(
  deps: OffboardingDeps,
  { actor }: HandoverContext,
  { userId, claims, tryPiece }: { userId: number; claims: HeldWork['claims']; tryPiece: TryPiece },
): Promise<HeldWork['claims']> {
  const released: HeldWork['claims'] = []
  for (const claim of claims) {
    const { article_id: articleId } = claim
    const isReleased = await tryPiece(
      `The review of article ${articleId} was not released`,
      async (inner) => {
        await deps.claims.releaseOf(inner, actor, { articleId, userId })
        return true
      },
    )
    if (isReleased) released.push(claim)
  }
  return released
}

interface Giving {
  person: FoundUser
  heir: FoundUser
  held: HeldWork
  tryPiece: TryPiece
}

async function giveArticles(
  deps: OffboardingDeps,
  { actor }: HandoverContext,
  { person, heir, held, tryPiece }: Giving,
): Promise<HeldWork['articles']> {
  const to = { fromId: person.id, toId: heir.id, toName: fullNameOf(heir) }
  const given: HeldWork['articles'] = []
  for (const article of held.articles) {
    const { article_id: articleId } = article
    const isTheirs = await tryPiece(`Article ${articleId} was not handed over`, (inner) =>
      deps.articles.handOverArticle(inner, actor, { articleId, ...to }),
    )
    if (isTheirs) given.push(article)
  }
  return given
}

/** Without an heir, service accounts stay with the user who left and gets no notices. */
const ownerlessWords = (count: number): string =>
  `${workWords({ service_accounts: count }).join()} stayed. Nobody gets a notice before ${count === 1 ? 'its' : 'their'} tokens end. Choose another owner.`

async function giveServiceAccounts(
  deps: OffboardingDeps,
  { actor }: HandoverContext,
  { person, heir, held, tryPiece }: Giving,
): Promise<HeldWork['service_accounts']> {
  let gone: number[] = []
  await tryPiece('The service accounts were not handed over', async (inner) => {
    gone = await deps.serviceAccounts.giveAll(inner, actor, { fromId: person.id, toId: heir.id })
    return true
  })
  return held.service_accounts.filter(({ user_id: id }) => gone.includes(id))
}

const SHARED_WORDS = { views: 'team views', rules: 'alert rules', queries: 'saved queries' } as const

/** Hands over shared work that the heir may use; reports the rest. */
async function giveShared(
  deps: OffboardingDeps,
  { actor }: HandoverContext,
  { person, heir, held, tryPiece }: Giving,
): Promise<Pick<HeldWork, SharedKind> & { faults: string[] }> {
  const give = shareGivers(deps, { person, heir })
  const gone: Record<SharedKind, number[]> = { views: [], rules: [], queries: [] }
  const faults: string[] = []
  for (const kind of SHARED_KINDS) {
    const count = held[kind].length
    if (count === 0) continue
    const isDone = await tryPiece(`The ${SHARED_WORDS[kind]} were not handed over`, async (inner) => {
      gone[kind] = await give[kind](inner, actor)
      return true
    })
    const kept = count - gone[kind].length
    if (isDone && kept > 0)
      faults.push(
        `${workWords({ [kind]: kept }).join()} stayed: ${fullNameOf(heir)} isn’t allowed to use ${kept === 1 ? 'it' : 'them'}.`,
      )
  }
  return {
    views: held.views.filter(({ view_id: id }) => gone.views.includes(id)),
    rules: held.rules.filter(({ rule_id: id }) => gone.rules.includes(id)),
    queries: held.queries.filter(({ query_id: id }) => gone.queries.includes(id)),
    faults,
  }
}

/**
 * Why the chosen heir gets none of the work. An heir who may not write articles may not use any of the rest
 * either.
 */
const unfitBy = (heir: FoundUser | undefined): string =>
  heir?.active
    ? `The chosen owner, ${fullNameOf(heir)}, can’t write articles, so the open work wasn’t handed over.`
    : 'The chosen owner is locked, so the open work wasn’t handed over.'

async function handOverWork(
  deps: OffboardingDeps,
  handing: HandoverContext,
  person: FoundUser,
): Promise<HandedOver> {
  const { tx, actor, run } = handing
  const heir = run.heirId === null ? undefined : await findUser(tx, run.heirId)
  const held = await readHeldWork(tx, person.id, deps.claims)
  const done = soFar(run.handedOver)
  const tryPiece = piecewise(deps, handing, done)
  done.claims.push(
    ...(await releaseClaims(deps, handing, { userId: person.id, claims: held.claims, tryPiece })),
  )
  await tryPiece('The API tokens were not revoked', async (inner) => {
    await deps.tokens.revokeAllOf(inner, actor, { userId: person.id, label: fullNameOf(person) })
    return true
  })
  if (!isFitHeir(heir, person.id, held)) {
    if (run.heirId !== null) done.faults.push(unfitBy(heir))
    if (done.heir !== null) return done
    const { claims: _released, ...stays } = held
    const ownerless = held.service_accounts.length
    if (ownerless > 0) done.faults.push(ownerlessWords(ownerless))
    return { ...done, ...stays }
  }
  done.heir = fullNameOf(heir)
  const giving = { person, heir, held, tryPiece }
  done.service_accounts.push(...(await giveServiceAccounts(deps, handing, giving)))
  const articles = await giveArticles(deps, handing, giving)
  const shared = await giveShared(deps, handing, giving)
  done.articles.push(...articles)
  for (const fault of shared.faults) done.faults.push(fault)
  done.views.push(...shared.views)
  done.rules.push(...shared.rules)
  done.queries.push(...shared.queries)
  await tellHeir(deps, tx, actor, { heirId: heir.id, articles, counts: countsOf(shared) })
  return done
}

/** Whether a run has no open work left to try. */
export const isHandedOver = ({ handedOver }: Pick<store.OffboardingRow, 'handedOver'>): boolean =>
  handedOver !== null && handedOver.unfinished !== true

/**
 * Releases the reviews of the leaving user, and hands their open articles and shared work to the heir of the
 * run. The heir is notified once. A repeated run only retries what failed.
 */
export async function handOver(deps: OffboardingDeps, actor: Caller, runId: number): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const run = await store.lockRun(tx, runId)
    if (!run || run.endedAt !== null || isHandedOver(run)) return
    const person = await findPerson(tx, run.email)
    const done = person ? await handOverWork(deps, { tx, actor, run }, person) : soFar(null)
    await store.setHandedOver(tx, runId, done)
  })
}

/** Nobody may hand over the open work any more. The report says so, and a repeated run does it. */
export async function leaveWork(tx: Db, run: store.OffboardingRow, reason: string): Promise<void> {
  if (isHandedOver(run)) return
  const faults = [`Open work was not handed over: ${reason}`]
  await store.setHandedOver(tx, run.id, { ...soFar(run.handedOver), faults, unfinished: true })
}
