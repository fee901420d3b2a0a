import { isPermitted, type Permission } from '#shared/access/permissions.ts'
import { grantsOf } from '#shared/access/roles.ts'
import { offboardingEndpoints } from '#shared/features/offboarding/contract.ts'
import { transaction } from '../../../db/connect.ts'
import { AppError, notFound, RequestInvalid } from '../../../errors.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import type { OffboardingParts } from '../parts.ts'
import { isFitHeir, lockUser, readOwnedWork } from '../queries.ts'

const HERE = 'This account is open: whoever can sign in hands over what is theirs by themselves.'

const ASKS_THE_DATABASE: readonly Permission[] = ['ManageFeatureFlags']
const UNFIT = 'Choose somebody else who is active and may write articles'

/**
 * Gives what somebody still owns who has left to somebody else: open articles, team views, alert rules and, where the
 * other one may ask the database, saved queries; reviews are released. All of it or nothing, and each piece in the trail.
 */
export async function handOverLater(
  parts: OffboardingParts,
  actor: Caller,
  { personId, heirId }: { personId: number; heirId: number },
): Promise<void> {
  requires(actor, offboardingEndpoints.handOver.access)
  await transaction(parts.db, async (tx) => {
    const person = await lockUser(tx, personId)
    if (!person) throw notFound('User')
    if (person.active) throw new AppError('conflict', HERE)
    const heir = await lockUser(tx, heirId)
    const owned = await readOwnedWork(tx, personId, parts.clock())
    // Whoever gets no articles need not write any.
    const isFit =
      owned.articles.length === 0 ? heir?.active && heirId !== personId : isFitHeir(heir, personId)
    if (!heir || !isFit) throw new RequestInvalid('body', [{ path: 'heirId', message: UNFIT }])
    const [fromName, toName] = [person, heir].map(({ firstName, lastName }) => `${firstName} ${lastName}`)
    const both = { fromId: personId, toId: heir.id }
    for (const { article_id: articleId } of owned.claims)
      await parts.claims.releaseOf(tx, actor, { articleId, userId: personId })
    for (const { article_id: articleId } of owned.articles)
      await parts.articles.handOverArticle(tx, actor, { articleId, ...both, toName: toName ?? '' })
    await parts.views.handOverViews(tx, actor, { ...both, fromName: fromName ?? '' })
    await parts.rules.handOverRules(tx, actor, both)
    const mayAsk = isPermitted(grantsOf(heir.roleId), ASKS_THE_DATABASE)
    if (mayAsk) await parts.savedQueries.handOverQueries(tx, actor, both)
    await audit(tx, actor, 'user.work-handed-over', {
      id: personId,
      label: fromName ?? '',
      after: {
        to: toName,
        articles: owned.articles.map(({ article_id: id }) => id),
        views: owned.views.length,
        rules: owned.rules.length,
        queries: mayAsk ? owned.queries.length : 0,
      },
    })
  })
}
