import {
  findingKey,
  type PreflightForm,
  preflight,
  type ShopFacts,
} from '#shared/features/articles/preflight/rules.ts'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import type { Db } from '../../../db/connect.ts'
import type { Caller } from '../../../security/actor.ts'
import type { Flags } from '../../ground/area.ts'
import type { ProductsService } from '../../products/area.ts'
import { formOf } from '../articles/feature.ts'
import type { ArticlesService } from '../articles/service.ts'
import * as queries from './queries.ts'
import { listAwardsElsewhere, listLivePosts, listSameKeyword } from './queries.ts'

export type PreflightService = ReturnType<typeof createPreflightService>

export interface PreflightDeps {
  db: Db
  products: Pick<ProductsService, 'readProducts'>
  articles: Pick<ArticlesService, 'readArticle'>
  flags: Flags
}

/** Identity of the form's keywords: ids, or words if not stored yet. */
function identify({ keywords }: PreflightForm) {
  return {
    ids: keywords.flatMap(({ keyword_id }) => keyword_id ?? []),
    identities: keywords.flatMap(({ keyword_id, keyword }) =>
      keyword_id === undefined && keyword ? [keywordIdentity(keyword)] : [],
    ),
  }
}

/** The form's awards for these products, if any. */
function awardsOf({ products }: PreflightForm, asins: readonly string[]): Map<string, string> {
  const given = products.filter(({ asin, award }) => award !== '' && asins.includes(asin))
  return new Map(given.map(({ asin, award }) => [asin, award]))
}

/** Checks an article for problems before it is submitted. */
export function createPreflightService({ db, products, articles, flags }: PreflightDeps) {
  /** The article in the form of its dialog; throws if this user may not see it. */
  const readForm = async (actor: Caller, articleId: number): Promise<PreflightForm> =>
    formOf(await articles.readArticle(actor, articleId))

  /** Catalogue data of these products; stored data for those that could not be refreshed. */
  async function askCatalogue(asins: readonly string[]) {
    const facts = new Map<string, ShopFacts>()
    const stale: { asin: string; name: string; asOf: Date }[] = []
    for (const { asin, state, item, asOf, isStale } of (await products.readProducts([...asins])).values()) {
      if (state === 'invalid') facts.set(asin, { stock: 'not known', product: null })
      if (!item) continue
      const stock = item.stock === 'IN_STOCK' ? 'in stock' : 'out of stock'
      facts.set(asin, { stock, product: isStale ? null : item })
      if (isStale && asOf) stale.push({ asin, name: item.title, asOf })
    }
    return { facts, stale }
  }

  /** Everything found about a form, with the reasons that were given for the article it belongs to. */
  async function checkForm(actor: Caller, form: PreflightForm, articleId?: number) {
    if (!(await flags.value('ARTICLE_PREFLIGHT'))) return { isOff: true, findings: [], unread: [], stale: [] }
    const view = { actorId: actor.id, articleId }
    const typed = new Set(form.products.map(({ asin }) => asin))
    const asins = [...typed].filter((asin) => /^[A-Z0-9]{10}$/.test(asin))
    const [{ facts, stale }, awards, sameKeyword, livePosts, overrides] = await Promise.all([
      askCatalogue(asins),
      listAwardsElsewhere(db, awardsOf(form, asins), view),
      listSameKeyword(db, identify(form), view),
      listLivePosts(db, identify(form), articleId),
      articleId === undefined ? [] : queries.listOverrides(db, articleId),
    ])
    const given = new Map(overrides.map((row) => [findingKey(row.entry), row]))
    const findings = preflight(form, { products: facts, awards, sameKeyword, livePosts })
    return {
      isOff: false,
      findings: findings.map((finding) => ({
        ...finding,
        override: given.get(findingKey(finding)) ?? null,
      })),
      unread: asins.filter((asin) => !facts.has(asin)),
      stale,
    }
  }

  return {
    /** Checks an unsaved form. For an existing article, only if the user may see it. */
    async checkTyped(actor: Caller, form: PreflightForm, articleId: number | undefined) {
      if (articleId !== undefined) await readForm(actor, articleId)
      return checkForm(actor, form, articleId)
    },
    /** An article as it is stored. */
    checkStored: async (actor: Caller, articleId: number) =>
      checkForm(actor, await readForm(actor, articleId), articleId),
  }
}
