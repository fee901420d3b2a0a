import { offboardingEndpoints } from '#shared/features/people/offboarding/contract.ts'
import { isFitHeir, unfitWords } from '#shared/features/people/offboarding/rules.ts'
import { transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { AppError, notFound, RequestInvalid } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { OffboardingDeps } from '../deps.ts'
import { lockUser, readHeldWork } from '../queries.ts'
import { shareGivers, tellHeir } from './hand-over-shared.ts'

const HERE = 'This account is active. Its owner has to hand over the work.'

/**
 * Hands over the remaining work of a former user: open articles, service accounts and, as far as the heir may use
 * them, team views, alert rules and saved queries. Reviews are released. All or nothing; each piece is audited, and the
 * heir is notified once.
 */
export async function handOverLater(
  deps: OffboardingDeps,
  actor: Caller,
  { personId, heirId }: { personId: number; heirId: number },
): Promise<void> {
  requires(actor, offboardingEndpoints.handOver.access)
  await transaction(deps.db, async (tx) => {
    const person = await lockUser(tx, personId)
    if (!person) throw notFound('User')
    if (person.active) throw new AppError('conflict', HERE)
    const heir = await lockUser(tx, heirId)
    const owned = await readHeldWork(tx, personId, deps.claims)
    if (!isFitHeir(heir, personId, owned))
      throw new RequestInvalid('body', [{ path: 'heir_id', message: unfitWords(owned) }])
    const fromName = fullNameOf(person)
    const toName = fullNameOf(heir)
    const both = { fromId: personId, toId: heir.id }
    for (const { article_id: articleId } of owned.claims)
      await deps.claims.releaseOf(tx, actor, { articleId, userId: personId })
    for (const { article_id: articleId } of owned.articles)
      await deps.articles.handOverArticle(tx, actor, { articleId, ...both, toName })
    const give = shareGivers(deps, { person, heir })
    const views = (await give.views(tx, actor)).length
    const rules = (await give.rules(tx, actor)).length
    const queries = (await give.queries(tx, actor)).length
    const serviceAccounts = (await deps.serviceAccounts.giveAll(tx, actor, both)).length
    await deps.tokens.revokeAllOf(tx, actor, { userId: personId, label: fromName })
    await tellHeir(deps, tx, actor, {
      heirId: heir.id,
      articles: owned.articles,
      counts: { views, rules, queries },
    })
    await audit(tx, actor, 'user.work-handed-over', {
      id: personId,
      label: fromName,
      after: {
        to: toName,
        articles: owned.articles.map(({ article_id: id }) => id),
        ...{ views, rules, queries, serviceAccounts },
      },
    })
  })
}
